// A host -> a fresh home, config folder and working folder for one client, removed afterwards whatever happens.
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { slugOf } from "../format/index.ts";
import { searchPath } from "./host.ts";
import type { Host } from "./host.ts";

export type Place = {
  readonly home: string;
  readonly config: string;
  readonly cwd: string;
  /** The project's folder in which the client looks for its sessions. */
  readonly project: string;
  readonly temp: string;
  readonly path: string;
};

export async function withPlace<Result>(host: Host, use: (place: Place) => Promise<Result>): Promise<Result> {
  const root = await realpath(await mkdtemp(join(host.scratchDir, "proof-")));
  try {
    return await use(await furnish(root, host));
  } finally {
    // A killed client's children may still be writing when their folder goes.
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function furnish(root: string, host: Host): Promise<Place> {
  const home = join(root, "home");
  const config = join(home, ".claude");
  const cwd = join(root, "project");
  const project = join(config, "projects", slugOf(cwd));
  const temp = join(root, "tmp");
  for (const folder of [project, cwd, temp]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(config, ".claude.json"), JSON.stringify(acquaintance(cwd)));
  return { home, config, cwd, project, temp, path: searchPath(host) };
}

const dummyKey = "dummy-local-key";

/** What the client remembers of people who have met it: without it, it asks before it starts. */
const acquaintance = (cwd: string) => ({
  numStartups: 5,
  hasCompletedOnboarding: true,
  theme: "dark",
  autoUpdates: false,
  bypassPermissionsModeAccepted: true,
  customApiKeyResponses: { approved: [dummyKey], rejected: [] },
  projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
});

export type Environment = { readonly [name: string]: string };

export function clientEnvironment(place: Place, port: number, extra: Environment = {}): Environment {
  return {
    PATH: place.path,
    HOME: place.home,
    CLAUDE_CONFIG_DIR: place.config,
    TMPDIR: place.temp,
    CLAUDE_CODE_TMPDIR: place.temp,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: dummyKey,
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_BUG_COMMAND: "1",
    DISABLE_COST_WARNINGS: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // As root the client refuses to skip permissions unless it believes itself in a sandbox, which it is.
    IS_SANDBOX: "1",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    USER: "proof",
    ...extra,
  };
}
