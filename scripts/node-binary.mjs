// A pin -> the path of that Node's binary, fetched once into a folder; never touches the machine's own Node.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, SetupError, runNpm, say } from "./child.mjs";
import { OLDEST_FOR_USE, OLDEST_FOR_WORK, isAtLeast, pinFor } from "./node-pins.mjs";
import { withSetupLock } from "./setup-lock.mjs";

const BINARY = process.platform === "win32" ? "node.exe" : "node";

/** The Node that everything else runs on: the running one when it is new enough, else one in `.toolchain`. */
export async function findWorkNode() {
  if (isAtLeast(process.version, OLDEST_FOR_WORK)) return process.execPath;
  const pin = pinFor(24);
  const advice = `Node ${OLDEST_FOR_WORK.join(".")} or newer is needed (this is ${process.version}): install it and run this again`;
  if (pin === undefined)
    throw new SetupError(`${advice}; no package carries one for ${process.platform}-${process.arch}`);
  const fetched = await withSetupLock(() => fetchNode(pin, join(ROOT, ".toolchain")));
  if (fetched.path === undefined) throw new SetupError(`${advice}; ${fetched.reason}`);
  return fetched.path;
}

/** major -> path or reason, for every Node that the published command promises to run on. */
export async function findPromisedNodes(machineNode) {
  const found = {};
  for (const major of [20, 22, 24]) found[major] = await findPromisedNode(major, machineNode);
  return found;
}

async function findPromisedNode(major, machineNode) {
  if (majorOf(process.version) === major) return { path: process.execPath };
  if (machineNode !== undefined) {
    const version = versionOf(machineNode);
    if (version !== undefined && majorOf(version) === major && isAtLeast(version, OLDEST_FOR_USE))
      return { path: machineNode };
  }
  const pin = pinFor(major);
  if (pin === undefined) return { reason: `no package carries Node ${major} for ${process.platform}-${process.arch}` };
  return withSetupLock(() => fetchNode(pin, join(ROOT, ".cache", "nodes", String(major))));
}

async function fetchNode(pin, folder) {
  const path = join(folder, "node_modules", pin.name, "bin", BINARY);
  if (versionOf(path) === `v${pin.version}`) return { path };
  say(`fetching Node ${pin.version} (once)`);
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeManifest(fresh, pin);
  const code = await runNpm(
    ["ci", "--prefix", fresh, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: fresh,
    },
  );
  if (code !== 0) return { reason: `npm could not fetch ${pin.name}@${pin.version} (exit ${code})` };
  // Complete or absent: an interrupted fetch leaves only the `.new` folder.
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  const version = versionOf(path);
  if (version !== `v${pin.version}`) return { reason: `${pin.name}@${pin.version} does not run here` };
  return { path };
}

function writeManifest(folder, pin) {
  const manifest = { name: "toolchain", version: "1.0.0", private: true, dependencies: { [pin.name]: pin.version } };
  const lock = {
    name: manifest.name,
    version: manifest.version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": manifest, [`node_modules/${pin.name}`]: { version: pin.version, integrity: pin.integrity } },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
}

function versionOf(path) {
  if (!existsSync(path)) return undefined;
  const answer = spawnSync(path, ["--version"], { encoding: "utf8" });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

function majorOf(version) {
  return Number(version.replace(/^v/, "").split(".")[0]);
}
