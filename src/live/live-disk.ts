// What following needs of the file system, as one small record of calls: so that each can fail in a test; nothing is ever written.
import { type Stats, closeSync, fstatSync, lstatSync, readSync, statSync, watch } from "node:fs";
import { type ItemKind, isAbsence, itemKind, listFolder, openRegular, systemCode } from "../store/index.ts";

export type LookKind = ItemKind;

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

export const nodeLiveDisk: LiveDisk = {
  look: (path) => ifThere(() => lookOf(lstatSync(path, { throwIfNoEntry: false }))),
  lookBehindLink: (path) => ifThere(() => lookOf(statSync(path, { throwIfNoEntry: false }))),
  list: (path) => ifThere(() => listFolder(path).map((item) => ({ name: item.name, kind: itemKind(item) }))),
  open: (path) => ifThere(() => openRegular(path).descriptor),
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
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function lookOf(stats: Stats | undefined): Look | undefined {
  return stats && factsOf(stats);
}

function factsOf(stats: Stats): Look {
  return {
    kind: itemKind(stats),
    device: stats.dev,
    inode: stats.ino,
    links: stats.nlink,
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
  };
}
