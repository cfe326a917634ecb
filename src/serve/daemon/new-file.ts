// A text -> a new file for its owner only, complete from the moment it has its name.
import { randomUUID } from "node:crypto";
import { chmodSync, linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { systemCode } from "../../store/index.ts";

const ownerFile = 0o600;

/** False where the name is taken; the existing file stays as it is. */
export function createOwnFile(path: string, text: string): boolean {
  return withTemporary(path, text, (temporary) => {
    try {
      linkSync(temporary, path);
      return true;
    } catch (error) {
      if (systemCode(error) === "EEXIST") return false;
      throw error;
    }
  });
}

/** Replaces whatever has that name, a link itself and not its target; a folder is not replaced but thrown as EISDIR. */
export function replaceOwnFile(path: string, text: string): void {
  withTemporary(path, text, (temporary) => renameSync(temporary, path));
}

function withTemporary<T>(path: string, text: string, use: (temporary: string) => T): T {
  const temporary = `${path}.${randomUUID()}`;
  try {
    writeFileSync(temporary, text, { mode: ownerFile, flag: "wx", flush: true });
    // The umask may have taken the owner's own rights.
    chmodSync(temporary, ownerFile);
    return use(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}
