// A session and a title -> clew's own note of it, or the client's line in its log: the only append to a session's log in the program.
import { join } from "node:path";
import { type JsonObject, splitLines, decodeLine, stringField } from "../format/index.ts";
import { livenessOf, lookAtSession, refuseInUse } from "./liveness.ts";
import { appendLineage } from "./lineage.ts";
import type { LineageFile, LineageRecord, TitleChange } from "./lineage-record.ts";
import { appendLine, appendRecord } from "./rewrite/append-record.ts";
import { hashFile } from "./rewrite/copies.ts";
import { readRecords } from "./rewrite/json-lines.ts";
import { namedPlace } from "./rewrite/named-place.ts";
import { readChunks } from "./rewrite/read-whole.ts";
import type { Disk } from "./rewrite/disk.ts";
import type { World } from "./rewrite/world.ts";
import { told } from "./rewrite/write-error.ts";
import { withSessionLock } from "./session-lock.ts";
import { WorldError } from "./world-error.ts";

export type TitleJob = {
  readonly path: string;
  /** Undefined takes clew's note away; a line in the log cannot be taken away. */
  readonly title: string | undefined;
  readonly where: TitleChange["where"];
  readonly command: string;
  readonly args: readonly string[];
  readonly undoes?: string;
};

export const titlesPath = (dataDir: string): string => join(dataDir, "titles.jsonl");

export function setTitle(job: TitleJob, world: World): LineageRecord {
  const { path, title, where } = job;
  return told("set the title", () => {
    const { sessionId } = namedPlace(path, world.disk);
    return withSessionLock(sessionId, world, () => {
      const from = where === "note" ? readTitles(world).get(sessionId) : titleInLog(world.disk, path);
      const change = { where, to: title ?? "", ...(from === undefined ? {} : { from }) };
      const source = where === "note" ? noted({ sessionId, job }, world) : written({ sessionId, job }, world);
      const record: LineageRecord = {
        op: world.newUuid(),
        time: new Date(world.nowMs()).toISOString(),
        command: job.command,
        args: job.args,
        sources: [source],
        results: [],
        title: change,
        ...(job.undoes === undefined ? {} : { undoes: job.undoes }),
      };
      appendLineage(world, record);
      return record;
    });
  });
}

type Titled = { readonly sessionId: string; readonly job: TitleJob };

function noted({ sessionId, job: { path, title } }: Titled, world: World): LineageFile {
  const time = new Date(world.nowMs()).toISOString();
  const { sha256, facts } = hashFile(world.disk, path);
  appendRecord(world.disk, titlesPath(world.dataDir), { sessionId, time, title: title ?? null });
  return { path, sessionId, sha256, sizeBytes: facts.sizeBytes };
}

/** As the client itself writes it. */
function written({ sessionId, job: { path, title } }: Titled, world: World): LineageFile {
  if (title === undefined || title.trim() === "") throw emptyTitle();
  const look = lookAtSession(path, world);
  refuseInUse(livenessOf(look, world), look, "insist");
  appendLine(
    world.disk,
    { path, mode: "append-to-log" },
    JSON.stringify({ type: "custom-title", customTitle: title, sessionId }),
  );
  const { sha256, facts } = hashFile(world.disk, path);
  return { path, sessionId, sha256, sizeBytes: facts.sizeBytes };
}

export const emptyTitle = (): WorldError =>
  new WorldError("bad-argument", "a title in the log cannot be empty", { hint: "give it some words" });

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
