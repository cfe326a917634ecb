// Config homes -> a daemon on loopback that answers and tells, until it is stopped; it holds no log: processes of its own read them.
import type { Clock, Processes } from "../../live/index.ts";
import type { Feed, FeedOptions } from "../events/feed.ts";
import { listeners } from "../events/listeners.ts";
import { type RingLimits, eventRing } from "../events/ring.ts";
import { refusalJson } from "../guard/refusal.ts";
import { newToken } from "../guard/token.ts";
import { appOf } from "../http/app.ts";
import { listenOn } from "../http/listen.ts";
import { pagesIn } from "../http/page.ts";
import type { LaneProcess } from "../lane/worker.ts";
import { type LaneLimits, laneLimits } from "../lane/limits.ts";
import { type Answer, type LaneName, type Question, jsonAnswer } from "../lane/question.ts";
import { listAhead } from "../list/list-desk.ts";
import { indexUpkeep } from "./index-upkeep.ts";
import { type TokenChoice, dropLostTokens, portToken } from "./port-token.ts";
import { openScene } from "./scene.ts";
import { dropAllTokens } from "./token-file.ts";

export type DaemonOptions = {
  readonly homes: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly version: string;
  /** Whether the homes are the built-in demo. */
  readonly demo: boolean;
  /** Where the built dashboard is. */
  readonly pages: string;
  readonly actions: "allowed" | "none";
  readonly clock: Clock;
  readonly processes: Processes;
  /** Where clew keeps what it was told: titles, for one. */
  readonly dataDir: string;
  readonly startLane: (lane: LaneName, homes: readonly string[]) => LaneProcess;
  /** The list of sessions is read before anybody asks for it, and the index is brought up to date behind that. */
  readonly warm?: "list";
  /** What cannot be gone on with. */
  readonly onFailure: (error: Error) => void;
  readonly ring?: RingLimits;
  /** Default: `kept`. */
  readonly token?: TokenChoice;
  /** Default: those of lane/limits.ts. */
  readonly limits?: Readonly<Record<LaneName, LaneLimits>>;
};

export type Daemon = {
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** Messages about the token, for the person who started the daemon. */
  readonly notes: readonly string[];
  /** Everything that was there has been found. */
  readonly ready: Promise<void>;
  /** From now on these homes are served, which are no demo; whoever listens is told to read everything anew. */
  readonly show: (homes: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { clock, version, processes } = options;
  const startedMs = clock.nowMs();
  // Replaced by the token of the port before the first request can come in.
  let token = newToken();
  const ring = eventRing(startedMs, options.ring);
  const audience = listeners(ring, clock, () => ({ eventId: ring.newest(), version }));
  const sceneOf = (homes: readonly string[], start: FeedOptions["start"]) =>
    openScene({
      homes,
      start,
      dataDir: options.dataDir,
      ring,
      startLane: options.startLane,
      limits: options.limits ?? laneLimits,
      monotonicMs: clock.monotonicMs,
      onNews: audience.wake,
      onLogs: () => index.touch(),
      onFailure: options.onFailure,
    });
  let scene = sceneOf(options.homes, options.warm === undefined ? "at-once" : "held");
  const scenes = new Set([scene]);
  let { demo } = options;
  let isStopped = false;
  /** What is asked while the daemon goes, or still open then, is told so: nothing is wrong with the question. */
  async function ask(name: LaneName, question: Omit<Question, "nowMs">, signal?: AbortSignal): Promise<Answer> {
    if (isStopped) return stopping;
    try {
      return await scene.lane(name).ask({ ...question, nowMs: clock.nowMs() }, { ...(signal && { signal }) });
    } catch (error) {
      if (isStopped) return stopping;
      throw error;
    }
  }
  const listed = options.warm === undefined ? Promise.resolve() : warmed();
  const index = indexUpkeep({
    clock,
    after: listed,
    update: (onProgress) => scene.lane("index").ask({ about: "index", args: {}, nowMs: clock.nowMs() }, { onProgress }),
    tell(state) {
      ring.add("index", JSON.stringify(state));
      audience.wake();
    },
  });
  const pages = pagesIn(options.pages);
  const app = appOf({
    token: () => token,
    ask,
    pages(path) {
      const file = pages(path);
      // Whoever opens the dashboard asks this next: it starts while the page does.
      if (file?.type.startsWith("text/html") === true) scene.lane(path.startsWith("/s/") ? "read" : "list").start();
      return file;
    },
    actions: options.actions,
    nowMs: clock.nowMs,
    monotonicMs: clock.monotonicMs,
    health: () => ({
      name: "clew",
      version,
      pid: processes.ownPid,
      started: new Date(startedMs).toISOString(),
      homes: scene.feed.homes(),
      demo,
      actions: options.actions === "allowed",
      sessions: scene.feed.sessions(),
      index: index.state(),
      eventId: ring.newest(),
    }),
    statuses: () => ({ eventId: ring.newest(), sessions: scene.feed.statuses() }),
    live: (about, id) => liveFor(about, id, scene.feed),
    listen: ({ outgoing }, since) => audience.add(outgoing, since),
  });

  /** First the list, then the rest of a large tree, then the index: a page that is just being opened waits for nothing else. */
  async function warmed(): Promise<void> {
    const first = scene;
    // What goes wrong is told to whoever asks for the list.
    await Promise.race([ask("list", { about: listAhead, args: {} }).catch(() => undefined), passed(longestListMs)]);
    await passed(firstPageMs);
    first.feed.goOn();
    await passed(firstPageMs);
    // What is opened from the list is asked of this one.
    if (!isStopped) scene.lane("read").start();
  }

  function passed(ms: number): Promise<void> {
    return new Promise((resolve) => void clock.after(ms, resolve));
  }

  async function closeParts(): Promise<void> {
    isStopped = true;
    index.close();
    audience.close();
    await Promise.all([...scenes].map((one) => one.close()));
  }

  async function show(homes: readonly string[]): Promise<void> {
    const next = sceneOf(homes, "at-once");
    scenes.add(next);
    // Until all is found there, what was shown before is shown.
    await next.ready;
    const last = scene;
    scene = next;
    demo = false;
    ring.add("reload", JSON.stringify({ reason: "homes" }));
    audience.wake();
    index.touch();
    scenes.delete(last);
    await last.close();
  }

  try {
    const place = { dataDir: options.dataDir, ownUid: processes.ownUid };
    if (options.token === "renewed") dropAllTokens(place);
    const { server, port, taken } = await listenOn(app, options);
    const kept = portToken(place, options.port, port);
    ({ token } = kept);
    const lost = await dropLostTokens(place, { host: options.host, taken });
    const name = options.host.includes(":") ? `[${options.host}]` : options.host;
    return {
      url: `http://${name}:${port}/`,
      token,
      port,
      notes: [...(kept.note === undefined ? [] : [kept.note]), ...lost],
      ready: scene.ready,
      show,
      async stop() {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        await closeParts();
        server.closeIdleConnections();
        const cut = clock.after(patienceMs, () => server.closeAllConnections());
        await closed;
        cut();
      },
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
}

/** So long a page that is just being opened has the machine to itself. */
const firstPageMs = 600;
const longestListMs = 1500;

/** Answers on their way may be finished within this time. */
const patienceMs = 1500;

const stopping = jsonAnswer(
  refusalJson({
    status: 503,
    code: "stopping",
    message: "the daemon is going",
    hint: "start it again with `clew serve`",
  }),
  503,
);

function liveFor(about: string, id: string | undefined, feed: Feed): Question["live"] {
  if (about === "sessions" || about === "search") return Object.fromEntries(feed.parts());
  const status = about === "head" && id !== undefined ? feed.statusOf(id) : undefined;
  return status && { status };
}
