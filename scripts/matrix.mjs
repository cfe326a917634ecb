// The full table of reshaped sessions by released clients -> docs/real-clients.md, with the day and the commit it was made on.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./child.mjs";

const PAGE = join(ROOT, "docs", "real-clients.md");

/** Where the suite writes its table, and what else it must know to try everything. */
export function matrixEnvironment(folder) {
  return { CLEW_REAL_ALL: "1", CLEW_REAL_TABLE: join(folder, "real-clients-table.md") };
}

/** What failed stands in the table too: a page is written whenever there is a table. */
export function writeMatrix({ CLEW_REAL_TABLE: file }) {
  if (!existsSync(file)) return;
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(PAGE, `${heading(day, commit)}\n${readFileSync(file, "utf8")}`);
  rmSync(file);
}

const heading = (day, commit) => `# Reshaped sessions and released clients

Every command was run on real and recorded sessions, and every result was given to released clients on a copy, without
network. A cell tells how many results the client took, sent nothing of that the Messages API would refuse beyond what it
refuses of the source, and sent exactly the history that the plan promised, of how many. Sources that a client does not
take itself are left out. Repair gets every session with another kind of damage in it, and is held to the sound one. What clients do
to a full session before they send it (compact it, clear old results) was turned off. Made on ${day} at commit ${commit} by \`npm run matrix\`.
`;
