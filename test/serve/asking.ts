// A daemon under test and a body -> what it answers to a page of its own that posts it; and the first object of a list in an answer.
import { type JsonObject, arrayField, isObject } from "../../src/format/index.ts";
import type { ServedHome, Told } from "./served.ts";

export const post = ({ api, daemon }: ServedHome, path: string, body: object): Promise<Told> =>
  api(path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: `http://127.0.0.1:${daemon.port}` },
    body: JSON.stringify(body),
  });

export const first = (told: JsonObject, name: string): JsonObject =>
  (arrayField(told, name) ?? []).find(isObject) ?? {};
