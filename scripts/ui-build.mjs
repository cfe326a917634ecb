// src/ui -> dist/ui: the dashboard as files that a page loads from its own server; made anew only when what it is made of changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT, SetupError } from "./child.mjs";

const SOURCE = join(ROOT, "src", "ui");
/** What it takes from the other folders. */
const ROWS = ["format", "graph", "view"].map((name) => join(ROOT, "src", name));
const SETTINGS = ["scripts/ui-build.mjs", "package-lock.json"].map((name) => join(ROOT, name));
/** Below dist. */
export const PAGES = "ui";
const OUTPUT = join(ROOT, "dist", PAGES);
const STAMP = join(OUTPUT, ".built-from");

export async function buildUi() {
  const wanted = sourceHash();
  if (existsSync(join(OUTPUT, "index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  rmSync(OUTPUT, { recursive: true, force: true });
  const [{ build }, { default: solid }] = await Promise.all([import("vite"), import("vite-plugin-solid")]);
  try {
    await build({
      root: SOURCE,
      configFile: false,
      logLevel: "warn",
      // Absolute addresses: a deep link loads the same files as the front page.
      base: "/",
      publicDir: false,
      plugins: [solid()],
      build: {
        outDir: OUTPUT,
        emptyOutDir: false,
        target: "es2023",
        // Nothing is put into the page itself: its policy lets only files of its own server run.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        chunkSizeWarningLimit: 1000,
        rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
      },
    });
  } catch (error) {
    throw new SetupError(`the build of the dashboard failed: ${error.message}`);
  }
  writeFileSync(STAMP, wanted);
}

function sourceHash() {
  const hash = createHash("sha256");
  for (const path of [...SETTINGS, ...[SOURCE, ...ROWS].flatMap(files)]) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .toSorted();
}
