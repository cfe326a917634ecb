// A log and a source of numbers -> the log with one thing changed: half of the ways keep every line JSON, half damage bytes.
import { type Json, type JsonObject, isArray, isObject } from "../../src/format/index.ts";
import { parseJson } from "../schema-places.ts";

type Pick = (below: number) => number;
type Mutation = (bytes: Uint8Array, pick: Pick) => Uint8Array;

const odd: readonly Json[] = [null, true, 0, -1, 1e300, "", "x", "\ud83d", [], {}, [[]], { type: "user" }, ["a", 1]];

/** Line by line, as text; what is no JSON is left alone. */
const onLines =
  (change: (lines: string[], at: number, pick: Pick) => void): Mutation =>
  (bytes, pick) => {
    const lines = Buffer.from(bytes).toString().split("\n");
    change(lines, pick(lines.length), pick);
    return Buffer.from(lines.join("\n"));
  };

const onObject = (change: (object: JsonObject, pick: Pick) => Json | string): Mutation =>
  onLines((lines, at, pick) => {
    const value = parsed(lines[at] ?? "");
    if (!isObject(value)) return;
    const changed = change(value, pick);
    lines[at] = typeof changed === "string" ? changed : JSON.stringify(changed);
  });

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Somewhere inside, at a place picked step by step, one member is put through `change`. */
function somewhere(value: Json, pick: Pick, change: (parent: JsonObject, key: string) => JsonObject): Json {
  if (isArray(value)) {
    const at = pick(value.length);
    return value.map((item, index) => (index === at ? somewhere(item, pick, change) : item));
  }
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const key = keys[pick(keys.length)];
  if (key === undefined) return value;
  const inner = value[key];
  if ((isObject(inner) || isArray(inner)) && pick(3) > 0) return { ...value, [key]: somewhere(inner, pick, change) };
  return change(value, key);
}

const links = ["uuid", "parentUuid", "logicalParentUuid", "sourceToolAssistantUUID", "leafUuid", "timestamp", "type"];

export const soundMutations: Readonly<Record<string, Mutation>> = {
  "change a value": onObject((object, pick) =>
    somewhere(object, pick, (parent, key) => ({ ...parent, [key]: odd[pick(odd.length)] ?? null })),
  ),
  "drop a field": onObject((object, pick) =>
    somewhere(object, pick, (parent, key) =>
      Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key)),
    ),
  ),
  "move a field to the front": onObject((object, pick) =>
    somewhere(object, pick, (parent, key) => ({ [key]: parent[key] ?? null, ...parent })),
  ),
  "copy a field under another name": onObject((object, pick) =>
    somewhere(object, pick, (parent, key) => ({ ...parent, [links[pick(links.length)] ?? key]: parent[key] ?? null })),
  ),
  "repeat a field": onObject((object, pick) => {
    const key = Object.keys(object)[pick(Object.keys(object).length)] ?? "type";
    const value = JSON.stringify(odd[pick(odd.length)] ?? null);
    return `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(key)}:${value}}`;
  }),
  "link to another line": onLines((lines, at, pick) => {
    const [one, two] = [parsed(lines[at] ?? ""), parsed(lines[pick(lines.length)] ?? "")];
    if (!isObject(one) || !isObject(two)) return;
    const [to = "uuid", from = "uuid"] = [links[pick(links.length)], links[pick(links.length)]];
    lines[at] = JSON.stringify({ ...one, [to]: two[from] ?? null });
  }),
  "drop a line": onLines((lines, at) => void lines.splice(at, 1)),
  "repeat a line": onLines((lines, at, pick) => void lines.splice(pick(lines.length), 0, lines[at] ?? "")),
  "move a line": onLines((lines, at, pick) => void lines.splice(pick(lines.length), 0, ...lines.splice(at, 1))),
  "turn the lines around": onLines((lines) => void lines.reverse()),
};

const cut = (bytes: Uint8Array, pick: Pick): readonly [Uint8Array, Uint8Array] => {
  const at = pick(bytes.length + 1);
  return [bytes.subarray(0, at), bytes.subarray(at)];
};
const between =
  (insert: (pick: Pick) => Uint8Array): Mutation =>
  (bytes, pick) => {
    const [front, back] = cut(bytes, pick);
    return Buffer.concat([front, insert(pick), back]);
  };

export const harmfulMutations: Readonly<Record<string, Mutation>> = {
  "flip a bit": (bytes, pick) => {
    const copy = Uint8Array.from(bytes);
    const at = pick(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << pick(8));
    return copy;
  },
  "overwrite bytes": (bytes, pick) => {
    const copy = Uint8Array.from(bytes);
    const from = pick(copy.length);
    return copy.fill(pick(256), from, from + pick(40));
  },
  "insert bytes": between((pick) => Uint8Array.from({ length: 1 + pick(20) }, () => pick(256))),
  "insert signs of JSON": between((pick) =>
    Buffer.from(['"', "{", "}", "[", "]", "\\", ",", "\n", "\r\n"][pick(9)] ?? ""),
  ),
  "insert zero bytes": between((pick) => new Uint8Array(1 + pick(600))),
  "delete bytes": (bytes, pick) => {
    const [front, back] = cut(bytes, pick);
    return Buffer.concat([front, back.subarray(1 + pick(2000))]);
  },
  truncate: (bytes, pick) => cut(bytes, pick)[0],
  "cut off the beginning": (bytes, pick) => cut(bytes, pick)[1],
  "glue lines": (bytes, pick) => {
    const at = bytes.indexOf(0x0a, pick(bytes.length));
    return at === -1 ? bytes : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  },
  "splice a line into a line": (bytes, pick) => {
    const [front, back] = cut(bytes, pick);
    const lines = Buffer.from(bytes).toString().split("\n");
    return Buffer.concat([front, Buffer.from(lines[pick(lines.length)] ?? ""), back]);
  },
};
