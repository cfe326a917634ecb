// The calls of Disk -> those of Node, one system call each and all of them synchronous; adds nothing but modes and flags.
import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statfsSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { itemKind, listFolder } from "../open/list-folder.ts";
import { readFlagsNoLinks, refuseSpecial } from "../open/open-file.ts";
import { systemCode } from "../world-error.ts";
import type { AheadSync, Disk, DiskFacts, DiskKind, OpenMode } from "./disk.ts";

const ownerFile = 0o600;
const ownerFolder = 0o700;

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND } = constants;
/** Windows lacks both, and adds nothing to the flags. Without `noWait`, opening a pipe that has no reader never returns. */
const { O_NOFOLLOW: noFollow, O_NONBLOCK: noWait } = constants;

const flags: Readonly<Record<OpenMode, number>> = {
  read: readFlagsNoLinks,
  create: O_WRONLY | O_CREAT | O_EXCL | noFollow,
  append: O_RDWR | O_CREAT | O_APPEND | noFollow | noWait,
  "append-to-log": O_RDWR | O_APPEND | noFollow | noWait,
  folder: O_RDONLY | noWait,
};

export const nodeDisk: Disk = {
  reach: "every-thread",
  open: openFile,
  close: closeSync,
  read: (descriptor, buffer, offset) => readSync(descriptor, buffer, 0, buffer.length, offset),
  write: (descriptor, bytes) => writeSync(descriptor, bytes),
  sync: fsyncSync,
  syncAhead,
  facts: (descriptor) => factsOf(fstatSync(descriptor, { bigint: true })),
  look,
  list,
  realPath: (path) => realpathSync(path),
  makeFolder(path) {
    mkdirSync(path, { mode: ownerFolder });
    chmodSync(path, ownerFolder);
  },
  link: linkSync,
  rename: renameSync,
  remove: unlinkSync,
  removeFolder: rmdirSync,
  setModified(path, modifiedNs) {
    const seconds = Number(modifiedNs) / 1e9;
    // Node takes a negative number for the present time, and a date before 1970 for what it is.
    const time = seconds < 0 ? new Date(Math.floor(seconds * 1000)) : seconds;
    utimesSync(path, time, time);
  },
  setMode: chmodSync,
  freeBytes(path) {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  },
};

function openFile(path: string, mode: OpenMode): number {
  const descriptor = openSync(path, flags[mode], ownerFile);
  if (mode === "folder") return descriptor;
  try {
    if (mode !== "create") refuseSpecial(fstatSync(descriptor), path);
    if (mode === "create" || mode === "append") fchmodSync(descriptor, ownerFile);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** By a descriptor of its own: the system tells an error once for each, and whoever writes must be told. */
function syncAhead(path: string): AheadSync {
  const descriptor = openSync(path, flags.read);
  let [running, isOver] = [0, false];
  const closeAtEnd = (): void => {
    if (isOver && running === 0) closeSync(descriptor);
  };
  return {
    begin() {
      running += 1;
      fdatasync(descriptor, () => {
        running -= 1;
        closeAtEnd();
      });
    },
    end() {
      isOver = true;
      closeAtEnd();
    },
  };
}

function look(path: string): DiskFacts | undefined {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && factsOf(stats);
  } catch (error) {
    // Below a file there is nothing.
    if (systemCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

function list(path: string): readonly { readonly name: string; readonly kind: DiskKind }[] {
  try {
    return listFolder(path)
      .map((item) => ({ name: item.name, kind: itemKind(item) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

function factsOf(stats: BigIntStats): DiskFacts {
  return {
    kind: itemKind(stats),
    sizeBytes: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    modifiedNs: stats.mtimeNs,
    changedNs: stats.ctimeNs,
    inode: stats.ino,
    device: stats.dev,
  };
}
