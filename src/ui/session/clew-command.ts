// Words of a clew command -> the line that people copy from a page.
import { commandLine } from "../../view/index.ts";
import type { Version } from "../api/files.ts";

/** The placeholder replaces a word that cannot be printed. */
export const clewCommand = (words: readonly string[], placeholder = "SESSION"): string =>
  commandLine(["clew", ...words], placeholder);

export function recoverCommand(path: string, version: Version | undefined): string {
  const which = version === undefined ? [] : ["--at", `v${version.version}`];
  return clewCommand(["recover", path, ...which, "--out", "recovered"], "FILE");
}
