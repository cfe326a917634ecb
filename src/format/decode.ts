// Line -> entry (known type), other (unknown type), blank or damaged; never throws, never drops what it cannot read.
import { type DamageReason, diagnose, parseJson } from "./damage.ts";
import { type JsonObject, isObject, stringField } from "./json.ts";
import type { Line } from "./lines.ts";
import { type EntryType, isEntryType } from "./entry-type.ts";

/** Oddities that do not keep a line from being read. */
export type Quirk = "bom" | "crlf" | "no-final-newline" | "invalid-utf8";

type Seen = { readonly line: Line; readonly quirks: readonly Quirk[] };
export type Decoded =
  | (Seen & { readonly kind: "entry"; readonly type: EntryType; readonly raw: JsonObject })
  | (Seen & { readonly kind: "other"; readonly type: string | undefined; readonly raw: JsonObject })
  | (Seen & { readonly kind: "blank" })
  | (Seen & {
      readonly kind: "damaged";
      readonly damage: DamageReason;
      /** Every whole object that the line still holds. */
      readonly objects: readonly JsonObject[];
      /** The one at the line's very start, which newer clients still read. */
      readonly leading: JsonObject | undefined;
    });

export type LineKind = Decoded["kind"];

export function decodeLine(line: Line): Decoded {
  const { bytes } = line;
  if (bytes === undefined)
    return { kind: "damaged", line, damage: "too-long", objects: [], leading: undefined, quirks: quirksOf(line, []) };
  const { text, quirks: textQuirks } = decodeText(bytes, line.offset);
  const quirks = quirksOf(line, textQuirks);
  const parsed = text === "" ? undefined : parseJson(text);
  if (parsed !== undefined && isObject(parsed.json)) return { line, quirks, ...typed(parsed.json) };
  if (parsed === undefined && text.trim() === "") return { kind: "blank", line, quirks };
  const { reason, objects, leading } = diagnose(text, line);
  return { kind: "damaged", line, damage: reason, objects, leading, quirks };
}

export function* decodeLines(lines: Iterable<Line>): Generator<Decoded, void, undefined> {
  for (const line of lines) yield decodeLine(line);
}

type Typed =
  | { readonly kind: "entry"; readonly type: EntryType; readonly raw: JsonObject }
  | { readonly kind: "other"; readonly type: string | undefined; readonly raw: JsonObject };

/** An object by its `type`; also for the objects found in a damaged line. */
export function typed(raw: JsonObject): Typed {
  const type = stringField(raw, "type");
  return isEntryType(type) ? { kind: "entry", type, raw } : { kind: "other", type, raw };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const noQuirks: readonly Quirk[] = [];

function decodeText(bytes: Uint8Array, offset: number): { readonly text: string; readonly quirks: readonly Quirk[] } {
  const { text, valid } = decodeUtf8(bytes);
  const quirks: readonly Quirk[] = valid ? noQuirks : ["invalid-utf8"];
  return offset === 0 && text.startsWith("\uFEFF")
    ? { text: text.slice(1), quirks: [...quirks, "bom"] }
    : { text, quirks };
}

function decodeUtf8(bytes: Uint8Array): { readonly text: string; readonly valid: boolean } {
  try {
    return { text: strict.decode(bytes), valid: true };
  } catch (error) {
    if (error instanceof TypeError) return { text: lenient.decode(bytes), valid: false };
    throw error;
  }
}

function quirksOf(line: Line, found: readonly Quirk[]): readonly Quirk[] {
  if (line.end === "lf") return found;
  return [...found, line.end === "crlf" ? "crlf" : "no-final-newline"];
}
