// Logs with hostile names and titles -> what shells offer for them: ids alone, and nothing is run on the way.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { hostileNames } from "./hostile-names.ts";
import { isMissing } from "./shells.ts";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const idOf = (at: number): string => `33333333-0000-4000-8000-${String(at).padStart(12, "0")}`;

/** Every title is on a log with a proper id, and is the name of another file too. */
function scene(count: number) {
  const base = scratchFolder();
  const folder = join(base, "home", "projects", "-home-ada-loom");
  const bin = join(base, "bin");
  const trace = join(base, "trace");
  for (const made of [folder, bin]) mkdirSync(made, { recursive: true });
  for (const [at, { name }] of hostileNames(3, count).entries()) {
    const line = JSON.stringify({ type: "custom-title", customTitle: name, sessionId: idOf(at) });
    writeFileSync(join(folder, `${idOf(at)}.jsonl`), `${line}\n`);
    writeFileSync(join(folder, `33333333${name}.jsonl`), `${line}\n`);
  }
  for (const [name, code] of [
    ["canary", `: > '${trace}'`],
    ["clew", `exec '${process.execPath}' '${binary}' "$@"`],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${code}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...process.env, CLAUDE_CONFIG_DIR: join(base, "home"), PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  return { env, trace };
}

const scripts = [
  [
    "bash",
    "source <(clew completions bash); COMP_WORDS=(clew show 3333) COMP_CWORD=2; _clew; printf '%s\\n' \"${COMPREPLY[@]}\"",
  ],
  [
    "zsh",
    "compdef() { :; }; _describe() { print -rl -- ${(P)@[-1]}; }; source <(clew completions zsh); words=(clew show 3333) CURRENT=3; _clew",
  ],
  ["fish", "clew completions fish | source; complete -C 'clew show 3333'"],
] as const;

for (const [program, script] of scripts)
  test.skipIf(isMissing({ name: program, program, args: [] }))(
    `${program} offers ids for 40 hostile titles and file names, and runs none of them`,
    () => {
      const { env, trace } = scene(40);
      const { stdout, stderr } = spawnSync(program, ["-c", script], { env, encoding: "utf8" });
      expect(stderr).toBe("");
      const offered = stdout.trimEnd().split("\n");
      expect(offered.map((line) => line.slice(0, 36)).toSorted()).toEqual(
        Array.from({ length: 40 }, (_, at) => idOf(at)),
      );
      expect(stdout).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(existsSync(trace)).toBe(false);
    },
  );
