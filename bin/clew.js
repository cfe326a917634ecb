#!/usr/bin/env node
// The installed command -> the built command line, in a clone on the Node that was fetched for it; never does work of its own.
"use strict";

const { existsSync, readdirSync } = require("node:fs");
const path = require("node:path");

const main = path.join(__dirname, "..", "dist", "clew", "main.cjs");
const newer = newerNode();

if (!existsSync(main)) {
  process.stderr.write("clew is not built yet: run `npm run build` first\n");
  process.exitCode = 2;
} else if (newer === undefined) require(main);
else runOn(newer);

/** Only where this Node is too old for the index. An installed package has none beside it. */
function newerNode() {
  const isHandedOn = process.env.CLEW_HANDED_ON !== undefined;
  // What we start is no business of this.
  delete process.env.CLEW_HANDED_ON;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const fetched = path.join(__dirname, "..", ".toolchain", "node_modules");
  if (isHandedOn || major > 22 || (major === 22 && minor >= 13) || !existsSync(fetched)) return undefined;
  const name = process.platform === "win32" ? "node.exe" : "node";
  return readdirSync(fetched)
    .map((folder) => path.join(fetched, folder, "bin", name))
    .find((file) => existsSync(file));
}

function runOn(node) {
  const { spawn } = require("node:child_process");
  const { isatty } = require("node:tty");
  const env = { ...process.env, CLEW_HANDED_ON: "1" };
  const child = spawn(node, [__filename, ...process.argv.slice(2)], { stdio: "inherit", env });
  // A terminal tells both of us of Ctrl-C and of its end.
  const isTold = [0, 1, 2].some((descriptor) => isatty(descriptor));
  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"])
    process.on(signal, () => (isTold && signal !== "SIGTERM" ? undefined : child.kill(signal)));
  // One that does not run here is no reason to fail.
  child.on("error", () => require(main));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
