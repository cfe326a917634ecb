// The calls of Disk -> those of Node, one system call each and all of them synchronous; adds nothing but modes and flags.
import {
  type BigIntStats,
  type Dirent,
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
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statfsSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { systemCode } from "../world-error.ts";
import type { AheadSync, Disk, DiskFacts, DiskKind, OpenMode } from "./disk.ts";

const ownerFile = 0o600;
const ownerFolder = 0o700;

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND } = constants;
/** Windows has neither. */
const noFollow = constants.O_NOFOLLOW ?? 0;
/** A pipe that nobody writes to would hold us for ever. */
const noWait = constants.O_NONBLOCK ?? 0;

const flags: Readonly<Record<OpenMode, number>> = {
  read: O_RDONLY | noFollow | noWait,
  create: O_WRONLY | O_CREAT | O_EXCL | noFollow,
  append: O_RDWR | O_CREAT | O_APPEND | noFollow,
  "append-to-log": O_RDWR | O_APPEND | noFollow,
  folder: O_RDONLY,
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
  look(path) {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && factsOf(stats);
  },
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
    utimesSync(path, seconds, seconds);
  },
  setMode: chmodSync,
  freeBytes(path) {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  },
};

function openFile(path: string, mode: OpenMode): number {
  const descriptor = openSync(path, flags[mode], ownerFile);
  if (mode !== "create" && mode !== "append") return descriptor;
  try {
    fchmodSync(descriptor, ownerFile);
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

function list(path: string): readonly { readonly name: string; readonly kind: DiskKind }[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .map((item) => ({ name: item.name, kind: kindOf(item) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

function factsOf(stats: BigIntStats): DiskFacts {
  return {
    kind: kindOf(stats),
    sizeBytes: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    modifiedNs: stats.mtimeNs,
    changedNs: stats.ctimeNs,
    inode: stats.ino,
    device: stats.dev,
  };
}

function kindOf(item: Dirent | BigIntStats): DiskKind {
  if (item.isFile()) return "file";
  if (item.isDirectory()) return "folder";
  return item.isSymbolicLink() ? "link" : "other";
}
