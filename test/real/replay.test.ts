// Released clients, installed and run on copies -> does clew foretell, block by block, what they send on resume?
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installClient, startProver } from "../../src/proof/index.ts";
import type { Client, Prover } from "../../src/proof/index.ts";
import { replay } from "./replay.ts";
import type { Verdict } from "./replay.ts";
import { corpusSamples, recordedSamples } from "./sessions.ts";
import type { Sample } from "./sessions.ts";
import { scoreOf, table } from "./table.ts";

const newest = "2.1.325";
/** Writes results in one line of descent, as all clients before 2.1 did. */
const older = "2.0.76";

const { env } = process;
const clientsDir = env["CLEW_REAL_CLIENTS"] ?? fileURLToPath(new URL("../../.cache/clients", import.meta.url));
const jobs = Number(env["CLEW_REAL_JOBS"] ?? Math.min(2, availableParallelism()));
const keep = env["CLEW_REAL_KEEP"];
const minute = 60_000;

const reachesRegistry = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(HTTPS?|NO)_PROXY|npm_config_(registry|cafile))$/i;
const registryEnvironment = Object.fromEntries(
  Object.entries(env).flatMap(([name, value]) =>
    reachesRegistry.test(name) && value !== undefined ? [[name, value]] : [],
  ),
);

describe("released clients", () => {
  let scratchDir = "";
  let provers: readonly Prover[] = [];
  const clients = new Map<string, Client>();
  const recorded = new Map<string, readonly Sample[]>();

  beforeAll(async () => {
    scratchDir = await mkdtemp(join(tmpdir(), "clew-real-"));
    const host = { node: process.execPath, path: env["PATH"] ?? "", scratchDir };
    for (const version of [older, newest]) {
      const options = { version, dir: clientsDir, host, environment: registryEnvironment };
      clients.set(version, await installClient(options));
    }
    provers = await Promise.all(Array.from({ length: jobs }, () => startProver(host)));
    for (const [version, client] of clients) recorded.set(version, await recordedSamples(client, scratchDir, provers));
  }, 12 * minute);

  afterAll(async () => {
    await Promise.all(provers.map((prover) => prover.close()));
    await rm(scratchDir, { recursive: true, force: true });
  });

  const asks = (version: string, samples: readonly Sample[]): Promise<readonly Verdict[]> => {
    const client = clients.get(version);
    if (client === undefined) throw new Error(`client ${version} is not installed`);
    return replay(samples, { client, provers, keep });
  };
  const report = (title: string, verdicts: readonly Verdict[]): number => {
    process.stdout.write(`\n${table(`${title} (${provers[0]?.isolation})`, verdicts)}`);
    const { equal, total } = scoreOf(verdicts);
    return equal / total;
  };

  it("two clients are installed and both have recorded every scenario", () => {
    expect(clients.size).toBe(2);
    for (const samples of recorded.values()) expect(samples.length).toBeGreaterThan(50);
  });

  it(
    `clew foretells what ${newest} sends for at least 99 of 100 sessions`,
    async () => {
      const samples = [...corpusSamples(env["CLEW_CORPUS"]), ...[...recorded.values()].flat()];
      const verdicts = await asks(newest, samples);
      expect(report(`what ${newest} sends on resume`, verdicts)).toBeGreaterThanOrEqual(0.99);
    },
    10 * minute,
  );

  it(
    `clew foretells what ${older} sends for at least 99 of 100 of its own sessions`,
    async () => {
      const verdicts = await asks(older, recorded.get(older) ?? []);
      expect(report(`what ${older} sends on resume`, verdicts)).toBeGreaterThanOrEqual(0.99);
    },
    6 * minute,
  );
});
