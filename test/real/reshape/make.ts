// A sample and an operation -> the sessions that the command made, or why it made none; clew is run as a person runs it.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isObject, stringField } from "../../../src/format/index.ts";
import type { Sample } from "../sessions.ts";
import type { Operation } from "./operations.ts";
import type { Workplace } from "./workplace.ts";

export type Made = {
  readonly sample: Sample;
  readonly operation: Operation;
  readonly source: string;
  readonly results: readonly string[];
  /** What the command complained about; then there is no result. */
  readonly complaint: string | undefined;
};

const binary = fileURLToPath(new URL("../../../bin/clew.js", import.meta.url));
const run = promisify(execFile);

/** Undefined: the operation has nothing to do here. */
export async function make(
  sample: Sample,
  operation: Operation,
  { subject, file, root }: Workplace,
): Promise<Made | undefined> {
  const args = operation.args(subject);
  if (args === undefined) return undefined;
  // What was damaged is measured against the sound session.
  const about = { sample, operation, source: operation.before === "damage" ? sample.file : file };
  try {
    const first = await reshape(args, root);
    const [made] = first;
    const { next } = operation;
    if (made === undefined) return undefined;
    const results = next === undefined ? first : await reshape(next(subject, made.sessionId), root);
    return { ...about, results: results.map(({ path }) => path), complaint: undefined };
  } catch (error) {
    return { ...about, results: [], complaint: lastLine(error) };
  }
}

type Session = { readonly sessionId: string; readonly path: string };

async function reshape(args: readonly string[], root: string): Promise<readonly Session[]> {
  const env = { ...process.env, XDG_DATA_HOME: join(root, "data"), XDG_CACHE_HOME: join(root, "cache") };
  const { stdout } = await run(process.execPath, [binary, ...args, "--dir", join(root, "home"), "--json"], { env });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const printed: unknown = JSON.parse(line);
      const sessionId = isObject(printed) ? stringField(printed, "sessionId") : undefined;
      const path = isObject(printed) ? stringField(printed, "path") : undefined;
      return sessionId === undefined || path === undefined ? [] : [{ sessionId, path }];
    });
}

const lastLine = (error: unknown): string => String(error).trim().split("\n").at(-1) ?? "";
