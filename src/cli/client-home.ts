// The folder that a session's log stands in -> the config home that a client must be told to find it; undefined where it looks there anyway.
import { basename, dirname, resolve } from "node:path";
import { isSlugLike } from "../format/index.ts";
import { realPath } from "../store/index.ts";
import type { Io } from "./io.ts";

type Around = Pick<Io, "homes" | "clientHome" | "cwd">;

export type ForeignHome = (projectFolder: string) => string | undefined;

export function foreignHomes({ homes, clientHome = homes[0], cwd }: Around): ForeignHome {
  const known = new Map<string, boolean>();
  return (projectFolder) => {
    const folder = resolve(cwd, projectFolder);
    const projects = dirname(folder);
    // A plain folder of logs belongs to no home, though it may stand in a folder of somebody's projects.
    if (basename(projects) !== "projects" || !isSlugLike(basename(folder))) return undefined;
    const home = dirname(projects);
    const isForeign =
      known.get(home) ?? (clientHome === undefined || realPath(home) !== realPath(resolve(cwd, clientHome)));
    known.set(home, isForeign);
    return isForeign ? home : undefined;
  };
}

/** The same for a single log. */
export const foreignHomeOf = (io: Around, log: string): string | undefined => foreignHomes(io)(dirname(log));

/** The variable that tells a client its config home. */
export const homeVariable = "CLAUDE_CONFIG_DIR";
