// The files that may open paths themselves -> each is there, and needs its exception.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EXCEPTIONS, openingsIn } from "./opening-rules.ts";
import { factsOf, parsed } from "./syntax.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test.each(Object.keys(EXCEPTIONS))("%s opens or lists files itself", (path) => {
  const { imports } = factsOf(parsed(readFileSync(`${ROOT}/${path}`, "utf8")));
  expect(openingsIn(imports)).not.toEqual([]);
});
