// Lines to paste -> the programs that a real shell starts for each of them, with their folder, home and words.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../cli/tree.ts";

export type Shell = { readonly name: string; readonly program: string; readonly args: readonly string[] };

/** Two of them interactive: only those expand a history. */
export const shells: readonly Shell[] = [
  { name: "sh", program: "sh", args: [] },
  { name: "dash", program: "dash", args: [] },
  { name: "bash", program: "bash", args: ["--norc"] },
  { name: "interactive bash", program: "bash", args: ["--norc", "--noprofile", "-i"] },
  { name: "zsh", program: "zsh", args: ["-f"] },
  { name: "interactive zsh", program: "zsh", args: ["-f", "-i", "-s"] },
  { name: "ksh", program: "ksh", args: [] },
  { name: "busybox sh", program: "busybox", args: ["sh"] },
  { name: "fish", program: "fish", args: ["--no-config"] },
];

/** `.ci/run` installs all of them, and says so: then a missing one is a failure. */
export const isMissing = ({ program }: Shell): boolean =>
  process.env["CLEW_REQUIRE_TOOLS"] !== "1" && spawnSync(program, ["-c", "exit 0"]).error !== undefined;

export type Started = {
  readonly program: string;
  readonly folder: string;
  /** CLAUDE_CONFIG_DIR. */
  readonly home: string;
  readonly words: readonly string[];
};

/** What each line started, in order. The shell is back in the base folder before each line. */
export async function startedBy(
  shell: Shell,
  lines: readonly string[],
  base: string,
): Promise<readonly (readonly Started[])[]> {
  const { record, path, scriptPath } = probes();
  const script = lines.map((line, at) => `cd '${base}'; printf 'line\\000%s\\000' ${at} >> "$RECORD"\n${line}\n`);
  writeFileSync(scriptPath, script.join(""));
  // A file, for fish takes no script from the socket that Node makes of a pipe.
  const input = openSync(scriptPath, "r");
  const { CLAUDE_CONFIG_DIR: _, ...environment } = process.env;
  // A relative folder may not be looked up in CDPATH. In a session of its own, an interactive shell finds no terminal to take.
  const child = spawn(shell.program, shell.args, {
    cwd: base,
    detached: true,
    env: {
      ...environment,
      PATH: `${path}:${process.env["PATH"] ?? ""}`,
      RECORD: record,
      CDPATH: "/",
      LC_ALL: "C.UTF-8",
    },
    stdio: [input, "ignore", "ignore"],
  });
  closeSync(input);
  await once(child, "close");
  return startedIn(existsSync(record) ? readFileSync(record, "utf8") : "", lines.length);
}

/** Programs with the names that lines start, and one that none may start, which write down how they were called. */
function probes(): { readonly record: string; readonly path: string; readonly scriptPath: string } {
  const folder = scratchFolder();
  const path = join(folder, "bin");
  mkdirSync(path);
  for (const name of ["claude", "clew", "canary"]) {
    const code = `#!/bin/sh\nprintf '%s\\0' start ${name} "$PWD" "$CLAUDE_CONFIG_DIR" "$#" "$@" >> "$RECORD"\n`;
    writeFileSync(join(path, name), code);
    chmodSync(join(path, name), 0o755);
  }
  return { record: join(folder, "record"), path, scriptPath: join(folder, "script") };
}

function startedIn(record: string, count: number): readonly (readonly Started[])[] {
  const all: Started[][] = Array.from({ length: count }, () => []);
  const fields = record.split("\0");
  let line: Started[] | undefined;
  for (let at = 0; at < fields.length - 1;) {
    const [kind, program = "", folder = "", home = "", words = ""] = fields.slice(at, at + 5);
    const end = kind === "line" ? at + 2 : at + 5 + Number(words);
    if (kind === "line") line = all[Number(program)];
    else line?.push({ program, folder, home, words: fields.slice(at + 5, end) });
    at = end;
  }
  return all;
}
