// The data folder -> the titles that people gave through clew, by session id, and the sessions that one of them means; reads one small file.
import { isUuid } from "../format/index.ts";
import { type SessionFile, WorldError, discover, nodeDisk, peekLog, readTitles, systemCode } from "../store/index.ts";
import type { Io } from "./io.ts";

type Titled = Pick<Io, "dataDir">;

/** Sessions have the titles of their logs too: from a folder that cannot be read come none. Who writes there says why. */
export function ownTitles({ dataDir }: Titled): ReadonlyMap<string, string> {
  try {
    return readTitles({ disk: nodeDisk, dataDir });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return new Map();
  }
}

export function idsTitled(io: Titled, title: string): ReadonlySet<string> {
  const wanted = title.trim();
  return new Set([...ownTitles(io)].flatMap(([sessionId, own]) => (own === wanted ? [sessionId] : [])));
}

/** The files of these sessions, as far as they are there. */
export function pathsOfIds(ids: ReadonlySet<string>, homes: readonly string[]): readonly string[] {
  return discover(homes).sessions.flatMap((file) => (ids.has(idOf(file)) ? [file.path] : []));
}

function idOf({ stem, path }: SessionFile): string {
  if (isUuid(stem)) return stem;
  try {
    return peekLog(path).sessionId ?? stem;
  } catch (error) {
    // What cannot be read has no id to go by.
    if (error instanceof WorldError) return stem;
    throw error;
  }
}
