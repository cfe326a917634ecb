// Parsed JSON of unknown shape -> values of the kind asked for, or undefined; never throws, never follows a prototype.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The own property `key`, so that a field named `__proto__` or `constructor` is only ever data. */
export function field(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function stringField(object: JsonObject, key: string): string | undefined {
  const value = field(object, key);
  return typeof value === "string" ? value : undefined;
}

export function numberField(object: JsonObject, key: string): number | undefined {
  const value = field(object, key);
  return typeof value === "number" ? value : undefined;
}

export function trueField(object: JsonObject, key: string): boolean {
  return field(object, key) === true;
}

export function objectField(object: JsonObject, key: string): JsonObject | undefined {
  const value = field(object, key);
  return isObject(value) ? value : undefined;
}

export function arrayField(object: JsonObject, key: string): readonly Json[] | undefined {
  const value = field(object, key);
  return isArray(value) ? value : undefined;
}

/** The own property `key` if `is` accepts it: for branded ids. */
export function fieldOf<T extends Json>(
  object: JsonObject,
  key: string,
  is: (value: unknown) => value is T,
): T | undefined {
  const value = field(object, key);
  return is(value) ? value : undefined;
}

/** As JSON, or undefined where the nesting is deeper than can be written; `indent` for people. */
export function jsonText(value: Json, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Of a text that may be anything, such as a line that a crash cut short: the object in it, if it is one. */
export function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    // Too deep to be parsed is as good as torn.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
