// A folder that holds a session, laid out like a config home <-> the list of its files: where each came from, its hash, its mode and its time.
import { join } from "node:path";
import { type JsonObject, numberField, stringField } from "../../format/index.ts";
import { readRecords } from "./json-lines.ts";
import type { Disk } from "./disk.ts";
import type { OldFacts } from "./old-facts.ts";

export type HeldFile = {
  /** Where it stood. */
  readonly path: string;
  /** Where it is held, below the folder. */
  readonly name: string;
  readonly role: "session" | "sidecar";
  readonly sessionId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Of the original, when it was taken. */
  readonly modifiedNs: bigint;
  /** Longer than what is held when the end was left out. */
  readonly originalBytes: number;
  /** Of the original, where it was moved here. */
  readonly mode?: number;
};

export const manifestPath = (folder: string): string => join(folder, "manifest.jsonl");

export const manifestRecord = ({ mode, modifiedNs, ...file }: HeldFile): object => ({
  ...file,
  modifiedNs: String(modifiedNs),
  ...modeText(mode),
});

/** A folder that went with its files: neither hash nor name, so that nobody takes it for a file. */
export const folderRecord = ({ path, modifiedNs, mode }: OldFacts): object => ({
  path,
  role: "folder",
  modifiedNs: String(modifiedNs),
  ...modeText(mode),
});

/** As people read and write it. */
const modeText = (mode: number | undefined): { readonly mode?: string } =>
  mode === undefined ? {} : { mode: mode.toString(8).padStart(4, "0") };

export const readHeldFolders = (disk: Disk, folder: string): readonly OldFacts[] =>
  readRecords(disk, manifestPath(folder)).flatMap(heldFolderOf);

export function heldFolderOf(raw: JsonObject): readonly OldFacts[] {
  const path = stringField(raw, "path");
  const modifiedNs = timeOf(raw);
  if (path === undefined || modifiedNs === undefined || stringField(raw, "role") !== "folder") return [];
  return [{ path, modifiedNs, mode: modeOf(raw) }];
}

const timeOf = (raw: JsonObject): bigint | undefined => {
  const text = stringField(raw, "modifiedNs") ?? "";
  // A file may be older than 1970.
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
};

/** Lists of older versions have none. */
const modeOf = (raw: JsonObject): number | undefined => {
  const text = stringField(raw, "mode") ?? "";
  return /^[0-7]{4}$/.test(text) ? Number.parseInt(text, 8) : undefined;
};

/** Every line that was ever written, oldest first: a file that was held again has several. */
export function readManifest(disk: Disk, folder: string): readonly HeldFile[] {
  return readRecords(disk, manifestPath(folder)).flatMap((raw) => {
    const held = heldFileOf(raw);
    return held === undefined ? [] : [held];
  });
}

/** Each file as it was held last. */
export function newestOf(files: readonly HeldFile[]): readonly HeldFile[] {
  return [...new Map(files.map((file) => [file.name, file])).values()];
}

function heldFileOf(raw: JsonObject): HeldFile | undefined {
  const path = stringField(raw, "path");
  const name = stringField(raw, "name");
  const sha256 = stringField(raw, "sha256");
  const modifiedNs = timeOf(raw);
  if (path === undefined || name === undefined || sha256 === undefined || modifiedNs === undefined) return undefined;
  const sizeBytes = numberField(raw, "sizeBytes") ?? 0;
  const mode = modeOf(raw);
  return {
    path,
    name,
    role: stringField(raw, "role") === "session" ? "session" : "sidecar",
    sessionId: stringField(raw, "sessionId") ?? "",
    sha256,
    sizeBytes,
    modifiedNs,
    originalBytes: numberField(raw, "originalBytes") ?? sizeBytes,
    ...(mode === undefined ? {} : { mode }),
  };
}
