// An entry -> the pictures in it, and the bytes of one; only kinds that a browser shows as pictures, by their own first bytes.
import { type Block, type JsonObject, blocksOf, field, objectField, stringField } from "../../format/index.ts";

export type Picture = { readonly index: number; readonly mediaType: string | null };

/** All of the entry; or of the result of one call. */
export function picturesIn(raw: JsonObject | undefined, callId?: string): readonly Picture[] {
  return blocksIn(raw)
    .map(({ block, of }, index) => ({ index, of, mediaType: servedType(block) ?? null }))
    .filter(({ of }) => callId === undefined || of === callId)
    .map(({ index, mediaType }) => ({ index, mediaType }));
}

export function pictureBytes(
  raw: JsonObject | undefined,
  index: number,
): { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined {
  const block = blocksIn(raw)[index]?.block;
  const type = block && servedType(block);
  const data = block && stringField(objectField(block.raw, "source") ?? {}, "data");
  if (type === undefined || data === undefined) return undefined;
  const bytes = Uint8Array.from(Buffer.from(data, "base64"));
  return startsAs(bytes) === type ? { type, bytes } : undefined;
}

type Shown = { readonly block: Extract<Block, { readonly type: "image" }>; readonly of: string | undefined };

function blocksIn(raw: JsonObject | undefined): readonly Shown[] {
  const blocks = blocksOf(field(objectField(raw ?? {}, "message") ?? {}, "content"));
  return blocks.flatMap((block): readonly Shown[] => {
    if (block.type === "image") return [{ block, of: undefined }];
    if (block.type !== "tool_result") return [];
    return blocksOf(block.content).flatMap((one) => (one.type === "image" ? [{ block: one, of: block.callId }] : []));
  });
}

const served = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

function servedType({ raw }: Shown["block"]): string | undefined {
  const source = objectField(raw, "source") ?? {};
  const named = stringField(source, "media_type");
  return stringField(source, "type") === "base64" ? served.find((type) => type === named) : undefined;
}

/** A log can say anything of its bytes: what does not begin like a picture is none. */
function startsAs(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  return /^RIFF[^]{4}WEBP/.test(head) ? "image/webp" : undefined;
}
