// A source's place and what is wished -> the folder in which a client will look for the result.
import { basename, join } from "node:path";
import { slugOf } from "../../format/index.ts";
import { projectFolder } from "../../graph/index.ts";
import { type OpenSource, type SessionPlace, WorldError } from "../../store/index.ts";

export type Wish = {
  /** The folder to be resumed in, if it is not the source's. */
  readonly cwd?: string | undefined;
  /** The config home to stand in, if it is not the source's. */
  readonly home?: string;
  /** Whether it belongs to another project than its source. */
  readonly isMoved?: true;
};

type Target = { readonly folder: string; readonly home: string };

/** Beside its source, where that stands in a config home; else where the client would look for it. */
export function targetOf(
  place: SessionPlace,
  { cwd, home: wished, isMoved }: Wish & { readonly cwd: string },
  homes: readonly string[],
): Target {
  const home = wished ?? place.home ?? homes[0];
  if (home === undefined)
    throw new WorldError("bad-argument", "there is no config home to write to", { hint: "name one with --dir DIR" });
  const isBeside = isMoved === undefined && wished === undefined && place.home !== undefined;
  return { folder: isBeside ? place.folder : join(home, "projects", slugOf(cwd)), home };
}

/** The folder that the client resumes it in. */
export function folderOf({ source, place }: OpenSource): string | undefined {
  return projectFolder(basename(place.folder), [...source.session.log.state.cwds.keys()]);
}
