// Logs of simulated sessions on disk -> what the index answers for them equals what the logs themselves tell, however they came about.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EvidencePool, type Summaries, evidencePool, knownFiles } from "../../src/find/index.ts";
import type { LogEvidence } from "../../src/graph/index.ts";
import { type Discovered, type FileMemory, discover, openCatalog } from "../../src/store/index.ts";
import { simulate } from "./simulation.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "clew-known-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const nowMs = Date.UTC(2030, 0, 1);
const unreadable = (error: Error): never => {
  throw error;
};

function saved(seed: number): readonly { readonly path: string; readonly bytes: Buffer }[] {
  const folder = join(home, "projects", "-p");
  mkdirSync(folder, { recursive: true });
  const simulation = simulate(seed, 60);
  for (const [key, bytes] of simulation.backups) {
    const path = join(home, "file-history", key);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, bytes);
  }
  return simulation.logs.map(({ path, bytes }) => ({ path: join(folder, basename(path)), bytes: Buffer.from(bytes) }));
}

const logsOf = ({ sessions, agents }: Discovered) => [...sessions, ...agents].filter(({ sizeBytes }) => sizeBytes > 0);

async function told(pool: EvidencePool, prompts: "with prompts" | "without"): Promise<readonly unknown[]> {
  const gathered = await pool.gather(logsOf(discover([home])), { prompts, onUnreadable: unreadable });
  return [...gathered].sort(([a], [b]) => a - b).map(([, { evidence }]) => plain(evidence));
}

const plain = ({ log, session, agent, isFork, events }: LogEvidence): unknown => ({
  log,
  session,
  agent,
  isFork,
  events: events.map(({ prompt: _prompt, at: { told: _told, ...at }, ...event }) => ({ ...event, at })),
});

test.each(Array.from({ length: 12 }, (_, seed) => seed))(
  "logs of simulation %i tell the same of files whether all of their lines are read or only those that bear on them",
  async (seed) => {
    for (const { path, bytes } of saved(seed)) writeFileSync(path, bytes);
    const pool = evidencePool([home]);
    expect(await told(pool, "without")).toEqual(await told(pool, "with prompts"));
    pool.close();
  },
);

/** What a crash, another program or an older client may leave between the lines. */
const strangers = [
  '{"type":"user","uuid":"broken',
  '{"parentUuid":null,"message":{"role":"user","content":"cut',
  '{"uuid":"u","type":"user","message":{"role":"user","content":"hello"}}',
  '{"type":"file-history-snapshot","messageId":"m","snapshot":{"messageId":"m","trackedFileBackups":{}}}',
  '{"parentUuid":null,"isSidechain":false,"attachment":{"type":"todo","filename":"/p/none"},"type":"attachment"}',
  '{"parentUuid":null,"cwd":"/p","sessionId":"SESSION","version":"VERSION","attachment":{"type":"file","filename":"b"},"type":"attachment"}',
  "",
  "[1, 2]",
];

test.each(strangers)(
  "logs with a line like %s tell the same of files whether all of their lines are read or not",
  async (line) => {
    for (const { path, bytes } of saved(3)) {
      const text = bytes.toString();
      const said = (key: string): string => new RegExp(`"${key}":"([^"]*)"`).exec(text)?.[1] ?? "";
      const own = line.replace("SESSION", said("sessionId")).replace("VERSION", said("version"));
      const lines = text.split("\n");
      for (const share of [0, 0.3, 0.6]) lines.splice(Math.floor(lines.length * share), 0, own);
      writeFileSync(path, lines.join("\n"));
    }
    const pool = evidencePool([home]);
    expect(await told(pool, "without")).toEqual(await told(pool, "with prompts"));
    pool.close();
  },
);

async function summaries(memory: FileMemory | undefined, most = Infinity): Promise<Summaries> {
  const found = discover([home]);
  const known = knownFiles({
    homes: [home],
    logs: logsOf(found),
    mainOf: () => undefined,
    memory,
    nowMs,
    onUnreadable: unreadable,
  });
  const answer = await known.summaries(most);
  known.close();
  return answer;
}

test.each([20, 21, 22, 23])(
  "an index that followed the logs of simulation %i answers as the logs do after every step",
  async (seed) => {
    const catalog = await openCatalog({ cacheDir: join(home, "cache"), dataDir: join(home, "data"), nowMs });
    if ("unavailable" in catalog) throw new Error(catalog.unavailable);
    const logs = saved(seed);
    for (let step = 1; step <= 4; step++) {
      logs.forEach(({ path, bytes }, at) => {
        const part = (share: number): number => bytes.indexOf(0x0a, Math.floor((bytes.length * share) / 4)) + 1;
        const [from, to] = [step === 1 ? 0 : part(step - 1), step === 4 ? bytes.length : part(step)];
        // One log stands still in every step, and one comes later.
        if (at % 4 === step % 4) return;
        if (step === 1) writeFileSync(path, bytes.subarray(from, to));
        else appendFileSync(path, bytes.subarray(from, to));
        utimesSync(path, 1_700_000_000 + step, 1_700_000_000 + step);
      });
      const fresh = await summaries(undefined);
      expect(await summaries(catalog.fileMemory), `step ${step}`).toEqual(fresh);
      expect(await summaries(catalog.fileMemory), `step ${step}, asked again`).toEqual(fresh);
    }
    const [last] = logs;
    if (last !== undefined) rmSync(last.path, { force: true });
    expect(await summaries(catalog.fileMemory), "a log is gone").toEqual(await summaries(undefined));
    catalog.close();
  },
);

test.each([30, 31])(
  "the first files of simulation %i are the same, whatever the index was asked before",
  async (seed) => {
    const catalog = await openCatalog({ cacheDir: join(home, "cache"), dataDir: join(home, "data"), nowMs });
    if ("unavailable" in catalog) throw new Error(catalog.unavailable);
    for (const { path, bytes } of saved(seed)) {
      writeFileSync(path, bytes);
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    }
    const { rows, all } = await summaries(undefined);
    expect(all).toBeGreaterThan(3);
    for (const most of [3, 0, all, 2, Infinity, 3, all + 5, 1])
      expect(await summaries(catalog.fileMemory, most), `${most}`).toEqual({ rows: rows.slice(0, most), all });
    catalog.close();
  },
);
