// A folder as somebody asks for it -> its path, if it is a new one below the person's own and no link leads away from there; makes nothing.
import { lstatSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { WorldError, systemCode } from "../../store/index.ts";
import { sanitize } from "../../view/index.ts";
import type { LaneSettings } from "./lane-io.ts";

type Places = Pick<LaneSettings, "userDir" | "homes">;

/** What systems take: in one name, and in a whole path. */
const mostNameBytes = 255;
const mostPathBytes = 4096;

export function recoveryFolder(into: string, { userDir = "", homes }: Places): string {
  const wanted = "files are recovered into a new folder below the home folder only";
  if (sanitize(into) !== into || /[\t\n]/.test(into))
    throw refused("cannot recover into a folder whose name has control characters", "name it with letters and digits");
  // As people write it; a folder that is called `~` would be a trap.
  const out = resolve(userDir, into.replace(/^~(?:[/\\]+|$)/, ""));
  if (userDir === "" || !isBelow(out, userDir)) throw refused(wanted, "name one that is not there yet");
  const names = relative(userDir, out).split(sep);
  const isLong = names.some((name) => Buffer.byteLength(name) > mostNameBytes);
  if (isLong || Buffer.byteLength(out) > mostPathBytes)
    throw refused("the folder's name is too long", "name it shorter");
  // `rm -r ~` would mean something else.
  if (names.some((name) => name.startsWith("~")))
    throw refused("cannot recover into a folder whose name begins with ~", "name it without ~");
  if (isTaken(userDir, names)) throw refused(wanted, "name one that is not there yet");
  if (
    homes.some(
      (home) => isBelow(out, join(home, "projects")) || isBelow(real(userDir, names), real(home, ["projects"])),
    )
  )
    throw refused("files are not recovered among the logs of sessions", "name a folder outside `projects`");
  return out;
}

/** Name by name: nothing stands there, and on the way to it only folders do. What is a link leads who knows where. */
function isTaken(start: string, names: readonly string[]): boolean {
  let path = start;
  for (const name of names) {
    path = join(path, name);
    const kind = kindAt(path);
    if (kind === "nothing") return false;
    if (kind === "other")
      throw refused(`${path} is a link or no folder`, "files are recovered below folders that are ones themselves");
  }
  return true;
}

function kindAt(path: string): "nothing" | "folder" | "other" {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "nothing";
    return stats.isDirectory() ? "folder" : "other";
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw refused(`${path} cannot be looked at`, "name a folder that is yours");
  }
}

/** The start may itself be behind a link; what is not there is as it is called. */
function real(start: string, names: readonly string[]): string {
  try {
    return join(realpathSync(start), ...names);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return join(start, ...names);
  }
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const refused = (message: string, hint: string): WorldError => new WorldError("bad-argument", message, { hint });
