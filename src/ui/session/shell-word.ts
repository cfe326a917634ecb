// Words of a log -> words that a shell takes as they are; the commands people copy are made of these.
import type { Version } from "../api/files.ts";

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function recoverCommand(path: string, version: Version | undefined): string {
  const which = version === undefined ? "" : ` --at v${version.version}`;
  return `clew recover ${shellWord(path)}${which} --out recovered`;
}
