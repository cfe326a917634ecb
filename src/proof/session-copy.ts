// A session file -> a copy of it and of its side folder where a client will find it; the original is only read.
import { constants } from "node:fs";
import { copyFile, cp, lstat, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isUuid } from "../format/index.ts";
import type { Place } from "./place.ts";

export type SessionCopy = { readonly sessionId: string; readonly file: string; readonly original: Buffer };

/** Clients resume only UUIDs: a file without one gets this. */
const anyUuid = "00000000-0000-4000-8000-000000000000";

export async function copySession(sessionFile: string, place: Place): Promise<SessionCopy> {
  const original = await readFile(sessionFile);
  const sessionId = sessionIdOf(sessionFile, original);
  const file = join(place.project, `${sessionId}.jsonl`);
  await copyFile(sessionFile, file, constants.COPYFILE_EXCL);
  const side = join(dirname(sessionFile), sessionId);
  if (await isFolder(side)) await cp(side, join(place.project, sessionId), { recursive: true, filter: isPlain });
  return { sessionId, file, original };
}

function sessionIdOf(sessionFile: string, original: Buffer): string {
  const stem = basename(sessionFile, ".jsonl");
  if (isUuid(stem)) return stem;
  for (const [, id] of original.toString("utf8").matchAll(/"sessionId"\s*:\s*"([^"]*)"/g)) {
    if (id !== undefined && isUuid(id)) return id;
  }
  return anyUuid;
}

const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The client would follow a link out of the copy, and a pipe cannot be copied. */
async function isPlain(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isFile() || found.isDirectory();
}

export type Growth = { readonly originalBytesKept: boolean; readonly appendedLines: readonly string[] };

export async function growthOf(copy: SessionCopy): Promise<Growth> {
  const now = await readFile(copy.file);
  const size = copy.original.length;
  if (!now.subarray(0, size).equals(copy.original)) return { originalBytesKept: false, appendedLines: [] };
  const lines = now.subarray(size).toString("utf8").split("\n");
  return { originalBytesKept: true, appendedLines: lines.filter((line) => line !== "") };
}
