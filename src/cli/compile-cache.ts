// Clew's cache folder -> compiled code kept between runs, there or as the build left it, for a quicker start; where that cannot be, nothing is kept or said.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemCode } from "./system-code.ts";

const ownerFolder = 0o700;

/** For a process of ours that is started by this one: it begins with what was compiled before, and adds to it. */
export function compiledElsewhere(): Readonly<Record<string, string>> {
  const directory = "getCompileCacheDir" in module ? module.getCompileCacheDir() : undefined;
  if (directory === undefined) return {};
  // A cache may be deleted at any time: Node would make it again for everybody to read.
  keptForOwner(() => void mkdirSync(directory, { recursive: true, mode: ownerFolder }));
  // What Node names is the folder of its own version.
  return { NODE_COMPILE_CACHE: dirname(directory) };
}

/** Of a process that is not asked before it is ended. */
export function keepCompiledNow(): void {
  if ("flushCompileCache" in module) module.flushCompileCache();
}

/** Nothing is made before the folder itself is there: who never asked for an index starts from what the build compiled. */
export function keepCompiledCode(cacheDir: string): void {
  // Node 20 has none; the types know only newer ones.
  if (!("enableCompileCache" in module)) return;
  if (!existsSync(cacheDir)) {
    const built = fileURLToPath(new URL("./compiled", import.meta.url));
    if (existsSync(built)) module.enableCompileCache(built);
    return;
  }
  const folder = join(cacheDir, "compiled");
  keptForOwner(() => {
    if (!existsSync(folder)) mkdirSync(folder, { mode: ownerFolder });
    if (!holdsPlainFiles(folder)) return;
    const { status } = module.enableCompileCache(folder);
    const directory = module.getCompileCacheDir();
    // Its files are the owner's alone, the folder in which Node keeps those of each version is not.
    if (status === module.constants.compileCacheStatus.ENABLED && directory !== undefined)
      for (const one of [folder, directory]) chmodSync(one, ownerFolder);
  });
}

/** Node reads whatever is there: it would wait for a pipe and follow a link. */
function holdsPlainFiles(folder: string): boolean {
  return (
    lstatSync(folder).isDirectory() &&
    readdirSync(folder, { withFileTypes: true }).every(
      (version) =>
        version.isDirectory() &&
        readdirSync(join(folder, version.name), { withFileTypes: true }).every((file) => file.isFile()),
    )
  );
}

function keptForOwner(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}
