// Opens a regular file for reading; never waits, and follows a link only where the caller allows it.
import { type Stats, closeSync, constants, fstatSync, openSync } from "node:fs";
import { systemCode, worldError } from "../world-error.ts";

export type OpenFile = { readonly descriptor: number; readonly stats: Stats };

export type OpenFileOptions = {
  /** Whether the last part of the path may be a link: only for a path that a person named. */
  readonly links?: "refused" | "followed";
};

/** The caller closes the descriptor. Throws a WorldError that says why the file cannot be read. */
export function openForReading(path: string, options: OpenFileOptions = {}): OpenFile {
  try {
    return openRegular(path, options);
  } catch (error) {
    throw worldError(error, path);
  }
}

/** Undefined where the file cannot be read, for callers that can do without it. */
export function openIfReadable(path: string, options: OpenFileOptions = {}): OpenFile | undefined {
  try {
    return openRegular(path, options);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

// Windows lacks the last three: what is undefined adds nothing to the flags.
const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY } = constants;
/** Without O_NONBLOCK, opening a pipe that has no writer never returns. */
const readFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
export const readFlagsNoLinks = readFlags | O_NOFOLLOW;

/** The same, but throws what the system reports. */
export function openRegular(path: string, { links = "refused" }: OpenFileOptions = {}): OpenFile {
  const descriptor = openSync(path, links === "followed" ? readFlags : readFlagsNoLinks);
  try {
    const stats = fstatSync(descriptor);
    refuseSpecial(stats, path);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Codes of errors that mean: nothing is there, or a link that is not followed, or not a regular file. */
const absentCodes = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EMLINK", "EFTYPE", "EISDIR", "ENXIO"]);

export const isAbsence = (error: unknown): boolean => absentCodes.has(systemCode(error) ?? "");

/**
 * Checks the descriptor, because a listing or a stat of the path may be out of date.
 * Throws with a system code, as the system itself does for sockets, so that callers treat all of them alike.
 */
export function refuseSpecial(stats: Pick<Stats, "isFile" | "isDirectory">, path: string): void {
  if (stats.isFile()) return;
  throw Object.assign(new Error(`${path} is not a regular file`), { code: stats.isDirectory() ? "EISDIR" : "EFTYPE" });
}
