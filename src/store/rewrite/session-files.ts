// A session's path -> all of its files, the log first, and the folders that are its alone; for moving or copying it as a whole.
import { basename, join } from "node:path";
import { isUuid } from "../../format/index.ts";
import { type Look, lookAtSession } from "../liveness.ts";
import { walkFolder } from "../open/walk-folder.ts";
import type { SessionPlace } from "../session-place.ts";
import { namedPlace } from "./named-place.ts";
import { type Sidecar, pathInHome, sidecarsOf } from "./sidecars.ts";
import type { Disk } from "./disk.ts";
import type { World } from "./world.ts";

export type SessionFiles = {
  readonly place: SessionPlace;
  readonly look: Look;
  readonly files: readonly SessionPart[];
  /** The lowest are not first. */
  readonly folders: readonly string[];
};

export type SessionPart = {
  readonly path: string;
  /** As a path below a config home. */
  readonly name: string;
  readonly role: "session" | "sidecar";
  readonly isLog: boolean;
};

export function sessionFiles(path: string, world: World): SessionFiles {
  const { disk } = world;
  const look = lookAtSession(path, world);
  const place = namedPlace(path, disk);
  const log = {
    path,
    name: join("projects", basename(place.folder), basename(path)),
    role: "session",
    isLog: true,
  } as const;
  // Agents beside it that name another session are that one's.
  const sidecars = sidecarsOf(place, disk, { ids: [] });
  return {
    place,
    look: { ...look, place },
    files: [log, ...sidecars.map((sidecar) => partOf(sidecar, place))],
    folders: foldersOf(place, disk),
  };
}

function partOf(sidecar: Sidecar, place: SessionPlace): SessionPart {
  return { path: sidecar.path, name: pathInHome(sidecar, place), role: "sidecar", isLog: sidecar.isAgentLog };
}

function foldersOf({ folder, stem, home, sessionId }: SessionPlace, disk: Disk): readonly string[] {
  const ofHome =
    home === undefined || !isUuid(sessionId)
      ? []
      : ["file-history", "tasks"]
          .filter((name) => disk.look(join(home, name))?.kind === "folder")
          .map((name) => join(home, name, sessionId));
  return [join(folder, stem), ...ofHome].flatMap((top) =>
    [...walkFolder(disk, top)].filter(({ kind }) => kind === "folder").map(({ path }) => path),
  );
}
