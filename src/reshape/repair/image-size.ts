// An image block -> why no client could send it, told from its length and the first bytes of its file; never decodes the picture.
import { type JsonObject, objectField, stringField } from "../../format/index.ts";

/** The Messages API's limits for one image. */
const maxBase64 = 5 * 1024 * 1024;
const maxPixels = 8000;

export function imageProblem(block: JsonObject): string | undefined {
  const source = objectField(block, "source");
  const data = source === undefined ? undefined : stringField(source, "data");
  if (data === undefined) return undefined;
  if (data.length > maxBase64) return `${(data.length / 1024 / 1024).toFixed(1)} MB`;
  const size = pixelsOf(headerBytes(data));
  if (size === undefined || Math.max(size.width, size.height) <= maxPixels) return undefined;
  return `${size.width} x ${size.height} pixels`;
}

type Size = { readonly width: number; readonly height: number };

function pixelsOf(bytes: readonly number[]): Size | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return { width: big(bytes, 16, 4), height: big(bytes, 20, 4) };
  if (startsWith(bytes, [0x47, 0x49, 0x46])) return { width: little(bytes, 6), height: little(bytes, 8) };
  return startsWith(bytes, [0xff, 0xd8]) ? jpegSize(bytes) : undefined;
}

/** Segment by segment to the frame header. */
function jpegSize(bytes: readonly number[]): Size | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: big(bytes, at + 5, 2), width: big(bytes, at + 7, 2) };
    at += 2 + big(bytes, at + 2, 2);
  }
  return undefined;
}

const startsWith = (bytes: readonly number[], sign: readonly number[]): boolean =>
  sign.every((byte, at) => bytes[at] === byte);
const little = (bytes: readonly number[], at: number): number => (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;

function big(bytes: readonly number[], at: number, length: number): number {
  let value = 0;
  for (let offset = 0; offset < length; offset++) value = value * 256 + (bytes[at + offset] ?? 0);
  return value;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const headerChars = 4096;

function headerBytes(data: string): readonly number[] {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const sign of data.slice(0, headerChars)) {
    const value = alphabet.indexOf(sign);
    if (value === -1) break;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  return bytes;
}
