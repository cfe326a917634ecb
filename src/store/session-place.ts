// A session's path -> its names and the config home it stands in, by the path alone; nothing is opened.
import { basename, dirname, join } from "node:path";
import { isUuid } from "../format/index.ts";

export type SessionPlace = {
  readonly path: string;
  /** The project's folder. */
  readonly folder: string;
  readonly stem: string;
  readonly sessionId: string;
  /** The config home, when the file stands below its `projects`. */
  readonly home: string | undefined;
};

/** `inside`: the first session id in the file, for files whose name is no id. */
export function sessionPlace(path: string, inside?: string): SessionPlace {
  const folder = dirname(path);
  const stem = basename(path, ".jsonl");
  const projects = dirname(folder);
  return {
    path,
    folder,
    stem,
    sessionId: isUuid(stem) ? stem : (inside ?? stem),
    home: basename(projects) === "projects" ? dirname(projects) : undefined,
  };
}

/** Where the client would keep the session: its own folder beside it, and the folders of its home. */
export type SessionTarget = {
  readonly folder: string;
  readonly home: string | undefined;
  readonly sessionId: string;
};

export const mainPath = ({ folder, sessionId }: SessionTarget): string => join(folder, `${sessionId}.jsonl`);
