// dist -> dist/clew: the command line and its threads in a few files, for a start in milliseconds; the library stays as it is.
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./child.mjs";

const DIST = join(ROOT, "dist");
/** Below dist. */
export const BUNDLED = "clew";

/** Scripts that run in threads of their own are found by name, beside the file that starts them. */
const isThread = (path) => path.endsWith("-thread.js");

export async function bundleCommand() {
  // Loaded now, for these scripts begin to run before anything is installed.
  const { rolldown } = await import("rolldown");
  rmSync(join(DIST, BUNDLED), { recursive: true, force: true });
  const threads = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter(isThread);
  const input = Object.fromEntries([
    ["main", join(DIST, "cli", "main.js")],
    ...threads.map((path) => [`lib/${basename(path, ".js")}`, join(DIST, path)]),
  ]);
  const build = await rolldown({ input, platform: "node", logLevel: "warn" });
  await build.write({
    dir: join(DIST, BUNDLED),
    format: "esm",
    entryFileNames: "[name].js",
    // As deep below dist as the modules themselves, so that what they name beside them is found.
    chunkFileNames: "lib/[name]-[hash].js",
  });
  await build.close();
}
