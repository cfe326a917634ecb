// A program and the environment -> how it ended; a line goes to the shell as the person wrote it, nothing is ever put into it.
import { type SpawnOptions, spawn } from "node:child_process";
import type { Ended, Environment, Program } from "./io.ts";
import { systemCode } from "./system-code.ts";

export function startProgram({ run, environment, output }: Program, around: Environment): Promise<Ended> {
  const sink = output === "stderr" ? 2 : "ignore";
  const options: SpawnOptions = {
    env: { ...around, ...environment },
    stdio: ["ignore", sink, sink],
    windowsHide: true,
  };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      const reason = systemCode(error);
      if (reason === undefined) reject(new Error("a program could not be started", { cause: error }));
      else resolve({ kind: "not-started", reason });
    };
    try {
      const child =
        run.kind === "line" ? spawn(run.line, { ...options, shell: true }) : spawn(run.command, run.args, options);
      child.once("error", fail);
      // Killed by a signal is no success.
      child.once("exit", (code) => resolve({ kind: "exit", code: code ?? 1 }));
    } catch (error) {
      fail(error);
    }
  });
}
