// dist -> dist/clew: the command line and its threads in a few files, for a start in milliseconds; the library stays as it is.
import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT, SetupError } from "./child.mjs";
import { scratchHome } from "./scratch-home.mjs";

const DIST = join(ROOT, "dist");
/** Below dist. */
export const BUNDLED = "clew";

/** Scripts that run in threads of their own are found by name, beside the file that starts them. */
const isThread = (path) => path.endsWith("-thread.js");

/** People wait for these most often: all that they need stands in one file, for finding many takes longer than reading one. */
const QUICK = ["commands/ls", "commands/search", "guard", "version"]
  .map((name) => `cli/${name}.js`)
  .concat("store/catalog/catalog.js");
/**
 * Of the rest, what commands of one kind begin with is one file for each kind, with all that it needs and the kinds before
 * it do not have; what others share is another.
 */
const KINDS = {
  counting: ["find/stats/", "find/survey.js", "cli/count-logs.js", "cli/figure-text.js"],
  live: ["live/", "cli/live/"],
  files: ["graph/files/", "find/files/", "find/recover/", "cli/files/"],
};
const SHARED = { name: "shared", minShareCount: 3, test: (path) => !path.includes("node_modules") };

/** One of each kind, on the demo where a session is needed. */
const STARTS = [
  "--help",
  "ls --no-index",
  "stats --no-index",
  "search --no-index clew",
  "show 9b821b81 --dir demo",
  "doctor 9b821b81 --dir demo",
  "files --dir demo",
  "clone 9b821b81 --dry-run --dir demo",
  "repair 9b821b81 --dry-run --dir demo",
  "trim 9b821b81 --dry-run --dir demo",
  "status --dir demo",
];

export async function bundleCommand() {
  rmSync(join(DIST, BUNDLED), { recursive: true, force: true });
  // What runs before compiled code is looked for has to be small, whoever else needs it.
  const first = await modulesOf([join(DIST, "cli", "main.js")]);
  const quick = await modulesOf(QUICK.map((path) => join(DIST, path)));
  const kinds = Object.entries(KINDS).map(([name, places], index) => ({
    name,
    priority: 8 - index,
    test: (path) => places.some((place) => path.startsWith(join(DIST, place))),
  }));
  const groups = [
    { name: "first", priority: 10, test: (path) => first.has(path) },
    { name: "quick", priority: 9, test: (path) => quick.has(path) },
    ...kinds,
    SHARED,
  ];
  const needs = await bundle(["main", join(DIST, "cli", "main.js")], { codeSplitting: { groups } });
  checkStart(needs);
  // Each is one file, with nothing in it that only commands need: a thread starts anew in each run.
  const threads = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter(isThread);
  for (const path of threads) await bundleThread(`lib/${basename(path, ".js")}`, join(DIST, path));
}

/** What people run before they have an index, once each: Node keeps what it compiled, and they start from there. */
export async function keepCompiled() {
  const compiled = join(DIST, BUNDLED, "compiled");
  mkdirSync(compiled);
  const scratch = scratchHome(process.env);
  for (const command of STARTS)
    spawnSync(process.execPath, [join(ROOT, "bin", "clew.js"), ...command.split(" ")], {
      cwd: ROOT,
      env: scratch.env,
      stdio: "ignore",
    });
  await servedOnce(scratch.env);
  await askedOnce({ ...scratch.env, NODE_COMPILE_CACHE: compiled });
  scratch.remove();
}

/** Until it says where it is. */
async function servedOnce(env) {
  const args = ["serve", "--port", "0", "--json"];
  const daemon = spawn(process.execPath, [join(ROOT, "bin", "clew.js"), ...args], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(daemon, "exit");
  await Promise.race([once(daemon.stdout, "data"), ended]);
  daemon.kill("SIGTERM");
  await ended;
}

/** What every page begins with: the list of sessions. */
async function askedOnce(env) {
  const settings = { homes: [], cwd: ROOT, cacheDir: "", dataDir: "", command: ["clew"], demoHome: "" };
  const lane = fork(join(DIST, BUNDLED, "lib", "lane-thread.cjs"), [JSON.stringify(settings)], {
    env,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = once(lane, "exit");
  lane.send({ id: 1, question: { about: "sessions", args: {}, nowMs: 0 } });
  await Promise.race([once(lane, "message"), ended]);
  if (lane.connected) lane.disconnect();
  await ended;
}

/** One that awaits at its top level must be a module of the newer kind, and is started by a line of the older one. */
async function bundleThread(name, entry) {
  try {
    await bundle([name, entry], { codeSplitting: false });
  } catch (error) {
    if (!/top-level await/i.test(error.message)) throw error;
    await bundle([name, entry], { codeSplitting: false, format: "esm", entryFileNames: "[name].mjs" });
    writeFileSync(join(DIST, BUNDLED, `${name}.cjs`), `import("./${basename(name)}.mjs");\n`);
  }
}

/** What these need as soon as they are loaded; of packages nothing. */
async function modulesOf(entries) {
  const build = await begin(Object.fromEntries(entries.map((path) => [basename(path, ".js"), path])));
  const { output } = await build.generate({ format: "cjs" });
  await build.close();
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set();
  const open = output.filter(({ isEntry }) => isEntry);
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    for (const path of chunk.moduleIds) if (!path.includes("node_modules")) found.add(path);
    open.push(...chunk.imports.flatMap((name) => chunks.get(name) ?? []));
  }
  return found;
}

async function bundle([name, entry], splitting) {
  const build = await begin({ [name]: entry });
  const { output } = await build.write({
    dir: join(DIST, BUNDLED),
    // Node finds and links modules of the older kind in half the time.
    format: "cjs",
    entryFileNames: "[name].cjs",
    // As deep below dist as the modules themselves, so that what they name beside them is found.
    chunkFileNames: "lib/[name]-[hash].cjs",
    ...splitting,
  });
  await build.close();
  const needs = new Map(output.map(({ fileName, imports = [] }) => [fileName, imports]));
  checkOrder(needs);
  return needs;
}

/** Node compiles anew, in every run, what is loaded before it is told where compiled code is kept. */
function checkStart(needs) {
  const own = (needs.get("main.cjs") ?? []).filter((name) => needs.has(name));
  const early = own.filter((name) => !/^lib\/(first|rolldown-runtime)-/.test(name));
  if (early.length > 0) throw new SetupError(`the bundle starts with more than it needs: ${early.join(", ")}`);
}

/** Files that need each other in a circle would meet each other half loaded. */
function checkOrder(needs) {
  const done = new Set();
  const visit = (name, way) => {
    if (way.includes(name)) throw new SetupError(`the bundle goes in a circle: ${[...way, name].join(" -> ")}`);
    if (done.has(name)) return;
    for (const next of needs.get(name) ?? []) visit(next, [...way, name]);
    done.add(name);
  };
  for (const name of needs.keys()) visit(name, []);
}

async function begin(input) {
  // Loaded now, for these scripts begin to run before anything is installed.
  const { rolldown } = await import("rolldown");
  // No module does anything when it is loaded, but the entries: of a door only what is asked for comes along.
  const moduleSideEffects = (path) => Object.values(input).includes(path);
  return rolldown({
    input,
    platform: "node",
    logLevel: "warn",
    treeshake: { moduleSideEffects },
    plugins: [{ name: "builtins", renderChunk: (code) => loadedWhenUsed(code) }],
  });
}

/** What Node itself brings is loaded when it is first used: a listing needs no threads and no cryptography. */
function loadedWhenUsed(code) {
  const pattern = /^let (node_\w+) = require\("(node:(?!fs|path)\w+)"\);$/gm;
  return Array.from(code.matchAll(pattern)).reduce((changed, [line, name, builtin]) => {
    const rest = changed.replace(line, "");
    // Another shape than that of named imports is left as it is.
    if (new RegExp(`\\b${name}\\b(?!\\.)`).test(rest)) return changed;
    const holder = `lazy_${name}`;
    const used = rest.replaceAll(new RegExp(`\\b${name}\\.`, "g"), `${holder}.it.`);
    return `const ${holder} = { get it() { return require("${builtin}"); } };\n${used}`;
  }, code);
}
