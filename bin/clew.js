#!/usr/bin/env node
// The installed command -> the built command line; never does work of its own.
import { existsSync } from "node:fs";
import module from "node:module";

const main = new URL("../dist/clew/main.js", import.meta.url);

if (existsSync(main)) {
  module.enableCompileCache?.();
  await import(main.href);
} else {
  process.stderr.write("clew is not built yet: run `npm run build` first\n");
  process.exitCode = 2;
}
