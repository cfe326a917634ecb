// One record -> the end of a file of JSON lines, by one write and made to last; an unfinished line before it is ended first.
import { dirname } from "node:path";
import { WorldError } from "../world-error.ts";
import type { Disk, OpenMode } from "./disk.ts";
import { makeFolders, syncFolder } from "./folders.ts";

const lineFeed = 0x0a;

/** Made for its owner alone if it is not there. */
export function appendRecord(disk: Disk, path: string, record: object): void {
  makeFolders(disk, dirname(path));
  const isNew = disk.look(path) === undefined;
  appendLine(disk, { path, mode: "append" }, JSON.stringify(record));
  if (isNew) syncFolder(disk, dirname(path));
}

export type Appended = { readonly path: string; readonly mode: Extract<OpenMode, "append" | "append-to-log"> };

export function appendLine(disk: Disk, { path, mode }: Appended, text: string): void {
  const descriptor = disk.open(path, mode);
  try {
    const record = Buffer.from(`${hasOpenTail(disk, descriptor) ? "\n" : ""}${text}\n`);
    // Not continued if it is cut short: another writer's line may stand behind it by then.
    const taken = disk.write(descriptor, record);
    if (taken !== record.length) throw cutShort(path);
    disk.sync(descriptor);
  } finally {
    disk.close(descriptor);
  }
}

function hasOpenTail(disk: Disk, descriptor: number): boolean {
  const { sizeBytes } = disk.facts(descriptor);
  const last = Buffer.alloc(1);
  return sizeBytes > 0 && disk.read(descriptor, last, sizeBytes - 1) === 1 && last[0] !== lineFeed;
}

const cutShort = (path: string): WorldError =>
  new WorldError("no-space", `only a part of a line could be written to ${path}`, {
    hint: "make room, then try again; the part is passed over when the file is read",
  });
