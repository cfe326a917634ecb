// A session's path -> its graph, its lines on demand, its hash and what tells whether it changes; opened for reading only.
import { type Decoded, decodeLine, isEntryId } from "../../format/index.ts";
import { type ReadEntry, buildSession, gatherLog } from "../../graph/index.ts";
import type { Source } from "../../reshape/index.ts";
import { readAgents } from "../agent-files.ts";
import { entryReader } from "../entry-reader.ts";
import { type Look, lookAtSession } from "../liveness.ts";
import { type SessionPlace, sessionPlace } from "../session-place.ts";
import { worldError } from "../world-error.ts";
import { withSmallYoungGeneration } from "../young-generation.ts";
import { changedMeanwhile } from "./copies.ts";
import { isSameFile } from "./file-facts.ts";
import { type LineFile, openLineFile } from "./line-file.ts";
import type { World } from "./world.ts";

export type OpenSource = Pick<LineFile, "bytes" | "placeOf" | "close"> & {
  /** As the planners want it. */
  readonly source: Source;
  readonly read: ReadEntry;
  readonly place: SessionPlace;
  /** Taken before the first byte was read. */
  readonly look: Look;
  readonly sizeBytes: number;
  readonly lineCount: number;
  /** Of the bytes that were read. */
  readonly sha256: string;
  readonly sessionIds: ReadonlySet<string>;
  /** Whether an entry of the session or of one of its agents has this uuid. */
  readonly isOwn: (id: string) => boolean;
};

/** Below a config home a link is refused; elsewhere the person named it, and what it leads to is meant. */
export function openSource(path: string, world: World): OpenSource {
  try {
    const real = sessionPlace(path).home === undefined ? world.disk.realPath(path) : path;
    return openAs(real, real, world);
  } catch (error) {
    throw worldError(error, path);
  }
}

/** A file that is to be the session at `path`, and does not stand there yet. */
export function openAs(file: string, path: string, world: World): OpenSource {
  const look = lookAtSession(file, world);
  const lines = openLineFile(world.disk, file);
  try {
    if (lines.facts.kind !== "file" || !isSameFile(lines.facts, look.facts)) throw changedMeanwhile(file);
    return withSmallYoungGeneration(lines.facts.sizeBytes, () => built(lines, look, path));
  } catch (error) {
    lines.close();
    throw error;
  }
}

function built(file: LineFile, look: Look, path: string): OpenSource {
  const log = gatherLog(decoded(file));
  const ids = log.state.sessionIds;
  const [inside] = ids.keys();
  const place = sessionPlace(path, inside);
  const read = entryReader((number) => {
    const line = file.lineAt(number);
    return line && decodeLine(line);
  });
  const agentLogs = readAgents(path, ids);
  const session = buildSession(log, { agentLogs, read });
  const logs = [log, ...agentLogs.map((agent) => agent.log)];
  return {
    source: { sessionId: place.sessionId, session, lines: file.lines },
    read,
    place,
    look: { ...look, place: { ...place, path: look.place.path } },
    sizeBytes: file.facts.sizeBytes,
    lineCount: file.lineCount(),
    sha256: file.sha256(),
    sessionIds: new Set(ids.keys()),
    isOwn: (id) => isEntryId(id) && logs.some(({ byId }) => byId.has(id)),
    bytes: file.bytes,
    placeOf: file.placeOf,
    close: file.close,
  };
}

function* decoded(file: LineFile): Generator<Decoded, void, undefined> {
  for (const line of file.pass()) yield decodeLine(line);
}
