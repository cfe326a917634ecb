// Clew's cache folder -> compiled code kept in it between runs, for a quicker start; where that cannot be, nothing is kept or said.
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { systemCode } from "./system-code.ts";

const ownerFolder = 0o700;

/** Nothing is made before the folder itself is there: who never asked for an index gets none of this either. */
export function keepCompiledCode(cacheDir: string): void {
  // Node 20 has none; the types know only newer ones.
  if (!("enableCompileCache" in module) || !existsSync(cacheDir)) return;
  const folder = join(cacheDir, "compiled");
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: ownerFolder });
    const { status } = module.enableCompileCache(folder);
    const directory = module.getCompileCacheDir();
    // Its files are the owner's alone, the folder in which Node keeps those of each version is not.
    if (status === module.constants.compileCacheStatus.ENABLED && directory !== undefined)
      chmodSync(directory, ownerFolder);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}
