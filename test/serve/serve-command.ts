// Flags and an environment -> `clew serve --json` as a process of its own: its line, what it says, how it ends; killed after the file's tests.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { type JsonObject, parsedObject } from "../../src/format/index.ts";
import { scratchFolder } from "../cli/tree.ts";

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

export type Run = {
  readonly child: ChildProcess;
  readonly line: Promise<JsonObject>;
  readonly code: Promise<number | null>;
  readonly said: () => string;
};

export function serve(args: readonly string[], env: Readonly<Record<string, string>>): Run {
  const child = spawn(process.execPath, [main, "serve", "--json", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  afterAll(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const line = new Promise<JsonObject>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (out.includes("\n")) resolve(parsedObject(out) ?? {});
    });
    child.once("close", () => reject(new Error(`it ended: ${err}`)));
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, line, code, said: () => err };
}

/** Folders of clew's own that nobody else has. */
export const world = (): Readonly<Record<string, string>> => {
  const folder = scratchFolder();
  return { XDG_CACHE_HOME: join(folder, "cache"), XDG_DATA_HOME: join(folder, "data") };
};
