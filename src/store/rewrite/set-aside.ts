// Lines that a result leaves out and nothing in it tells of -> a file of their own: number, place, reason and the bytes themselves.
import type { OpenSource } from "./source.ts";

export type SetAside = { readonly line: number; readonly reason: string };
type Part = { readonly opened: OpenSource; readonly setAside: readonly SetAside[] };

/** A longer line takes several records: a string has a limit. */
const partBytes = 16 * 1024 * 1024;

export function* setAsideBytes(parts: readonly Part[]): Generator<Uint8Array, void, undefined> {
  for (const { opened, setAside } of parts) {
    const { path, sessionId } = opened.place;
    for (const { line, reason } of setAside) {
      const place = opened.placeOf(line);
      if (place === undefined) continue;
      for (let at = 0; at < place.length; at += partBytes) {
        const offset = place.offset + at;
        const bytes = Buffer.concat([...opened.bytes(offset, Math.min(partBytes, place.length - at))]);
        yield Buffer.from(`${JSON.stringify({ path, sessionId, line, offset, reason, ...contentOf(bytes) })}\n`);
      }
    }
  }
}

type Content = { readonly text: string } | { readonly base64: string };

function contentOf(bytes: Buffer): Content {
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString("base64") };
}
