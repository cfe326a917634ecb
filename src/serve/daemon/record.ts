// A set of homes -> the file that says which daemon serves them, and with which token; whole or absent, for its owner only.
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { numberField, parsedObject, stringField } from "../../format/index.ts";
import { type Processes, noteBytes, readSmallFileIfReadable, systemCode } from "../../store/index.ts";
import { createOwnFile } from "./new-file.ts";

export type DaemonRecord = {
  readonly pid: number;
  /** When that process started, where the system tells it: another may have got its number since. */
  readonly start: string | undefined;
  readonly url: string;
  readonly token: string;
};

export type RecordPlace = { readonly folder: string; readonly path: string };

export function recordPlace(cacheDir: string, homes: readonly string[]): RecordPlace {
  const folder = join(cacheDir, "serve");
  const set = [...new Set(homes.map((home) => resolve(home)))].sort().join("\0");
  return { folder, path: join(folder, `${createHash("sha256").update(set).digest("hex").slice(0, 32)}.json`) };
}

export function readRecord(path: string): DaemonRecord | undefined {
  const raw = parsedObject(textAt(path) ?? "");
  const pid = raw && numberField(raw, "pid");
  const url = raw && stringField(raw, "url");
  const token = raw && stringField(raw, "token");
  if (raw === undefined || pid === undefined || url === undefined || token === undefined) return undefined;
  // What no header can carry is no token of ours.
  if (!/^[\w-]{1,128}$/.test(token)) return undefined;
  return { pid, start: stringField(raw, "start"), url, token };
}

/** `taken`: another daemon was quicker. `cannot`: the place takes no files, for the reason given. */
export type Noted =
  | { readonly kind: "noted" | "taken" }
  | { readonly kind: "cannot"; readonly folder: string; readonly reason: string };

export function putRecord({ folder, path }: RecordPlace, record: DaemonRecord): Noted {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    return { kind: createOwnFile(path, JSON.stringify(record)) ? "noted" : "taken" };
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    return { kind: "cannot", folder, reason };
  }
}

/** Only if it is still this one: moved away first and looked at again, for somebody may have been quicker. */
export function dropRecord(path: string, record: DaemonRecord): void {
  if (!isSame(readRecord(path), record)) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (!isSame(readRecord(aside), record)) linkSync(aside, path);
    rmSync(aside, { force: true });
  } catch (error) {
    // One that cannot be taken away does no harm: whoever reads it sees that its daemon is gone.
    if (systemCode(error) === undefined) throw error;
    if (systemCode(error) === "EEXIST") rmSync(aside, { force: true });
  }
}

/** By all of it: daemons that follow each other on one port have the same token. */
const isSame = (found: DaemonRecord | undefined, { pid, start, url, token }: DaemonRecord): boolean =>
  found?.pid === pid && found.start === start && found.url === url && found.token === token;

/** What no record can be read from is a leftover of something else, and is taken away. */
export function dropTorn(path: string): void {
  if (textAt(path) === undefined || readRecord(path) !== undefined) return;
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

export function isRunning({ pid, start }: DaemonRecord, processes: Processes): boolean {
  const running = processes.running(pid);
  return running !== undefined && (start === undefined || running.start === undefined || running.start === start);
}

const textAt = (path: string): string | undefined =>
  readSmallFileIfReadable(path, { mostBytes: noteBytes })?.toString("utf8");
