// Bytes and the path they had -> the file in its old place, if nothing stands there; never through a link, never over anything.
import { platform } from "node:os";
import { dirname, join, parse, sep } from "node:path";
import { isWindowsPath } from "../../graph/index.ts";
import type { Disk } from "../rewrite/disk.ts";
import { WorldError, systemCode } from "../world-error.ts";
import { missingFolders } from "../rewrite/folders.ts";
import type { World } from "../rewrite/world.ts";
import { journaled, temporaryName } from "./journal.ts";
import { placeFile } from "./new-file.ts";
import { type OpenFolder, type Way, bestWay, makeFolder, openFolder } from "./open-folder.ts";

/** Whether the path can mean a file on this machine at all: no other system's, and no other machine's. */
export function isLocalPath(path: string, system: string = platform()): boolean {
  if (path.includes("\0") || /^[\\/]{2}/.test(path)) return false;
  return system === "win32" ? isWindowsPath(path) : path.startsWith("/");
}

export function putFileBack(path: string, bytes: Uint8Array, world: PutBackWorld): void {
  if (!isLocalPath(path)) throw refused(path, { why: "is no path of this machine" });
  const { root } = parse(path);
  const steps = path.slice(root.length).split(sep === "/" ? "/" : /[\\/]/);
  const name = steps.pop() ?? "";
  if ([...steps, name].some((step) => step === "" || step === "." || step === ".."))
    throw refused(path, { why: "is no plain path" });
  const folder = dirname(path);
  const leftovers = (op: string) => ({
    temp: join(folder, temporaryName(op)),
    folders: missingFolders(world.disk, folder),
  });
  journaled(world.journal, leftovers, (op) => place({ path, root, steps, name, bytes, op }, world));
}

type Placing = {
  readonly path: string;
  readonly root: string;
  readonly steps: readonly string[];
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly op: string;
};

function place(placing: Placing, { disk, way = bestWay() }: PutBackWorld): void {
  const { path, root, steps, name, bytes, op } = placing;
  let at = openFolder(root, way);
  try {
    for (const step of steps) {
      const next = entered(at, step, way);
      at.close();
      at = next;
    }
    const folder = at;
    placeFile(disk, { temp: folder.at(temporaryName(op)), bytes }, (put) => put(folder.at(name)));
  } catch (error) {
    throw toldError(error, path);
  } finally {
    at.close();
  }
}

export type PutBackWorld = { readonly disk: Disk; readonly way?: Way; readonly journal?: World };

function entered(parent: OpenFolder, name: string, way: Way): OpenFolder {
  try {
    return openFolder(parent.at(name), way);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    return makeFolder(parent, name, way) ?? openFolder(parent.at(name), way);
  }
}

function toldError(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined || error instanceof WorldError) return error;
  if (code === "EEXIST") return refused(path, { why: "exists, and nothing is ever written over", cause: error });
  if (code === "ELOOP" || code === "ENOTDIR")
    return refused(path, { why: "leads through a link, or through what is no folder", cause: error });
  return refused(path, { why: `could not be written: ${code}`, cause: error });
}

function refused(path: string, { why, cause }: { readonly why: string; readonly cause?: unknown }): WorldError {
  return new WorldError("failed", `${path} ${why}`, { hint: "recover it into a fresh folder with --out DIR", cause });
}
