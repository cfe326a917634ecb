// A host -> whether a terminal can be had there; under CI, where the suite may install, it is installed first.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Host, hasTerminal } from "../../src/proof/index.ts";

const run = promisify(execFile);
const minute = 60_000;

export async function haveTerminal(host: Host, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (await hasTerminal(host)) return true;
  if (env["CI"] !== "true" || process.getuid?.() !== 0) return false;
  const options = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" }, timeout: 3 * minute };
  try {
    await run("apt-get", ["update", "-qq"], options);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "tmux"], options);
  } catch (error) {
    process.stdout.write(`tmux could not be installed: ${String(error)}\n`);
  }
  return hasTerminal(host);
}
