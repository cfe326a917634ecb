// docs/json.md and what the commands on files print -> every field is named in the section of its command.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isObject } from "../../src/format/index.ts";
import { filesHome } from "./files-home.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/json.md", import.meta.url)), "utf8");
const sections = new Map(page.split(/\n(?=## )/).map((text) => [/^## `clew ([a-z]+)/.exec(text)?.[1] ?? "", text]));
const scene = filesHome();

test.each([
  { named: ["files"], args: ["files"] },
  { named: ["files"], args: ["files", "log", "part.ts"] },
  { named: ["files"], args: ["files", "show", "app.ts"] },
  { named: ["files"], args: ["files", "diff", "app.ts", "v1", "v2"] },
  { named: ["recover", "files"], args: ["recover", "--all", "--out", "out"] },
  { named: ["recover", "files"], args: ["recover", "--deleted"] },
  { named: ["recover", "files"], args: ["recover", "gone.ts", "--to-original"] },
  { named: ["blame", "files"], args: ["blame", "app.ts"] },
])("the sections on $named name every field of: $args", async ({ named, args }) => {
  const words = new Set(
    named.flatMap((name) => [...(sections.get(name) ?? "").matchAll(/`([^`\n]+)`/g)].map(([, word]) => word)),
  );
  const keys = (await scene.json(...args)).flatMap(keysIn);
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter((key) => !words.has(key))).toEqual([]);
});

function keysIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) => [key, ...keysIn(inside)]);
}
