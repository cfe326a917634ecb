// package-lock.json -> node_modules that match it; a finished install is stamped with the lock's hash, an unfinished one never is.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, SetupError, runNpm, say } from "./child.mjs";
import { withSetupLock } from "./setup-lock.mjs";

const MODULES = join(ROOT, "node_modules");
const STAMP = join(MODULES, ".clew-installed");

export async function installDependencies() {
  const wanted = lockHash();
  if (readStamp() === wanted) return;
  await withSetupLock(async () => {
    if (readStamp() === wanted) return;
    say("installing dependencies (npm ci)");
    if ((await install()) !== 0) await installAgain();
    writeFileSync(STAMP, wanted);
  });
}

function install() {
  return runNpm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
}

// A run that was killed may leave an npm behind that still writes; it ends by itself, and a dropped connection comes back.
async function installAgain() {
  say("npm ci failed; once more in ten seconds");
  await sleep(10_000);
  rmSync(MODULES, { recursive: true, force: true, maxRetries: 3 });
  const code = await install();
  if (code !== 0) throw new SetupError(`npm ci failed with exit ${code}: its message is above`);
}

// Native parts differ by platform, so a checkout shared between two systems installs again.
function lockHash() {
  const hash = createHash("sha256").update(readFileSync(join(ROOT, "package-lock.json")));
  return hash.update(`${process.platform}-${process.arch}`).digest("hex");
}

function readStamp() {
  try {
    return readFileSync(STAMP, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
