// A finished file under a passing name -> the same file under its own, at once and whole; never over something that is there.
import { systemCode, WorldError } from "../world-error.ts";
import type { Disk } from "./disk.ts";
import { removeIfThere } from "./folders.ts";
import type { Making } from "./intent.ts";

/** `onMade` is told as soon as the file stands under its name, whatever fails afterwards. */
export function publish(disk: Disk, { temp, path }: Making, onMade: (path: string) => void): void {
  linkOrRename(disk, temp, path);
  onMade(path);
  removeIfThere(disk, temp);
}

function linkOrRename(disk: Disk, from: string, to: string): void {
  try {
    disk.link(from, to);
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (code === "EEXIST") throw inTheWay(to, error);
    if (!withoutLinks.has(code)) throw error;
    if (disk.look(to) !== undefined) throw inTheWay(to, error);
    disk.rename(from, to);
  }
}

/** File systems that give a file only one name, or kinds of file that they give only one. */
export const withoutLinks: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

export function inTheWay(path: string, cause?: unknown): WorldError {
  return new WorldError("exists", `${path} exists already, and nothing is ever written over`, {
    hint: "move it away first, or name another place",
    cause,
  });
}
