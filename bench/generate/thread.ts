// A body -> an entry framed as its client version frames it, chained to the one before; knows no content.
import type { JsonObject } from "./json.ts";
import type { Damage } from "./damage.ts";
import { decoyDamage, decoyLine } from "./decoys.ts";
import type { Prose } from "./prose.ts";
import type { Rng } from "./rng.ts";
import { type Sink, openSpelledSink } from "./sink.ts";
import { type Spelling, clientSpelling } from "./spelling.ts";
import { type NeedlePlace, type Truth, add, addNeedle } from "./truth.ts";
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
  /** Default: as the client spells its JSON. */
  readonly spelling?: Spelling;
  /** What no client writes, or hardly ever; without it a session has none. */
  readonly oddities?: Oddities;
};

export type Oddities = {
  /** A stream of its own. */
  readonly rng: Rng;
  /** The length of one outsized result; 0 for none. */
  readonly hugeChars: number;
};

export type Kept = { readonly entry: JsonObject; readonly needle: NeedlePlace | undefined };

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
  readonly needle?: NeedlePlace | undefined;
  /** The line has no uuid, although the next one names it as its parent. */
  readonly anonymous?: true;
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

export const openSessionSink = ({ root, truth, spelling = clientSpelling }: Session, path: string): Sink =>
  openSpelledSink(root, path, { truth, spelling });

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
  const entry = frame(thread, place.anonymous ? { ...body, uuid: undefined } : body, place);
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
  const { needle } = place;
  if (needle !== undefined) addNeedle(session.truth, needle);
  if (session.kept !== undefined && thread.agentId === undefined) session.kept.push({ entry, needle });
  if (session.oddities !== undefined) writeOddities(thread, session.oddities, { entry, needle });
  return written;
}

function writeOddities(thread: Thread, { rng }: Oddities, { entry, needle }: Kept): void {
  const { session, sink } = thread;
  if (rng.chance(0.006)) {
    const decoy = decoyLine(rng, session.id);
    if (decoy.text === undefined) sink.put(decoy.entry);
    else sink.verbatim(decoy.text, decoy.entry);
    add(session.truth.decoys, decoy.kind);
  }
  if (rng.chance(0.003)) {
    const { bytes, reason } = decoyDamage(rng);
    sink.damaged(bytes, reason);
  }
  // The same line twice, as a hurried writer leaves it; a prompt without uuid would count twice.
  if (rng.chance(0.002) && (typeof entry["uuid"] === "string" || entry["parentUuid"] === undefined)) {
    sink.put(entry);
    if (needle !== undefined) addNeedle(session.truth, needle);
  }
}

/** Every place of a needle comes early in a tree, and then rarely. */
export function needleDue(session: Session, place: NeedlePlace): boolean {
  if (session.oddities === undefined) return false;
  return (session.truth.needles.places[place] ?? 0) < 2 || session.oddities.rng.chance(0.0001);
}

/** Whether something odd with this probability happens now. */
export const oddly = (session: Session, probability: number): boolean =>
  session.oddities?.rng.chance(probability) ?? false;

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
