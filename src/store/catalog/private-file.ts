// A path -> a folder or file of ours there that only its owner may read, under any umask; what exists keeps its content.
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { refuseSpecial } from "../open/open-file.ts";
import { systemCode } from "../world-error.ts";

const ownerFolder = 0o700;
const ownerFile = 0o600;

/**
 * One folder after the other: Node's own recursive way never ends where the system says of a folder that is missing in one
 * that is there that there is no such place, as below /proc.
 */
export function makePrivateFolder(path: string): void {
  const missing = [path];
  for (let above = dirname(path); above !== missing[0] && !existsSync(above); above = dirname(above))
    missing.unshift(above);
  for (const folder of missing) if (make(folder)) chmodSync(folder, ownerFolder);
}

/** Whether it was made now: then a umask may have taken the owner's own rights. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: ownerFolder });
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
    return false;
  }
}

// Windows lacks the last two: what is undefined adds nothing to the flags.
const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Opened for appending, never through a link; the caller closes it. */
export function openPrivateFile(path: string): number {
  const descriptor = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, ownerFile);
  try {
    refuseSpecial(fstatSync(descriptor), path);
    fchmodSync(descriptor, ownerFile);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** SQLite gives the files it makes beside it the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openPrivateFile(path));
}
