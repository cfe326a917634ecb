// An incoming HTTP request -> its bytes and, if they are one, the JSON object in them; never throws on bad JSON.
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { parsedObject } from "../format/index.ts";
import type { JsonObject } from "../format/index.ts";

export type Body = { readonly json: JsonObject | undefined; readonly sizeBytes: number };

export async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = await buffer(request);
  return { json: parsedObject(bytes.toString("utf8")), sizeBytes: bytes.length };
}

export function headersOf(request: IncomingMessage): { readonly [name: string]: string } {
  const pairs = Object.entries(request.headers);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}
