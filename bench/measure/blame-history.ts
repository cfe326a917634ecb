// A file and its edits -> the same history twice: as commits in a repository of its own, and as a session in a home of its own.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { callOf, editLog } from "../generate/edit-log.ts";
import type { EditedFile } from "../generate/edited-file.ts";
import type { Job } from "./child.ts";
import { ContestError } from "./contest.ts";

export type BlameHistory = {
  /** A config home with the one session. */
  readonly home: string;
  /** The file as it is after the last edit. */
  readonly path: string;
  readonly git: (args: readonly string[]) => Job;
};

const session = "b1a3e000-0000-4000-8000-000000000001";
const fileName = "edited.ts";

/** Undefined where there is no git. */
export function blameHistory(file: EditedFile, scratch: string): BlameHistory | undefined {
  const work = join(scratch, "blame-work");
  const home = join(scratch, "blame-home");
  const logs = join(home, "projects", "-blame-work");
  const path = join(work, fileName);
  for (const folder of [work, logs]) mkdirSync(folder, { recursive: true });
  const git = (args: readonly string[]): Job => ({
    program: "git",
    args: ["-C", work, ...args],
    env: quietGit(scratch),
  });
  if (!runGit(git(["init", "-q", "-b", "main"]))) return undefined;
  if (!runGit(git(["fast-import", "--quiet"]), importOf(file)) || !runGit(git(["checkout", "-q", "-f", "main"])))
    throw new ContestError("git does not take the history");
  const log = join(logs, `${session}.jsonl`);
  writeFileSync(log, `${editLog(file, { path, session, cwd: work }).join("\n")}\n`);
  // What was written a moment ago may still change.
  utimesSync(log, new Date(2026, 0, 6), new Date(2026, 0, 6));
  return { home, path, git };
}

/** Nothing of the person's own settings is seen. */
const quietGit = (scratch: string): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: scratch,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: join(scratch, "no-git-config"),
});

function runGit({ program, args, env }: Job, input = ""): boolean {
  return spawnSync(program, [...args], { env: { ...env }, input, stdio: ["pipe", "ignore", "ignore"] }).status === 0;
}

/** A commit for each version, called as the session's call is. */
function importOf({ first, edits }: EditedFile): string {
  const versions = [first, ...edits.map(({ after }) => after)];
  return versions.map((lines, place) => commitOf(lines.join(""), place + 1)).join("");
}

function commitOf(text: string, version: number): string {
  const name = callOf(version);
  const seconds = Date.UTC(2026, 0, 5, 9) / 1000 + version;
  const who = `committer clew <clew@example.invalid> ${seconds} +0000`;
  const data = (content: string): string => `data ${Buffer.byteLength(content)}\n${content}\n`;
  return `commit refs/heads/main\n${who}\n${data(name)}M 100644 inline ${fileName}\n${data(text)}\n`;
}
