// A name -> a config home in the temporary folder with one session and everything that belongs to it, and a world whose clock stands still.
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach } from "vitest";
import { type Line, slugOf, utf8Bytes, utf8Text } from "../../src/format/index.ts";
import {
  type OpenSource,
  type Pieces,
  type RewriteJob,
  type World,
  nodeWorld,
  openSource,
} from "../../src/store/index.ts";
import { call, craft, sessionId, text } from "../craft.ts";

export const newId = "99999999-8888-4777-8666-555555555555";
const strangerId = "00000000-8888-4777-8666-555555555555";
/** When the tree was last written to, and the time it is now. */
export const writtenMs = Date.UTC(2026, 0, 2);
const nowMs = Date.UTC(2026, 0, 3);

export type ScratchHome = {
  readonly root: string;
  readonly home: string;
  readonly folder: string;
  readonly path: string;
  readonly world: World;
  readonly remove: () => void;
};

export type HomeOptions = {
  /** How many turns the session has. */
  readonly turns?: number;
  readonly sidecars?: "all" | "none";
};

export function scratchHome(options: HomeOptions = {}): ScratchHome {
  const root = mkdtempSync(join(tmpdir(), "clew-rewrite-"));
  const home = join(root, "home");
  const folder = join(home, "projects", slugOf("/home/ada/loom"));
  furnish({ home, folder }, options);
  return {
    root,
    home,
    folder,
    path: join(folder, `${sessionId}.jsonl`),
    world: stillWorld(join(root, "data")),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Waiting makes it later, and nothing else does. */
export function stillWorld(dataDir: string): World {
  let now = nowMs;
  return { ...nodeWorld(dataDir), nowMs: () => now, pause: (ms) => void (now += ms) };
}

export function sessionText(turns: number): string {
  const log = craft();
  for (let turn = 0; turn < turns; turn++) {
    log.prompt(`Warp ${turn}?`);
    log.reply([text(`Weft ${turn}.`), call(`toolu_${turn}`)]);
    log.result(`toolu_${turn}`, { content: "x".repeat(turn % 50) });
  }
  return log.text();
}

function furnish({ home, folder }: { readonly home: string; readonly folder: string }, options: HomeOptions): void {
  const own = join(folder, sessionId);
  const agent = `${JSON.stringify({ type: "user", uuid: "a1", sessionId, agentId: "a1b2c3d", isSidechain: true })}\n`;
  put(join(folder, `${sessionId}.jsonl`), sessionText(options.turns ?? 3));
  if (options.sidecars === "none") return;
  put(join(own, "subagents", "agent-a1b2c3d.jsonl"), agent);
  put(join(own, "subagents", "agent-a1b2c3d.meta.json"), '{"agentType":"general-purpose"}');
  put(join(own, "tool-results", "b12345678.txt"), "long output");
  put(join(own, "resume-head.jsonl"), "{}\n");
  put(join(folder, "agent-0badcafe.jsonl"), agent);
  put(join(folder, "agent-00000000.jsonl"), agent.replace(sessionId, strangerId));
  put(join(home, "file-history", sessionId, "0123456789abcdef@v1"), "as it was");
  put(join(home, "todos", `${sessionId}-agent-${sessionId}.json`), "[]");
  put(join(home, "tasks", sessionId, "1.json"), '{"id":"1"}');
  put(join(home, "tasks", sessionId, ".lock"), "");
}

export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
  utimesSync(path, writtenMs / 1000, writtenMs / 1000);
}

/** Every file below, by its path: what it holds. */
export function filesBelow(folder: string): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    const path = join(item.parentPath, item.name);
    all[relative(folder, path)] = hashOf(path);
  }
  return all;
}

export const hashOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");
export const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** Nothing but the session id changes. */
export function* renamed(lines: Iterable<Line>, to: string): Generator<Uint8Array, void, undefined> {
  for (const { bytes } of lines) {
    if (bytes === undefined) throw new Error("a line that is too long");
    yield utf8Bytes(`${utf8Text(bytes).replaceAll(sessionId, to)}\n`);
  }
}

export type CloneOptions = { readonly to?: string; readonly folder?: string; readonly pieces?: Pieces };

export function cloneJob(opened: OpenSource, home: ScratchHome, options: CloneOptions = {}): RewriteJob {
  const { to = newId, folder = home.folder } = options;
  const pieces = options.pieces ?? renamed(opened.source.lines(1, opened.lineCount), to);
  return {
    command: "clone",
    args: [sessionId],
    ledger: { kept: 0, changed: opened.lineCount, dropped: 0, added: 0 },
    inUse: "refuse",
    results: [
      {
        target: { sessionId: to, folder, home: home.home },
        sources: [{ opened, renameAgent: (lines) => renamed(lines, to), setAside: [] }],
        pieces,
        judge: () => [],
      },
    ],
  };
}

/** Opens the session, lets `use` work with it, and closes it. */
export function withSource<T>(home: ScratchHome, use: (opened: OpenSource) => T, world = home.world): T {
  const opened = openSource(home.path, world);
  try {
    return use(opened);
  } finally {
    opened.close();
  }
}

/** Homes for the tests of one file, each removed when its test ends. */
export function freshHomes(options: HomeOptions = {}): () => ScratchHome {
  const homes: ScratchHome[] = [];
  afterEach(() => {
    for (const home of homes.splice(0)) home.remove();
  });
  return () => {
    const home = scratchHome(options);
    homes.push(home);
    return home;
  };
}
