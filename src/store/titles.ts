// Sessions -> their titles: clew's own notes in the data folder, and the last title in a log.
import { join } from "node:path";
import { type JsonObject, splitLines, decodeLine, stringField } from "../format/index.ts";
import type { LineageFile, LineageRecord, TitleChange } from "./lineage-record.ts";
import { isAbsence } from "./open/open-file.ts";
import { hashFile } from "./rewrite/copies.ts";
import type { Disk } from "./rewrite/disk.ts";
import { readRecords } from "./rewrite/json-lines.ts";
import { readChunks } from "./rewrite/read-whole.ts";
import type { World } from "./rewrite/world.ts";

export const titlesPath = (dataDir: string): string => join(dataDir, "titles.jsonl");

/** The last note wins; one that was taken away is none. */
export function readTitles({ disk, dataDir }: Pick<World, "disk" | "dataDir">): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const raw of readRecords(disk, titlesPath(dataDir))) {
    const sessionId = stringField(raw, "sessionId");
    const title = stringField(raw, "title");
    if (sessionId === undefined) continue;
    if (title === undefined) titles.delete(sessionId);
    else titles.set(sessionId, title);
  }
  return titles;
}

export function titleInLog(disk: Disk, path: string): string | undefined {
  const descriptor = disk.open(path, "read");
  try {
    let title: string | undefined;
    for (const line of splitLines(readChunks(disk, descriptor))) {
      // Most lines are no titles, and need no parsing.
      if (
        line.bytes === undefined ||
        Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.length).indexOf("custom-title") < 0
      )
        continue;
      const decoded = decodeLine(line);
      if (decoded.kind === "entry" || decoded.kind === "other") title = customTitle(decoded.raw) ?? title;
    }
    return title;
  } finally {
    disk.close(descriptor);
  }
}

const customTitle = (raw: JsonObject): string | undefined =>
  stringField(raw, "type") === "custom-title" ? stringField(raw, "customTitle") : undefined;

type Place = Pick<World, "disk" | "dataDir">;
type Titled = Pick<LineageFile, "path" | "sessionId">;

export const currentTitle = (place: Place, { path, sessionId }: Titled, where: TitleChange["where"]) =>
  where === "note" ? readTitles(place).get(sessionId) : titleInLog(place.disk, path);

/** The record of a killed run that had set its title, for the history; undefined where the title was not set. */
export function titledRecord(place: Place, record: LineageRecord | undefined): LineageRecord | undefined {
  const [source] = record?.sources ?? [];
  if (record?.title === undefined || source === undefined) return undefined;
  const { where, to } = record.title;
  try {
    if ((currentTitle(place, source, where) ?? "") !== to) return undefined;
    const { sha256, facts } = hashFile(place.disk, source.path);
    return { ...record, sources: [{ ...source, sha256, sizeBytes: facts.sizeBytes }] };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
