// A path -> a folder or file of ours there that only its owner may read, under any umask; what exists keeps its content.
import { chmodSync, closeSync, constants, fchmodSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

const ownerFolder = 0o700;
const ownerFile = 0o600;

export function makePrivateFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: ownerFolder });
  if (first === undefined) return;
  // A umask may have taken the owner's own rights: each folder that was made now gets them back.
  for (let made = path; ; made = dirname(made)) {
    chmodSync(made, ownerFolder);
    if (made.length <= first.length) return;
  }
}

/** Opened for appending; the caller closes it. */
export function openPrivateFile(path: string): number {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, ownerFile);
  fchmodSync(descriptor, ownerFile);
  return descriptor;
}

/** SQLite gives the files it makes beside it the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openPrivateFile(path));
}
