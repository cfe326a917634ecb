// A folder that holds a session, laid out like a config home <-> the list of its files: where each came from, its hash and its time.
import { join } from "node:path";
import { type JsonObject, numberField, stringField } from "../../format/index.ts";
import { readRecords } from "./json-lines.ts";
import type { Disk } from "./disk.ts";

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
};

export const manifestPath = (folder: string): string => join(folder, "manifest.jsonl");

export const manifestRecord = (file: HeldFile): object => ({ ...file, modifiedNs: String(file.modifiedNs) });

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
  const modified = stringField(raw, "modifiedNs") ?? "";
  if (path === undefined || name === undefined || sha256 === undefined || !/^\d+$/.test(modified)) return undefined;
  const sizeBytes = numberField(raw, "sizeBytes") ?? 0;
  return {
    path,
    name,
    role: stringField(raw, "role") === "session" ? "session" : "sidecar",
    sessionId: stringField(raw, "sessionId") ?? "",
    sha256,
    sizeBytes,
    modifiedNs: BigInt(modified),
    originalBytes: numberField(raw, "originalBytes") ?? sizeBytes,
  };
}
