#!/usr/bin/env node
// The installed command -> the built command line; never does work of its own.
"use strict";

const { existsSync } = require("node:fs");
const path = require("node:path");

const main = path.join(__dirname, "..", "dist", "clew", "main.cjs");

if (existsSync(main)) require(main);
else {
  process.stderr.write("clew is not built yet: run `npm run build` first\n");
  process.exitCode = 2;
}
