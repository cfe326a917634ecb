// A port -> its token, kept over restarts in a file that only its owner can read.
import { type Stats, chmodSync, closeSync, lstatSync, mkdirSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type OpenFile, WorldError, listFolder, openRegular, systemCode } from "../../store/index.ts";
import { isToken, newToken } from "../guard/token.ts";
import { createOwnFile, replaceOwnFile } from "./new-file.ts";

export type TokenPlace = {
  readonly dataDir: string;
  /** Undefined where the system has no user ids. */
  readonly ownUid: number | undefined;
};

/** `note`: a message for the person: why the token is new, or why it cannot be kept. */
export type KeptToken = { readonly token: string; readonly note: string | undefined };

const folderIn = (dataDir: string): string => join(dataDir, "serve");
const pathOf = (dataDir: string, port: number): string => join(folderIn(dataDir), `${port}.token`);

/** Always returns a token; one that cannot be kept is valid for this run only. */
export function keptToken(place: TokenPlace, port: number): KeptToken {
  const path = pathOf(place.dataDir, port);
  try {
    makeOwnFolder(place);
    return keptAt(path, place.ownUid);
  } catch (error) {
    if (!(error instanceof Unusable) && systemCode(error) === undefined) throw error;
    const reason = error instanceof Unusable ? error.message : `${path}: ${systemCode(error)}`;
    return { token: newToken(), note: `cannot keep the token for the next start: ${reason}` };
  }
}

/** The token of this port as the file has it, for comparing only; nothing is made. */
export function tokenOf({ dataDir, ownUid }: TokenPlace, port: number): string | undefined {
  try {
    const found = readToken(pathOf(dataDir, port), ownUid);
    return found.kind === "token" ? found.token : undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Removes the kept token, so that a program that saw it cannot use it later. Returns the reason where it cannot. */
export function dropToken({ dataDir }: TokenPlace, port: number): string | undefined {
  const path = pathOf(dataDir, port);
  try {
    rmSync(path, { force: true });
    return undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return `${path}: ${systemCode(error)}`;
  }
}

/** Throws where a token cannot be removed: `--new-token` promises that no old token is valid again. */
export function dropAllTokens({ dataDir }: TokenPlace): void {
  const folder = folderIn(dataDir);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (!/^\d+\.token$/.test(name)) continue;
    try {
      rmSync(path, { force: true });
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      throw cannotRenew(`cannot remove ${path}`, error);
    }
  }
}

const cannotRenew = (problem: string, error: unknown): WorldError =>
  new WorldError("failed", `cannot renew the token: ${problem} (${systemCode(error)})`, {
    hint: "remove it yourself, then start again",
    cause: error,
  });

function namesIn(folder: string): readonly string[] {
  try {
    return listFolder(folder).map(({ name }) => name);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    if (systemCode(error) === "ENOENT") return [];
    throw cannotRenew(`cannot list ${folder}`, error);
  }
}

class Unusable extends Error {}

/** A folder that others can write to would let them put a token there that they know. */
function makeOwnFolder({ dataDir, ownUid }: TokenPlace): void {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw new Unusable(`${folder} is a link`);
  if (ownUid !== undefined && stats.uid !== ownUid) throw new Unusable(`${folder} belongs to another user`);
  if ((stats.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
}

/** Two daemons may start at once: the one that finds the name taken reads the other's file. */
function keptAt(path: string, ownUid: number | undefined): KeptToken {
  const before = readToken(path, ownUid);
  if (before.kind === "token") return { token: before.token, note: undefined };
  const token = newToken();
  if (before.kind === "unfit") {
    replaceOwnFile(path, `${token}\n`);
    return { token, note: `made a new token, because ${path} ${before.reason}` };
  }
  if (createOwnFile(path, `${token}\n`)) return { token, note: undefined };
  const others = readToken(path, ownUid);
  if (others.kind === "token") return { token: others.token, note: undefined };
  throw new Unusable(`${path} changes while it is read`);
}

type Found =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "none" }
  | { readonly kind: "unfit"; readonly reason: string };

/** More than any token and its line end. */
const mostBytes = 256;

function readToken(path: string, ownUid: number | undefined): Found {
  const opened = openedAt(path);
  if ("kind" in opened) return opened;
  const { descriptor, stats } = opened;
  try {
    const reason = whyUnfit(stats, ownUid);
    if (reason !== undefined) return { kind: "unfit", reason };
    const bytes = Buffer.alloc(mostBytes);
    const token = bytes.toString("latin1", 0, readSync(descriptor, bytes)).trimEnd();
    return isToken(token) ? { kind: "token", token } : { kind: "unfit", reason: "held no token" };
  } finally {
    closeSync(descriptor);
  }
}

function openedAt(path: string): OpenFile | Exclude<Found, { readonly kind: "token" }> {
  try {
    return openRegular(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return { kind: "none" };
    if (code === "ELOOP") return { kind: "unfit", reason: "was a link" };
    if (code === "EFTYPE" || code === "EISDIR") return { kind: "unfit", reason: "was not a regular file" };
    // Another user's file, or a socket.
    if (code === "EACCES" || code === "ENXIO") return { kind: "unfit", reason: "could not be opened" };
    throw error;
  }
}

function whyUnfit(stats: Stats, ownUid: number | undefined): string | undefined {
  // Modes and owners mean nothing on Windows.
  if (ownUid === undefined) return undefined;
  if (stats.uid !== ownUid) return "belonged to another user";
  if ((stats.mode & 0o077) !== 0) return "could be read by other users";
  return stats.nlink > 1 ? "had a second name" : undefined;
}
