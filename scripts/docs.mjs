// The built command line -> docs/cli.md, or whether that page is still true; never edits another page.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, SetupError, say } from "./child.mjs";

const PAGE = join(ROOT, "docs", "cli.md");
const PRINTER = join(ROOT, "dist", "cli", "print-docs.js");

export function writeDocs() {
  writeFileSync(PAGE, printPage());
  return 0;
}

export function checkDocs() {
  if (existsSync(PAGE) && readFileSync(PAGE, "utf8") === printPage()) return 0;
  say("docs/cli.md is out of date: run `npm run docs` and commit it");
  return 1;
}

function printPage() {
  const printed = spawnSync(process.execPath, [PRINTER], { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (printed.status !== 0 || printed.stdout === "") {
    throw new SetupError(`dist/cli/print-docs.js printed no page (exit ${printed.status}): ${printed.stderr.trim()}`);
  }
  return printed.stdout;
}
