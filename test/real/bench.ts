// Versions -> a bench: those clients installed, provers to run them, a scratch folder; closed by whoever opened it.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installClient, startProver } from "../../src/proof/index.ts";
import type { Client, Prover } from "../../src/proof/index.ts";

export type Bench = {
  readonly scratchDir: string;
  readonly provers: readonly Prover[];
  readonly client: (version: string) => Client;
  readonly close: () => Promise<void>;
};

const { env } = process;
const clientsDir = env["CLEW_REAL_CLIENTS"] ?? fileURLToPath(new URL("../../.cache/clients", import.meta.url));
const jobs = Number(env["CLEW_REAL_JOBS"] ?? Math.min(2, availableParallelism()));

const reachesRegistry = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(HTTPS?|NO)_PROXY|npm_config_(registry|cafile))$/i;
const registryEnvironment = Object.fromEntries(
  Object.entries(env).flatMap(([name, value]) =>
    reachesRegistry.test(name) && value !== undefined ? [[name, value]] : [],
  ),
);

export async function openBench(versions: readonly string[]): Promise<Bench> {
  const scratchDir = await mkdtemp(join(tmpdir(), "clew-real-"));
  const host = { node: process.execPath, path: env["PATH"] ?? "", scratchDir };
  const clients = new Map<string, Client>();
  for (const version of versions) {
    const options = { version, dir: clientsDir, host, environment: registryEnvironment };
    clients.set(version, await installClient(options));
  }
  const provers = await Promise.all(Array.from({ length: jobs }, () => startProver(host)));
  return {
    scratchDir,
    provers,
    client(version) {
      const client = clients.get(version);
      if (client === undefined) throw new Error(`client ${version} is not installed`);
      return client;
    },
    async close() {
      await Promise.all(provers.map((prover) => prover.close()));
      await rm(scratchDir, { recursive: true, force: true });
    },
  };
}
