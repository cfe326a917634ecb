// A folder as a person names it -> the sessions that were held in it or below it, by what their logs say; where the logs stand is no matter.
import { basename, dirname, resolve } from "node:path";
import { resumeFolder, sessionFolders } from "../../find/index.ts";
import { isSlugLike, longSlugOf, slugOf } from "../../format/index.ts";
import { isBelow, isWithin } from "../../graph/index.ts";
import { type SessionFile, WorldError, discover, isFolder, realPath } from "../../store/index.ts";
import type { Io } from "../io.ts";

export type FolderSession = {
  readonly path: string;
  /** The folder it was held in; undefined where its log does not tell. */
  readonly held: string | undefined;
};

export type FolderSessions = {
  readonly sessions: readonly FolderSession[];
  /** The folder that was named, when it is one to work in and no folder of logs. */
  readonly folder?: string;
};

type Asked = { readonly name: string; readonly homes: readonly string[]; readonly to: string | undefined };

export function folderSessions({ cwd }: Io, { name, homes, to }: Asked): FolderSessions {
  const folder = realFolder(name, cwd);
  const { sessions } = discover(homes);
  const beginning = sessionFolders(undefined);
  const withFolder = ({ path, realPath, slug }: SessionFile): FolderSession => ({
    path,
    held: resumeFolder(slug, [beginning(realPath)]),
  });
  const inFolder = standingIn(folder, sessions);
  if (isSlugLike(basename(folder)) && inFolder.length > 0) return { sessions: inFolder.map(withFolder) };
  const held = heldIn(
    folder,
    sessions.map((log) => ({ ...log, first: beginning(log.realPath) })),
  );
  if (held.length > 0) return { sessions: withoutArrived(held, { folder, to }), folder };
  const found = inFolder.length > 0 ? inFolder : unlisted(folder);
  if (found.length > 0) return { sessions: found.map(withFolder) };
  throw new WorldError("unknown-session", `no session was held in ${folder}`, {
    hint: "list projects with `clew stats --by project`",
  });
}

/** As the client would name it; one that is not there, as on another machine, is taken at its word. */
export function realFolder(folder: string, cwd: string): string {
  if (/^[A-Za-z]:[\\/]/.test(folder)) return folder.length > 3 ? folder.replace(/[\\/]+$/, "") : folder;
  return realPath(resolve(cwd, folder));
}

const standingIn = (folder: string, sessions: readonly SessionFile[]): readonly SessionFile[] =>
  sessions.filter(({ realPath }) => dirname(realPath) === folder);

/** A project's folder in a home that nobody named. */
const unlisted = (folder: string): readonly SessionFile[] =>
  isSlugLike(basename(folder)) && basename(dirname(folder)) === "projects" && isFolder(folder)
    ? standingIn(folder, discover([folder]).sessions)
    : [];

type Log = SessionFile & { readonly first: string | undefined };

function heldIn(folder: string, logs: readonly Log[]): readonly FolderSession[] {
  const slugs = new Set([slugOf(folder), longSlugOf(folder)]);
  return logs.flatMap(({ path, slug, first }): readonly FolderSession[] => {
    // A log that tells no folder, or cannot be read, is told of by whoever opens it.
    if (first === undefined) return slugs.has(slug) ? [{ path, held: undefined }] : [];
    if (!isWithin(first, folder)) return [];
    const project = resumeFolder(slug, [first]) ?? first;
    return [{ path, held: isWithin(project, folder) ? project : first }];
  });
}

/** What is in a folder below already went there before, or was always there: it does not go deeper. */
function withoutArrived(
  sessions: readonly FolderSession[],
  { folder, to }: { readonly folder: string; readonly to: string | undefined },
): readonly FolderSession[] {
  if (to === undefined || !isBelow(to, folder)) return sessions;
  const others = sessions.filter(({ held }) => held === undefined || !isWithin(held, to));
  if (others.length > 0) return others;
  throw new WorldError("bad-argument", `every session of ${folder} belongs to ${to} already`, {
    hint: "nothing has to be moved",
  });
}
