// What an operation is about to make or to take away <-> a record in the data folder, there before the first change and gone after the last.
import { basename, join } from "node:path";
import {
  type Json,
  type JsonObject,
  arrayField,
  isObject,
  numberField,
  objectField,
  stringField,
} from "../../format/index.ts";
import { type Owner, ownOwner } from "../liveness-process.ts";
import { type LineageRecord, recordOf } from "../lineage-record.ts";
import { markedOwner, ownerMark } from "../owner-mark.ts";
import { systemCode } from "../world-error.ts";
import { appendRecord } from "./append-record.ts";
import { removeIfThere } from "./folders.ts";
import { readRecords } from "./json-lines.ts";
import { folderRecord, heldFolderOf } from "./manifest.ts";
import type { OldFacts } from "./old-facts.ts";
import type { World } from "./world.ts";

/** A file that is written under a passing name first. */
export type Making = {
  readonly path: string;
  readonly temp: string;
  /** Known beforehand when it is put back: then only such a file is ever removed again. */
  readonly sha256?: string;
  /** The file it is a copy of. The copy is never removed when this file is missing. */
  readonly source?: string;
};

/** A file of which a copy is held. */
export type Taking = { readonly path: string; readonly held: string; readonly sha256: string };

export type Intent = {
  readonly op: string;
  readonly owner: Owner;
  readonly startedMs: number;
  /** Session logs: as soon as one of them stands there, the operation counts as done. */
  readonly mains: readonly Making[];
  readonly files: readonly Making[];
  /** The folders that are made for them. */
  readonly folders: readonly string[];
  /** Taken away when all is made, session logs first. */
  readonly takes: readonly Taking[];
  /** Taken away behind them if nothing is left in them. */
  readonly emptied: readonly string[];
  /** Of the folders that are emptied or made again, how they were: given at the very end to those that stand, for some let nobody write. */
  readonly oldFolders?: readonly OldFacts[];
};

/** With the record of what was done as soon as all is made and proved. */
export type StoredIntent = {
  readonly intent: Intent;
  readonly record: LineageRecord | undefined;
  readonly path: string;
};

/** An intent of this process that names no file yet. */
export const newIntent = (world: Pick<World, "processes" | "nowMs">, op: string): Intent => ({
  op,
  owner: ownOwner(world.processes),
  startedMs: world.nowMs(),
  mains: [],
  files: [],
  folders: [],
  takes: [],
  emptied: [],
});

const intentsFolder = (dataDir: string): string => join(dataDir, "intents");
/** The owner is in the name, so it is known even when the process was killed before it wrote a byte. */
const intentPath = (dataDir: string, { op, owner }: Pick<Intent, "op" | "owner">): string =>
  join(intentsFolder(dataDir), `${op}.${ownerMark(owner)}.jsonl`);

export function storeIntent({ disk, dataDir }: World, intent: Intent): void {
  const oldFolders = (intent.oldFolders ?? []).map(folderRecord);
  appendRecord(disk, intentPath(dataDir, intent), { ...intent, oldFolders });
}

export function storeRecord({ disk, dataDir }: World, intent: Intent, record: LineageRecord): void {
  appendRecord(disk, intentPath(dataDir, intent), { record });
}

export function dropIntent({ disk, dataDir }: World, intent: Pick<Intent, "op" | "owner">): void {
  removeIfThere(disk, intentPath(dataDir, intent));
}

/** The same intent with this process as its owner; undefined where another process was quicker. */
export function takeOver({ disk, dataDir, processes }: World, stored: StoredIntent): StoredIntent | undefined {
  const intent = { ...stored.intent, owner: ownOwner(processes) };
  const path = intentPath(dataDir, intent);
  try {
    if (path !== stored.path) disk.rename(stored.path, path);
    return { ...stored, intent, path };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether enough was done that the rest must follow: a session log is published, or one was taken away. */
export function isPastReturn({ disk }: Pick<World, "disk">, { intent, record }: StoredIntent): boolean {
  if (record === undefined) return false;
  const { mains, takes } = intent;
  if (mains.length > 0) return mains.some(({ path }) => disk.look(path) !== undefined);
  if (takes.length > 0) return takes.some(({ path }) => disk.look(path) === undefined);
  // The record is written when all is made: a copy in the data folder needs nothing more.
  return record.title === undefined;
}

/** The name of the file comes first: a process that takes an intent over only renames it. */
export const intentOwner = ({ processes }: Pick<World, "processes">, { path, intent }: StoredIntent): Owner =>
  markedOwner(basename(path), processes) ?? intent.owner;

/** A record that was never finished began nothing: it is there before the first change. */
export function readIntents({
  disk,
  dataDir,
}: Pick<World, "disk" | "dataDir">): readonly (StoredIntent | { readonly unfinished: string })[] {
  const folder = intentsFolder(dataDir);
  return disk
    .list(folder)
    .filter(({ name, kind }) => kind === "file" && name.endsWith(".jsonl"))
    .map(({ name }) => {
      const path = join(folder, name);
      const [first, second] = readRecords(disk, path);
      const intent = first === undefined ? undefined : intentOf(first);
      const record = second === undefined ? undefined : objectField(second, "record");
      if (intent === undefined) return { unfinished: path };
      return { intent, record: record && recordOf(record), path };
    });
}

function intentOf(raw: JsonObject): Intent | undefined {
  const op = stringField(raw, "op");
  const owner = objectField(raw, "owner");
  const pid = owner && numberField(owner, "pid");
  if (op === undefined || owner === undefined || pid === undefined) return undefined;
  return {
    op,
    owner: { pid, start: stringField(owner, "start"), domain: stringField(owner, "domain") },
    startedMs: numberField(raw, "startedMs") ?? 0,
    mains: objects(arrayField(raw, "mains")).flatMap(makingOf),
    files: objects(arrayField(raw, "files")).flatMap(makingOf),
    folders: texts(arrayField(raw, "folders")),
    takes: objects(arrayField(raw, "takes")).flatMap(takingOf),
    emptied: texts(arrayField(raw, "emptied")),
    oldFolders: objects(arrayField(raw, "oldFolders")).flatMap(heldFolderOf),
  };
}

const objects = (all: readonly Json[] | undefined): readonly JsonObject[] => (all ?? []).filter((one) => isObject(one));
const texts = (all: readonly Json[] | undefined): readonly string[] =>
  (all ?? []).filter((one) => typeof one === "string");

function makingOf(raw: JsonObject): readonly Making[] {
  const path = stringField(raw, "path");
  const temp = stringField(raw, "temp");
  const sha256 = stringField(raw, "sha256");
  const source = stringField(raw, "source");
  if (path === undefined || temp === undefined) return [];
  return [{ path, temp, ...(sha256 === undefined ? {} : { sha256 }), ...(source === undefined ? {} : { source }) }];
}

function takingOf(raw: JsonObject): readonly Taking[] {
  const path = stringField(raw, "path");
  const held = stringField(raw, "held");
  const sha256 = stringField(raw, "sha256");
  return path === undefined || held === undefined || sha256 === undefined ? [] : [{ path, held, sha256 }];
}
