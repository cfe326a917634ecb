// `clew move`: a session, or all sessions of a project -> copies that belong to another folder, or stand in another config home.
import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { longSlugOf, slugOf } from "../../format/index.ts";
import { type MovePlanned, planClone, planMove } from "../../reshape/index.ts";
import { WorldError, discover, isFolder } from "../../store/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { homesOf, sessionPath } from "../names.ts";
import { type ReshapeFlags, type Wanted, planned } from "../reshape/reshaping.ts";
import { reshape } from "../reshape/reshape.ts";

export type Flags = ReshapeFlags & { readonly to?: string; readonly from?: string; readonly toHome?: string };

export async function move(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  const { toHome } = flags;
  if (flags.to === undefined && toHome === undefined)
    throw new WorldError("bad-argument", "move needs a place to go to", {
      hint: "say --to FOLDER, --to-home DIR or both",
    });
  if (toHome !== undefined && !isFolder(toHome))
    throw new WorldError("not-found", `no such folder: ${toHome}`, {
      hint: "--to-home names a config home that exists",
    });
  const to = flags.to === undefined ? undefined : realFolder(flags.to, io.cwd);
  let code: ExitCode = 0;
  for (const path of pathsOf(io, flags, name)) {
    const done = await moveOne(io, { ...flags, ...(to === undefined ? {} : { to }) }, path);
    if (done !== 0) code = done;
  }
  return code;
}

function moveOne(io: Io, flags: Flags, path: string): Promise<ExitCode> {
  const { to, from, toHome } = flags;
  const home = toHome === undefined ? {} : { home: resolve(io.cwd, toHome) };
  return reshape(io, flags, path, {
    command: "move",
    args: [path, ...(to === undefined ? [] : ["--to", to]), ...(toHome === undefined ? [] : ["--to-home", toHome])],
    when: "always",
    plan({ opened: { source }, supply }): readonly Wanted[] {
      if (to === undefined) return [{ plan: planned(planClone(source, supply)).plan, uuids: "kept", ...home }];
      const move: MovePlanned = planMove(source, { to, ...(from === undefined ? {} : { from }) }, supply);
      const { plan, folders } = planned(move);
      return [{ plan, folders, uuids: "kept", cwd: to, isMoved: true, ...home }];
    },
  });
}

/** As the client would name it; one that is not there, as on another machine, is taken at its word. */
function realFolder(to: string, cwd: string): string {
  if (/^[A-Za-z]:[\\/]/.test(to)) return to;
  const path = resolve(cwd, to);
  return existsSync(path) ? realpathSync(path) : path;
}

/** A folder means every session that was held in it. */
function pathsOf(io: Io, flags: Flags, name: string): readonly string[] {
  const folder = resolve(io.cwd, name);
  const slugs = new Set([slugOf(folder), longSlugOf(folder)]);
  const isProject = /[\\/]/.test(name) && !name.endsWith(".jsonl");
  if (!isProject) return [sessionPath(io, flags, name)];
  const { sessions } = discover(homesOf(io, flags));
  const found = sessions.filter(({ slug, path }) => slugs.has(slug) || path.startsWith(`${folder}/`));
  if (found.length > 0) return found.map(({ path }) => path);
  throw new WorldError("unknown-session", `no session was held in ${folder}`, {
    hint: "list projects with `clew stats --by project`",
  });
}
