// docs/json.md and what the commands print -> every field is named in the section of its command.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isObject } from "../../src/format/index.ts";
import { type Printed, reshapeHome, weaveId } from "./reshape-home.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/json.md", import.meta.url)), "utf8");
const sections = new Map(page.split(/\n(?=## )/).map((text) => [/^## `clew ([a-z]+)/.exec(text)?.[1] ?? "", text]));

/** Each on what the ones before it left. */
const said: readonly (readonly [string, ...string[]])[] = [
  ["clone", "trim", weaveId, "--calls", "stub"],
  ["keep", "keep", weaveId],
  ["title", "title", weaveId, "Rows"],
  ["history", "history"],
  ["restore", "restore"],
  ["delete", "delete", weaveId],
  ["restore", "restore", weaveId],
];

test("every field that the commands print is named in their section", async () => {
  const scene = reshapeHome();
  const check = (section: string, printed: readonly Printed[]): void => {
    const words = new Set([...(sections.get(section) ?? "").matchAll(/`([^`\n]+)`/g)].map(([, word]) => word));
    const keys = printed.flatMap(keysIn);
    expect(keys.length).toBeGreaterThan(2);
    expect({ section, missing: keys.filter((key) => !words.has(key)) }).toEqual({ section, missing: [] });
  };
  for (const [section, ...args] of said) check(section, await scene.all(...args));
  const { operation } = await scene.json("clone", weaveId, "--force");
  check("undo", [await scene.json("undo", String(operation))]);
});

function keysIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) => [key, ...keysIn(inside)]);
}
