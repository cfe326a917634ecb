// The data folder <-> what is kept of sessions whose logs were deleted: their digests without what was called, one line each, only ever appended.
import { closeSync, fstatSync, fsyncSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parsedObject, isUuid, numberField, splitLines, stringField, utf8Text } from "../../format/index.ts";
import { type Digest, packDigest, unpackDigest } from "../../graph/index.ts";
import type { Discovered } from "../discover.ts";
import { readSmallFileIfThere } from "../open/read-small-file.ts";
import { systemCode } from "../world-error.ts";
import { makePrivateFolder, openPrivateFile } from "./private-file.ts";

export type DeletedFile = {
  readonly path: string;
  readonly kind: "session" | "agent";
  readonly slug: string;
  readonly stem: string;
  /** The session in whose folder it stood. */
  readonly session: string | undefined;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** When it was missed. */
  readonly deletedMs: number;
  readonly digest: Digest;
};

export const ledgerPath = (dataDir: string): string => join(dataDir, "deleted-sessions.jsonl");

export function appendToLedger(dataDir: string, files: readonly DeletedFile[]): void {
  if (files.length === 0) return;
  makePrivateFolder(dataDir);
  const descriptor = openPrivateFile(ledgerPath(dataDir));
  try {
    if (hasTornTail(descriptor)) writeSync(descriptor, "\n");
    for (const file of files) writeWhole(descriptor, Buffer.from(`${lineOf(file)}\n`));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Each deleted log once, as it was missed last. Of those in `discovered` nothing is given: a log that came back, at its
 * old path or with its session's id at another, counts as itself.
 */
export function* readLedger(dataDir: string, discovered?: Discovered): Generator<DeletedFile, void, undefined> {
  const present = new Set(discovered === undefined ? [] : presentKeys(discovered));
  const last = new Map<string, Uint8Array>();
  for (const { bytes, end } of splitLines([ledgerBytes(dataDir)])) {
    // What a crash cut short has no end.
    const key = bytes === undefined || end === "none" ? undefined : keyOfLine(bytes);
    if (bytes !== undefined && key !== undefined) last.set(key, bytes);
  }
  for (const [key, line] of last) {
    const file = present.has(key) ? undefined : fileOf(utf8Text(line));
    if (file !== undefined && !present.has(file.path)) yield file;
  }
}

/** Ids tell sessions apart wherever they stand; files without an id are told by their paths. */
export function ledgerKey({
  kind,
  stem,
  session,
  path,
}: Pick<DeletedFile, "stem" | "session" | "path"> & { readonly kind: string }): string {
  if (kind === "session") return isUuid(stem) ? stem : path;
  return session === undefined ? path : `${session}/${stem}`;
}

export function* presentKeys({ sessions, agents }: Discovered): Generator<string, void, undefined> {
  for (const { realPath, stem } of sessions) {
    yield realPath;
    yield ledgerKey({ kind: "session", stem, session: undefined, path: realPath });
  }
  for (const { realPath, agentId, sessionStem } of agents) {
    yield realPath;
    yield ledgerKey({ kind: "agent", stem: `agent-${agentId}`, session: sessionStem, path: realPath });
  }
}

/** Commands and paths were content of the log, and go with it. */
function withoutTargets(digest: Digest): Digest {
  return { ...digest, calls: { ...digest.calls, targets: digest.calls.targets.map(() => "") } };
}

function lineOf({ digest, ...file }: DeletedFile): string {
  const packed = zlib()
    .deflateRawSync(packDigest(withoutTargets(digest)))
    .toString("base64");
  return JSON.stringify({ key: ledgerKey(file), ...file, digest: packed });
}

/** Loaded when a ledger is there to be read or written: most commands never meet one. */
const zlib = () => process.getBuiltinModule("node:zlib");

function unpacked(text: string): Digest | undefined {
  try {
    return unpackDigest(zlib().inflateRawSync(Buffer.from(text, "base64")));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** A key is a path or an id: it stands within the first bytes. */
const keyBytes = 16 * 1024;

/** The key stands first, so that finding the last line of each needs no parsing of digests. */
function keyOfLine(line: Uint8Array): string | undefined {
  const match = /^\{"key":("(?:[^"\\]|\\.)*")/.exec(utf8Text(line.subarray(0, keyBytes)));
  if (match === null || line.at(-1) !== closingBrace) return undefined;
  const key: unknown = JSON.parse(match[1] ?? "null");
  return typeof key === "string" ? key : undefined;
}

const closingBrace = 0x7d;

function fileOf(line: string): DeletedFile | undefined {
  const raw = parsedObject(line);
  const kind = raw && stringField(raw, "kind");
  const packed = raw && stringField(raw, "digest");
  const digest = packed === undefined ? undefined : unpacked(packed);
  if (raw === undefined || digest === undefined || (kind !== "session" && kind !== "agent")) return undefined;
  const deletedMs = numberField(raw, "deletedMs") ?? 0;
  // Earlier versions did not keep the time of a log that was indexed as soon as it was written.
  const modifiedMs = numberField(raw, "modifiedMs") ?? -1;
  return {
    path: stringField(raw, "path") ?? "",
    kind,
    slug: stringField(raw, "slug") ?? "",
    stem: stringField(raw, "stem") ?? "",
    session: stringField(raw, "session"),
    sizeBytes: numberField(raw, "sizeBytes") ?? 0,
    modifiedMs: modifiedMs < 0 ? deletedMs : modifiedMs,
    deletedMs,
    digest,
  };
}

/** A line is a few kilobytes: this is room for some hundred thousand deleted logs. */
const mostBytes = 1024 * 1024 * 1024;

const ledgerBytes = (dataDir: string): Uint8Array =>
  readSmallFileIfThere(ledgerPath(dataDir), { mostBytes }) ?? new Uint8Array(0);

function hasTornTail(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
