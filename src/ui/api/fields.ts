// JSON of unknown shape -> its fields, each with the type that is asked for; what is missing or of another type is empty.
import { sanitize } from "../../view/index.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For reading: characters that turn the direction of text or hide in it are made visible. */
export function text(fields: Fields, name: string): string {
  return maybeText(fields, name) ?? "";
}

export function maybeText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? sanitize(value) : undefined;
}

/** For asking with again: ids and paths, exactly as they came. */
export function exact(fields: Fields, name: string): string {
  return maybeExact(fields, name) ?? "";
}

export function maybeExact(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

export function count(fields: Fields, name: string): number {
  return maybeCount(fields, name) ?? 0;
}

export function maybeCount(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function flag(fields: Fields, name: string): boolean {
  return fields[name] === true;
}

export function maybeFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  return typeof value === "boolean" ? value : undefined;
}

export function list<Item>(fields: Fields, name: string, decode: (value: unknown) => Item): readonly Item[] {
  const value = fields[name];
  return Array.isArray(value) ? value.map((item: unknown) => decode(item)) : [];
}

export function texts(fields: Fields, name: string): readonly string[] {
  return list(fields, name, (value) => (typeof value === "string" ? sanitize(value) : ""));
}

export function part(fields: Fields, name: string): Fields {
  return fieldsOf(fields[name]);
}

export function maybePart(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  return isFields(value) ? value : undefined;
}

/** Times travel as ISO texts. */
export function timeMs(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  const parsed = typeof value === "string" ? Date.parse(value) : typeof value === "number" ? value : NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** One of the words that are known, else the last of them. */
export function oneOf<const Word extends string>(words: readonly [...Word[], Word], value: unknown): Word {
  const last = words[words.length - 1];
  const found = words.find((word) => word === value) ?? last;
  if (found === undefined) throw new Error("no words to choose from");
  return found;
}
