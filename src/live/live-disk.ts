// What following needs of the file system, as one small record of calls: so that each can fail in a test; nothing is ever written.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, readdirSync, statSync, watch } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import { systemCode } from "../store/index.ts";

export type LookKind = "file" | "folder" | "link" | "other";

export type Look = {
  readonly kind: LookKind;
  readonly device: number;
  readonly inode: number;
  /** How many names it has: none when it was removed and is only held open. */
  readonly links: number;
  readonly sizeBytes: number;
  /** Finer than a millisecond, as the system tells it. */
  readonly modifiedMs: number;
  readonly changedMs: number;
};

export type Listed = { readonly name: string; readonly kind: LookKind };

export type WatchListener = {
  /** Something happened to this name in the folder, or to some name. */
  readonly onHint: (name: string | undefined) => void;
  readonly onFailure: (code: string) => void;
};

/** What is not there is undefined; every other trouble is thrown as the system's error. */
export type LiveDisk = {
  /** Of the thing itself, not of what a link leads to. */
  readonly look: (path: string) => Look | undefined;
  readonly lookBehindLink: (path: string) => Look | undefined;
  readonly list: (path: string) => readonly Listed[] | undefined;
  readonly open: (path: string) => number | undefined;
  readonly facts: (descriptor: number) => Look;
  /** At an offset of the file; fewer bytes than asked for may come, and none at its end. */
  readonly read: (descriptor: number, buffer: Uint8Array, offset: number) => number;
  readonly close: (descriptor: number) => void;
  /** The result ends the watch. */
  readonly watch: (path: string, listener: WatchListener) => () => void;
};

const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export const nodeLiveDisk: LiveDisk = {
  look: (path) => ifThere(() => lookOf(lstatSync(path, { throwIfNoEntry: false }))),
  lookBehindLink: (path) => ifThere(() => lookOf(statSync(path, { throwIfNoEntry: false }))),
  list: (path) => ifThere(() => readdirSync(path, { withFileTypes: true }).map(listedOf)),
  open: (path) => ifThere(() => openSync(path, openFlags)),
  facts: (descriptor) => factsOf(fstatSync(descriptor)),
  read: (descriptor, buffer, offset) => readSync(descriptor, buffer, 0, buffer.length, offset),
  close: closeSync,
  watch(path, { onHint, onFailure }) {
    const watcher = watch(path, { persistent: false }, (_event, name) => onHint(name ?? undefined));
    watcher.on("error", (error) => onFailure(systemCode(error) ?? "EUNKNOWN"));
    return () => watcher.close();
  },
};

function ifThere<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return undefined;
    throw error;
  }
}

function lookOf(stats: Stats | undefined): Look | undefined {
  return stats && factsOf(stats);
}

function factsOf(stats: Stats): Look {
  return {
    kind: kindOf(stats),
    device: stats.dev,
    inode: stats.ino,
    links: stats.nlink,
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
  };
}

const listedOf = (item: Dirent): Listed => ({ name: item.name, kind: kindOf(item) });

function kindOf(item: Stats | Dirent): LookKind {
  if (item.isFile()) return "file";
  if (item.isDirectory()) return "folder";
  return item.isSymbolicLink() ? "link" : "other";
}
