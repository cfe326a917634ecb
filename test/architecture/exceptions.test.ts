// The list of files that may open paths themselves -> each is there and needs its place in the list.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EXCEPTIONS } from "./opening-rules.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test.each(Object.keys(EXCEPTIONS))("%s imports node:fs and opens something", (path) => {
  expect(readFileSync(`${ROOT}/${path}`, "utf8")).toMatch(
    /\b(readFile|open|readdir|cp|copyFile)(Sync)?\b[\s\S]*node:fs/,
  );
});
