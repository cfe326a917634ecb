// npm's variables and folders -> the command to call clew again: `npx clew` in a clone, else `clew`.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Environment } from "./io.ts";

export type Called = {
  readonly environment: Environment;
  /** The folder that holds clew's own package.json. */
  readonly packageDir: string;
  readonly cwd: string;
};

/** Elsewhere `npx clew` would fetch a package from the registry that is not ours. */
export function ownCommand({ environment, packageDir, cwd }: Called): "clew" | "npx clew" {
  const isByNpm = ["start", "npx"].includes(environment["npm_lifecycle_event"] ?? "");
  // npm runs scripts in the package's folder; INIT_CWD is the folder in which the person is.
  const folder = environment["INIT_CWD"] ?? cwd;
  const isInClone = isByNpm && isClone(packageDir) && nearestPackage(folder) === resolve(packageDir);
  return isInClone ? "npx clew" : "clew";
}

/** A published package holds no scripts. */
const isClone = (packageDir: string): boolean => existsSync(join(packageDir, "scripts", "run.mjs"));

/** The package whose commands `npx` runs: the first one on the way up. */
function nearestPackage(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, "package.json"))) return at;
    if (at === dirname(at)) return undefined;
  }
}
