// A released version -> the path of its installed binary; complete or absent, and npm sees nobody's home.
import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { searchPath } from "./host.ts";
import type { Host } from "./host.ts";
import type { Environment } from "./place.ts";

export type Client = { readonly version: string; readonly binary: string };

export type InstallOptions = {
  readonly version: string;
  /** The client comes to lie in `dir/version`. */
  readonly dir: string;
  readonly host: Host;
  /** What npm needs to reach its registry from here: proxies, certificates. Nothing else of the environment is passed. */
  readonly environment?: Environment;
  readonly timeoutMs?: number;
};

const packageName = "@anthropic-ai/claude-code";
const run = promisify(execFile);

export async function installClient(options: InstallOptions): Promise<Client> {
  const { version, dir, host, environment, timeoutMs = 300_000 } = options;
  const target = join(dir, version);
  const client = { version, binary: join(target, "node_modules", ".bin", "claude") };
  if (await exists(client.binary)) return client;

  await mkdir(dir, { recursive: true });
  const partial = await mkdtemp(join(dir, `.partial-${version}-`));
  try {
    await writeFile(join(partial, "package.json"), JSON.stringify({ name: "client", private: true }));
    const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", `${packageName}@${version}`];
    const env = { ...environment, PATH: searchPath(host), HOME: join(partial, ".home") };
    await run("npm", args, { cwd: partial, env, timeout: timeoutMs });
    await rm(join(partial, ".home"), { recursive: true, force: true });
    await rm(target, { recursive: true, force: true });
    await rename(partial, target);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return client;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
