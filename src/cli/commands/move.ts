// `clew move`: a session, or all sessions of a project -> copies that belong to another folder, or stand in another config home.
import { existsSync, realpathSync } from "node:fs";
import { basename, resolve } from "node:path";
import { longSlugOf, slugOf } from "../../format/index.ts";
import { isBelow } from "../../graph/index.ts";
import { type MovePlanned, type Source, planClone, planMove } from "../../reshape/index.ts";
import { WorldError, discover, isFolder } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { homesOf, sessionPath } from "../names.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import type { Intent, ReshapeFlags, Wanted } from "../reshape/reshaping.ts";
import { reshapeAll } from "../reshape/reshape.ts";

export type Flags = ReshapeFlags & { readonly to?: string; readonly from?: string; readonly toHome?: string };

export async function move(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  if (flags.to === undefined && flags.toHome === undefined)
    throw new WorldError("bad-argument", "move needs a place to go to", {
      hint: "say --to FOLDER, --to-home DIR or both",
    });
  const goal = goalOf(io, flags);
  const { paths, folder } = meantBy(io, flags, name);
  const code = await reshapeAll(
    io,
    flags,
    paths.map((path) => intentOf(path, { ...goal, folder }, flags)),
  );
  if (code === 0 && goal.to !== undefined && !existsSync(goal.to))
    io.err(`clew: ${sanitizeLine(goal.to)} is not there yet: make it before you go on with the session there\n`);
  return code;
}

type Goal = {
  readonly to?: string;
  readonly from?: string;
  readonly home?: string;
  /** The project that was named. */
  readonly folder?: string | undefined;
};

function goalOf({ cwd }: Io, { to, from, toHome }: Flags): Goal {
  for (const [flag, folder] of Object.entries({ "--to": to, "--from": from, "--to-home": toHome }))
    if (folder?.trim() === "")
      throw new WorldError("bad-argument", `${flag} names no folder: it is empty`, {
        hint: `give it the path of one; \`${flag} .\` is the folder you are in`,
      });
  const home = toHome === undefined ? undefined : resolve(cwd, toHome);
  if (home !== undefined && !isFolder(home))
    throw new WorldError("not-found", `no such folder: ${home}`, { hint: "--to-home names a config home that exists" });
  return {
    ...(to === undefined ? {} : { to: goalFolder(to, cwd) }),
    ...(from === undefined ? {} : { from }),
    ...(home === undefined ? {} : { home }),
  };
}

function intentOf(path: string, { to, from, home, folder }: Goal, flags: Flags): Intent {
  const elsewhere = home === undefined ? {} : { home };
  return {
    name: path,
    command: "move",
    args: argsOf([path], flags),
    when: "always",
    plan({ opened: { source, place }, supply }): readonly Wanted[] {
      if (to === undefined) return [{ plan: planned(planClone(source, supply)).plan, uuids: "kept", ...elsewhere }];
      const left = from ?? (isHeldIn(folder, source) ? folder : undefined);
      const slug = basename(place.folder);
      const answer: MovePlanned = planMove(source, { to, slug, ...(left === undefined ? {} : { from: left }) }, supply);
      const { plan, folders } = planned(answer);
      return [{ plan, folders, uuids: "kept", cwd: to, isMoved: true, ...elsewhere }];
    },
  };
}

/** Another folder may have the same slug, and logs come from other machines. */
const isHeldIn = (folder: string | undefined, { session }: Source): folder is string =>
  folder !== undefined && [...session.log.state.cwds.keys()].some((cwd) => cwd === folder || isBelow(cwd, folder));

/** A folder that is not there may be one of another machine; a file is none anywhere. */
function goalFolder(to: string, cwd: string): string {
  const folder = realFolder(to, cwd);
  if (existsSync(folder) && !isFolder(folder))
    throw new WorldError("bad-argument", `${folder} is no folder`, { hint: "--to names the folder to work in" });
  return folder;
}

/** As the client would name it; one that is not there, as on another machine, is taken at its word. */
function realFolder(folder: string, cwd: string): string {
  if (/^[A-Za-z]:[\\/]/.test(folder)) return folder;
  const path = resolve(cwd, folder);
  return existsSync(path) ? realpathSync(path) : path;
}

/** A folder means every session that was held in it. */
function meantBy(io: Io, flags: Flags, name: string): { readonly paths: readonly string[]; readonly folder?: string } {
  const isProject = (/[\\/]/.test(name) && !name.endsWith(".jsonl")) || /^\.\.?$/.test(name);
  if (!isProject) return { paths: [sessionPath(io, flags, name)] };
  const folder = realFolder(name, io.cwd);
  const slugs = new Set([slugOf(folder), longSlugOf(folder)]);
  const { sessions } = discover(homesOf(io, flags));
  const found = sessions.filter(({ slug, path }) => slugs.has(slug) || path.startsWith(`${folder}/`));
  if (found.length > 0) return { paths: found.map(({ path }) => path), folder };
  throw new WorldError("unknown-session", `no session was held in ${folder}`, {
    hint: "list projects with `clew stats --by project`",
  });
}
