// An incoming HTTP request -> its bytes and, if they are one, the JSON object in them; never throws on bad JSON.
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { isObject } from "../format/index.ts";
import type { JsonObject } from "../format/index.ts";

export type Body = { readonly json: JsonObject | undefined; readonly sizeBytes: number };

export async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = await buffer(request);
  return { json: decodeBody(bytes.toString("utf8")), sizeBytes: bytes.length };
}

function decodeBody(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function headersOf(request: IncomingMessage): { readonly [name: string]: string } {
  const pairs = Object.entries(request.headers);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}
