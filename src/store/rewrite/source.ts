// A session's path -> its graph, its lines on demand, its hash and what tells whether it changes; opened for reading only.
import { decodeLine, isEntryId } from "../../format/index.ts";
import { type Log, type ReadEntry, type Session, gatherLog, lazySession } from "../../graph/index.ts";
import type { Source } from "../../reshape/index.ts";
import { readAgents } from "../agent-files.ts";
import { entryReader } from "../entry-reader.ts";
import { type Look, lookAtSession } from "../liveness.ts";
import { type SessionPlace, sessionPlace } from "../session-place.ts";
import { worldError } from "../world-error.ts";
import { sparedBytes, startSparingMemory } from "../young-generation.ts";
import { changedMeanwhile } from "./copies.ts";
import { type FileFacts, isSameFile } from "./file-facts.ts";
import { type LineFile, openLineFile } from "./line-file.ts";
import { type Marks, lineMarks } from "./marks.ts";
import { outlineOf } from "./outline.ts";
import type { OwnIds } from "./renamed-lines.ts";
import type { World } from "./world.ts";

export type OpenSource = Pick<LineFile, "bytes" | "placeOf" | "close"> & {
  /** As the planners want it. */
  readonly source: Source;
  readonly read: ReadEntry;
  /** The same, each line changed so before it is read. */
  readonly readChanged: (change: (bytes: Uint8Array) => Uint8Array) => ReadEntry;
  /** What of an entry is sent, long texts shortened. */
  readonly readOutline: ReadEntry;
  /** Of what of each entry is sent: the same for the same content, whatever its ids. */
  readonly marks: () => Marks;
  readonly place: SessionPlace;
  /** Taken before the first byte was read. */
  readonly look: Look;
  readonly sizeBytes: number;
  readonly lineCount: number;
  /** Of the bytes that were read. */
  readonly sha256: string;
  /** Where it was opened unhashed: somebody else has made the hash, of a file with these facts. */
  readonly tellHash: (sha256: string, facts: FileFacts) => void;
  readonly sessionIds: ReadonlySet<string>;
  /** Whether an entry of the session or of one of its agents has this uuid. */
  readonly isOwn: (id: string) => boolean;
  /** Its graph is not looked at any more: a large one makes room for the next. */
  readonly letGo: () => void;
};

/** A thread that reads the same file meanwhile: it tells the hash later, and whoever asks sooner waits. It may have briefs ready. */
export type ReadAside = { readonly briefs?: SharedArrayBuffer };

/** Below a config home a link is refused; elsewhere the person named it, and what it leads to is meant. */
export function openSource(path: string, world: World, aside?: ReadAside): OpenSource {
  try {
    const real = sessionPlace(path).home === undefined ? world.disk.realPath(path) : path;
    return openAs(real, { path: real, aside }, world);
  } catch (error) {
    throw worldError(error, path);
  }
}

type Opening = {
  readonly path: string;
  readonly aside?: ReadAside | undefined;
};

/** A file that is to be the session at `path`, and does not stand there yet. */
export function openAs(file: string, opening: Opening, world: World): OpenSource {
  const look = lookAtSession(file, world);
  const lines = openLineFile(world.disk, file);
  // Whoever plans reads all lines again, too; where another thread hashes, all that is planned is a copy.
  const work = opening.aside === undefined ? "any" : "copy";
  const endSparing = startSparingMemory(sparedBytes(lines.facts.sizeBytes, work));
  try {
    if (lines.facts.kind !== "file" || !isSameFile(lines.facts, look.facts)) throw changedMeanwhile(file);
    const opened = built(lines, look, opening);
    return Object.assign(opened, { close });
  } catch (error) {
    close();
    throw error;
  }

  function close(): void {
    lines.close();
    endSparing();
  }
}

function built(file: LineFile, look: Look, { path, aside }: Opening): Omit<OpenSource, "close"> {
  const readChanged: OpenSource["readChanged"] = (change) =>
    entryReader((number) => {
      const line = file.lineAt(number);
      return line && decodeLine(line.bytes === undefined ? line : { ...line, bytes: change(line.bytes) });
    });
  const read = readChanged((bytes) => bytes);
  let held: Held | undefined = gathered(file, { path, aside }, read);
  let sha256 = aside === undefined ? file.sha256() : undefined;
  const ids = held.log.state.sessionIds;
  const [inside] = ids.keys();
  const place = sessionPlace(path, inside);
  // What was let go of is made again for whoever asks after all.
  const holding = (): Held => (held ??= gathered(file, { path, aside: {} }, read));
  return {
    source: {
      sessionId: place.sessionId,
      get session() {
        return holding().session;
      },
      lines: file.lines,
      passing: file.passing,
      renamer: (wanted) => file.renamer(wanted, idsIn(holding().logs)),
    },
    read,
    readChanged,
    readOutline(node) {
      const entry = file.briefAt(node.line) ?? read(node);
      return entry && outlineOf(entry);
    },
    marks: () => holding().marks,
    place,
    look: { ...look, place: { ...place, path: look.place.path } },
    sizeBytes: file.facts.sizeBytes,
    lineCount: file.lineCount(),
    get sha256() {
      return (sha256 ??= file.hashAgain());
    },
    tellHash(told, facts) {
      if (isSameFile(facts, file.facts)) sha256 ??= told;
    },
    sessionIds: new Set(ids.keys()),
    isOwn: (id) => isEntryId(id) && holding().logs.some(({ byId }) => byId.has(id)),
    letGo: () => void (held = undefined),
    bytes: file.bytes,
    placeOf: file.placeOf,
  };
}

function idsIn(logs: readonly Log[]): OwnIds {
  return {
    count: logs.reduce((sum, { byId }) => sum + byId.size, 0),
    *ids() {
      for (const { byId } of logs) yield* byId.keys();
    },
  };
}

type Held = {
  readonly log: Log;
  readonly session: Session;
  /** Its own and those of its agents. */
  readonly logs: readonly Log[];
  readonly marks: Marks;
};

function gathered(file: LineFile, { path, aside }: Opening, read: ReadEntry): Held {
  const marks = lineMarks();
  const elsewhere = aside && (aside.briefs === undefined ? "unhashed" : { aside: aside.briefs });
  const log = gatherLog(file.briefs(marks, elsewhere));
  const agentLogs = readAgents(path, log.state.sessionIds);
  const session = lazySession(log, { agentLogs, read });
  return { log, session, logs: [log, ...agentLogs.map((agent) => agent.log)], marks };
}
