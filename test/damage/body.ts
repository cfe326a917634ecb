// The bytes of a sound log -> a body that damage can be done to, line by line; what was lost on the way is remembered.
import {
  type Json,
  type JsonObject,
  arrayField,
  field,
  isObject,
  objectField,
  stringField,
} from "../../src/format/index.ts";
import { open } from "../craft.ts";

export type Pick = (below: number) => number;

/** Mutable on purpose: several kinds of damage are done to one body. */
export type Body = {
  lines: string[];
  front: string;
  lineEnd: string;
  isClosed: boolean;
  /** Entries of which the bytes no longer tell everything. */
  readonly lost: Set<string>;
  /** Lines of the conversation as it was, by uuid. */
  readonly path: readonly string[];
};

/** Does one kind of damage; false where the log offers no place for it. */
export type Inflict = (body: Body, pick: Pick) => boolean;

export function bodyOf(bytes: Uint8Array): Body {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const { session } = open(bytes);
  const path = session.path.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return { lines, front: "", lineEnd: "\n", isClosed: true, lost: new Set(), path };
}

export function bytesOf({ lines, front, lineEnd, isClosed }: Body): Uint8Array {
  const text = `${front}${lines.join(lineEnd)}${isClosed ? lineEnd : ""}`;
  return new TextEncoder().encode(text);
}

export type Placed = { readonly at: number; readonly raw: JsonObject };

export function parsed(line: string | undefined): JsonObject | undefined {
  if (line === undefined || !line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Entries on the path that still stand on a line of their own. */
export function onPath(body: Body, wants: (raw: JsonObject) => boolean = () => true): readonly Placed[] {
  const path = new Set(body.path);
  return body.lines.flatMap((line, at) => {
    const raw = parsed(line);
    const id = raw === undefined ? undefined : stringField(raw, "uuid");
    return raw !== undefined && id !== undefined && path.has(id) && wants(raw) ? [{ at, raw }] : [];
  });
}

export const typeOf = (raw: JsonObject): string => stringField(raw, "type") ?? "";
export const uuidOf = (raw: JsonObject): string => stringField(raw, "uuid") ?? "";
export const contentOf = (raw: JsonObject): Json | undefined => field(objectField(raw, "message") ?? {}, "content");
export const blocksIn = (raw: JsonObject, type: string): readonly JsonObject[] =>
  (arrayField(objectField(raw, "message") ?? {}, "content") ?? [])
    .filter(isObject)
    .filter((block) => stringField(block, "type") === type);

export function one<T>(items: readonly T[], pick: Pick): T | undefined {
  return items[pick(items.length)];
}

export function rewrite(body: Body, at: number, raw: JsonObject): void {
  body.lines[at] = JSON.stringify(raw);
}

export function lose(body: Body, raw: JsonObject | undefined): void {
  if (raw !== undefined) body.lost.add(uuidOf(raw));
}

export const without = (raw: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(raw).filter(([name]) => name !== key));

export const withContent = (raw: JsonObject, content: Json): JsonObject => ({
  ...raw,
  message: { ...objectField(raw, "message"), content },
});
