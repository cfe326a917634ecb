// A body -> an entry framed as its client version frames it, chained to the one before; knows no content.
import type { JsonObject } from "./json.ts";
import type { Damage } from "./damage.ts";
import type { Prose } from "./prose.ts";
import type { Rng } from "./rng.ts";
import type { Sink } from "./sink.ts";
import type { Truth } from "./truth.ts";
import type { Version } from "./versions.ts";

export type Clock = { ms: number };

export type Session = {
  /** The folder that holds `projects`, as a path for openSink. */
  readonly root: string;
  /** `projects/<slug>` */
  readonly folder: string;
  readonly id: string;
  readonly cwd: string;
  readonly gitBranch: string;
  readonly version: Version;
  readonly surface: "tui" | "sdk";
  readonly rng: Rng;
  readonly prose: Prose;
  readonly truth: Truth;
  readonly damage: Damage;
  readonly clock: Clock;
  /** The adjective-verb-noun name that clients give a session after its first turns. */
  readonly slug?: string;
  /** Entries of the main file kept for a later fork. */
  readonly kept?: Kept[];
};

export type Kept = { readonly entry: JsonObject; readonly needle: boolean };

export type Thread = {
  readonly session: Session;
  readonly sink: Sink;
  readonly agentId?: string;
  readonly sidechain: boolean;
  promptId: string;
  parent: string | null;
  prompts: number;
  turns: number;
  /** The lines of the newest message and what followed it: what a compaction of newer clients preserves. */
  round: string[];
  /** What each prompt of the live path hung off: where a rewind may go back to. */
  spots: string[];
};

export type Stamp = { readonly uuid: string; readonly timestamp: string };

export type Place = {
  /** Default: the line before. */
  readonly parent?: string | null;
  readonly logicalParent?: string | null;
  readonly promptId?: string;
  /** Nothing that is counted hangs on this entry: damage may tear it. */
  readonly fragile?: true;
  readonly needle?: true;
};

export function openThread(session: Session, sink: Sink, agent?: { readonly agentId?: string }): Thread {
  return {
    session,
    sink,
    ...(agent?.agentId === undefined ? {} : { agentId: agent.agentId }),
    sidechain: agent !== undefined,
    promptId: session.rng.uuid(),
    parent: null,
    prompts: 0,
    turns: 0,
    round: [],
    spots: [],
  };
}

export function tick(session: Session, lowMs: number, highMs: number): string {
  session.clock.ms += session.rng.int(lowMs, highMs);
  return new Date(session.clock.ms).toISOString();
}

export const stamp = (thread: Thread): Stamp => ({
  uuid: thread.session.rng.uuid(),
  timestamp: tick(thread.session, 3, 4000),
});

/** Writes a body that holds its own `uuid`; the next entry hangs off it. */
export function emit(thread: Thread, body: JsonObject & Stamp, place: Place = {}): string {
  const entry = frame(thread, body, place);
  thread.parent = body.uuid;
  if (write(thread, entry, place) === "written") thread.round.push(body.uuid);
  return body.uuid;
}

/** Writes a line outside the chain: no uuid, no parent. */
export function note(thread: Thread, entry: JsonObject): void {
  write(thread, entry, {});
}

function write(thread: Thread, entry: JsonObject, place: Place): "written" | "torn" {
  const { session, sink } = thread;
  const written = session.damage.write(sink, entry, place.fragile === true ? "fragile" : "whole");
  if (written === "torn") return written;
  if (place.needle === true) session.truth.needles.lines += 1;
  if (session.kept !== undefined && thread.agentId === undefined)
    session.kept.push({ entry, needle: place.needle === true });
  return written;
}

function frame(thread: Thread, body: JsonObject, place: Place): JsonObject {
  const { session, agentId } = thread;
  const { version, cwd, id: sessionId, gitBranch } = session;
  const parentUuid = place.parent === undefined ? thread.parent : place.parent;
  const head = { parentUuid, logicalParentUuid: place.logicalParent, isSidechain: thread.sidechain };
  const slug = thread.turns > 1 ? session.slug : undefined;
  if (version.keys === "early")
    return {
      ...head,
      userType: "external",
      cwd,
      sessionId,
      version: version.version,
      gitBranch,
      agentId,
      slug,
      ...body,
    };
  const entrypoint = session.surface === "sdk" ? "sdk-cli" : "cli";
  return {
    ...head,
    promptId: place.promptId,
    agentId,
    ...body,
    userType: "external",
    entrypoint,
    cwd,
    sessionId,
    version: version.version,
    gitBranch,
    slug,
  };
}
