// Arguments of the built command -> what a real terminal gets from it; the terminal is made by `script` of util-linux.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "../cli/tree.ts";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const folder = scratchFolder();
let count = 0;

/** Other systems have another `script`, or none. */
export const hasPty = String(spawnSync("script", ["--version"]).stdout).includes("util-linux");

export type PtyRun = {
  readonly home: string;
  /** Behind the command, as a shell reads it: where a stream goes to. */
  readonly redirect?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Typed as soon as the terminal shows the first text. */
  readonly type?: { readonly after: string; readonly keys: string };
};

export type PtyEnd = { readonly code: number | null; readonly text: string };

/** Lines end with a line feed alone, as clew wrote them: the terminal itself adds the carriage returns. */
export function onPty(
  args: readonly string[],
  { home, redirect = "", environment = {}, type }: PtyRun,
): Promise<PtyEnd> {
  const command = [process.execPath, binary, ...args].map(quoted).join(" ");
  count += 1;
  const line = join(folder, `run-${count}.sh`);
  writeFileSync(line, `stty cols 180 rows 40\nexec ${command} ${redirect}\n`);
  const { NO_COLOR: _, FORCE_COLOR: __, ...around } = process.env;
  const child = spawn("script", ["-q", "-e", "-c", `exec sh ${quoted(line)}`, "/dev/null"], {
    env: { ...around, TERM: "xterm-256color", SHELL: "/bin/sh", CLAUDE_CONFIG_DIR: home, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let text = "";
  let isTyped = false;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (type === undefined || isTyped || !text.includes(type.after)) return;
    isTyped = true;
    child.stdin.write(type.keys);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, text: text.replaceAll("\r\n", "\n") }));
  });
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
