// A config home -> a real daemon on a free port of loopback that serves it, and ways to ask it; ended when the file's tests are done.
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { afterAll, vi } from "vitest";
import { startLane } from "../../src/cli/serve/start-lane.ts";
import { type JsonObject, isObject } from "../../src/format/index.ts";
import { nodeClock } from "../../src/live/index.ts";
import { type Daemon, type DaemonOptions, type LaneProcess, jsonAnswer, startDaemon } from "../../src/serve/index.ts";
import { nodeProcesses } from "../../src/store/index.ts";
import { scratchFolder } from "../cli/tree.ts";

// Processes are started here, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

export type Told = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
  readonly json: () => JsonObject;
};

export type Asking = {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly method?: string;
  readonly body?: string;
};

export type ServedHome = {
  readonly daemon: Daemon;
  readonly cacheDir: string;
  /** Below /api/v1, with the token. */
  readonly api: (path: string, asking?: Asking) => Promise<Told>;
  /** Any path, with nothing but what is given. */
  readonly ask: (path: string, asking?: Asking) => Promise<Told>;
};

type Index = "kept" | "none";

/** Most tests need no index: then no process is started for it. */
export function daemonOptions(homes: readonly string[], folder: string, index: Index = "none"): DaemonOptions {
  const places = { cacheDir: join(folder, "cache"), dataDir: join(folder, "data") };
  const settings = {
    homes,
    cwd: "/",
    timeZone: "UTC",
    ...places,
    command: "clew",
    demoHome: "/nowhere",
    userDir: folder,
  };
  return {
    homes,
    host: "127.0.0.1",
    port: 0,
    version: "1.2.3",
    demo: false,
    pages: join(folder, "pages"),
    actions: "none",
    clock: nodeClock,
    processes: nodeProcesses(),
    dataDir: places.dataDir,
    startLane: (lane) => (lane === "index" && index === "none" ? indexless() : startLane(settings, lane, process.env)),
    onFailure(error) {
      throw error;
    },
  };
}

function indexless(): LaneProcess {
  let take: (said: unknown) => void = () => undefined;
  return {
    send: ({ id }) => take({ id, answer: jsonAnswer(JSON.stringify({ unavailable: "none is wanted" })) }),
    onSaid(use) {
      take = use;
    },
    onEnd: () => undefined,
    end: () => Promise.resolve(),
  };
}

type More = Partial<DaemonOptions> & { readonly index?: Index };

export async function served(home: string, { index, ...more }: More = {}): Promise<ServedHome> {
  const folder = scratchFolder();
  const daemon = await startDaemon({ ...daemonOptions([home], folder, index), ...more });
  afterAll(async () => {
    agent.destroy();
    await daemon.stop();
  });
  await daemon.ready;
  const ask: ServedHome["ask"] = (path, asking) => askAt(daemon.port, path, asking);
  const api: ServedHome["api"] = (path, { headers, ...asking } = {}) =>
    ask(`/api/v1${path}`, { ...asking, headers: { authorization: `Bearer ${daemon.token}`, ...headers } });
  return { daemon, cacheDir: join(folder, "cache"), api, ask };
}

const agent = new Agent({ keepAlive: true });

/** The path goes out as it is: what `fetch` would tidy up is what is to be seen. */
export function askAt(port: number, path: string, { headers = {}, method = "GET", body }: Asking = {}): Promise<Told> {
  return new Promise((resolve, reject) => {
    const lists = Object.fromEntries(
      Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => [
        name,
        typeof value === "string" ? value : [...value],
      ]),
    );
    const asking = request(
      { host: "127.0.0.1", port, path, method, headers: lists, setHost: false, agent },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const bytes = Buffer.concat(parts);
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, json: () => objectIn(bytes) });
        });
      },
    );
    asking.on("error", reject);
    asking.end(body);
  });
}

function objectIn(bytes: Buffer): JsonObject {
  const value: unknown = JSON.parse(bytes.toString("utf8"));
  if (!isObject(value)) throw new Error(`no object: ${bytes.toString("utf8").slice(0, 200)}`);
  return value;
}
