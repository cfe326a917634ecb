// An environment -> whether the homes it names lie in the temporary folder; never looks inside them.
import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, relative } from "node:path";

/** The variables through which a program finds a person's sessions. */
export const HOME_VARIABLES = ["HOME", "CLAUDE_CONFIG_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME"] as const;

export function isScratch(env: Readonly<Record<string, string | undefined>>): boolean {
  return HOME_VARIABLES.every((name) => isInTemporaryFolder(env[name]));
}

function isInTemporaryFolder(path: string | undefined): boolean {
  if (path === undefined || !isAbsolute(path)) return false;
  const way = relative(realpathSync(tmpdir()), existsSync(path) ? realpathSync(path) : path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}
