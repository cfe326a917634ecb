// Names for what JSON.stringify takes, so that entries can be built without casts.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** A key whose value is `undefined` is left out when the entry is written. */
export type JsonObject = { readonly [key: string]: Json | undefined };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
