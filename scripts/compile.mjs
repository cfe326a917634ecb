// src -> dist, exactly: what changed is made anew, what is missing comes back, what has no source any more is removed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { BUNDLED, bundleCommand, keepCompiled } from "./bundle.mjs";
import { ROOT, SetupError, runTool } from "./child.mjs";
import { withSetupLock } from "./setup-lock.mjs";
import { PAGES, buildUi } from "./ui-build.mjs";

const SRC = join(ROOT, "src");
const DIST = join(ROOT, "dist");
const STAMP = join(DIST, ".built-from");
/** This folder is AssemblyScript, which has a compiler of its own: by output, the source that each kernel begins with. */
const KERNELS = "scan";
const KERNEL_SOURCES = { "kernel.wasm": "index.ts", "needle.wasm": "needle.ts" };
const KERNEL_ARGS = ["-O3", "--enable", "simd", "--runtime", "stub", "--noAssert", "--initialMemory", "16"];
const SETTINGS = [
  "scripts/compile.mjs",
  "scripts/bundle.mjs",
  "scripts/ui-build.mjs",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.base.json",
];

export async function compile() {
  if (isFresh()) return;
  await withSetupLock(async () => {
    if (isFresh()) return;
    const wanted = sourceHash();
    rmSync(STAMP, { force: true });
    // Forced, for the compiler goes by times: a file put back with an old time would look unchanged.
    const code = await runTool("typescript", ["-b", "--force"], { talk: true });
    if (code !== 0) throw new SetupError("the build failed: see the compiler's lines above");
    for (const output of Object.keys(KERNEL_SOURCES)) await compileKernel(output);
    for (const path of orphanOutputs()) rmSync(path);
    await bundleCommand();
    await keepCompiled();
    await buildUi();
    writeFileSync(STAMP, wanted);
  });
}

async function compileKernel(output) {
  const args = [join("src", KERNELS, KERNEL_SOURCES[output]), "-o", join("dist", KERNELS, output), ...KERNEL_ARGS];
  const code = await runTool("assemblyscript", args, { talk: true });
  if (code !== 0) throw new SetupError("the build failed: see the lines of the kernel's compiler above");
}

function isFresh() {
  if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== sourceHash()) return false;
  return wantedOutputs().every((path) => existsSync(join(DIST, path))) && orphanOutputs().length === 0;
}

function sourceHash() {
  const hash = createHash("sha256");
  for (const path of [...SETTINGS.map((name) => join(ROOT, name)), ...files(SRC).toSorted()]) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function wantedOutputs() {
  const kernels = Object.keys(KERNEL_SOURCES).map((output) => `${KERNELS}/${output}`);
  return [...sourceStems().map((stem) => `${stem}.js`), ...kernels, `${BUNDLED}/main.cjs`, `${PAGES}/index.html`];
}

function orphanOutputs() {
  const sources = new Set(wantedOutputs().map((path) => path.replace(/\.[a-z]+$/, "")));
  return files(DIST).filter((path) => {
    if ([BUNDLED, PAGES].some((name) => relative(DIST, path).startsWith(`${name}${sep}`))) return false;
    const ending = /(\.d\.ts|\.js|\.wasm)(\.map)?$/.exec(path);
    return ending !== null && !sources.has(stemOf(DIST, path.slice(0, ending.index)));
  });
}

function sourceStems() {
  return files(SRC)
    .filter((path) => /(?<!\.d)\.ts$/.test(path))
    .map((path) => stemOf(SRC, path.slice(0, -".ts".length)))
    .filter((stem) => ![KERNELS, PAGES].some((name) => stem.startsWith(`${name}/`)));
}

function stemOf(folder, path) {
  return relative(folder, path).split(sep).join("/");
}

function files(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name));
}
