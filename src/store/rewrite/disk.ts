// What writing needs of the file system, as one small record of calls: so that every one of them can fail in a test; decides nothing.

export type DiskKind = "file" | "folder" | "link" | "other";

export type DiskFacts = {
  readonly kind: DiskKind;
  readonly sizeBytes: number;
  /** Permission bits. */
  readonly mode: number;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
  readonly inode: bigint;
  readonly device: bigint;
};

export type DiskItem = { readonly name: string; readonly kind: DiskKind };

/**
 * How a file is opened. None follows a link in the last place.
 * `create`: new, or it fails; only its owner may read it, under any umask. `append`: one's own file, made if missing.
 * `append-to-log`: a file that exists and keeps its mode. `folder`: to make what was done in it last.
 */
export type OpenMode = "read" | "create" | "append" | "append-to-log" | "folder";

/** Decides nothing: what goes wrong with it, the `sync` of the file itself tells. */
export type AheadSync = { readonly begin: () => void; readonly end: () => void };

export type Disk = {
  /** Whether another thread finds the same files by itself. */
  readonly reach?: "every-thread";
  readonly open: (path: string, mode: OpenMode) => number;
  readonly close: (descriptor: number) => void;
  /** At an offset of the file; fewer bytes than asked for may come, and none at its end. */
  readonly read: (descriptor: number, buffer: Uint8Array, offset: number) => number;
  /** Where the file's end is; fewer bytes than given may be taken. */
  readonly write: (descriptor: number, bytes: Uint8Array) => number;
  readonly sync: (descriptor: number) => void;
  /** What is written to this file goes to the disk while more is written, so that `sync` waits for less. */
  readonly syncAhead?: (path: string) => AheadSync;
  readonly facts: (descriptor: number) => DiskFacts;
  /** Of the thing itself, not of what a link leads to. */
  readonly look: (path: string) => DiskFacts | undefined;
  /** Nothing for a folder that is not there. */
  readonly list: (path: string) => readonly DiskItem[];
  readonly realPath: (path: string) => string;
  /** One folder, for its owner alone, under any umask; its parent is there. */
  readonly makeFolder: (path: string) => void;
  /** Fails when `to` exists. */
  readonly link: (from: string, to: string) => void;
  /** Replaces `to`. */
  readonly rename: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  readonly removeFolder: (path: string) => void;
  readonly setModified: (path: string, modifiedNs: bigint) => void;
  readonly setMode: (path: string, mode: number) => void;
  /** What an ordinary user may still write there. */
  readonly freeBytes: (path: string) => number;
};
