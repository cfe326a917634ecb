// `clew move`: a session, or all sessions of a project -> copies that belong to another folder, or stand in another config home.
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { isBelow } from "../../graph/index.ts";
import { type MovePlanned, planClone, planMove } from "../../reshape/index.ts";
import { WorldError, isFolder } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { homesOf, namedPath } from "../names.ts";
import { type FolderSession, type FolderSessions, folderSessions, realFolder } from "../reshape/folder-sessions.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import type { Intent, ReshapeFlags, Wanted } from "../reshape/reshaping.ts";
import { reshapeAll } from "../reshape/reshape.ts";
import { sayMoves } from "../reshape/say-moves.ts";
import { settleFirst } from "../reshape/settle-first.ts";

export type Flags = ReshapeFlags & { readonly to?: string; readonly from?: string; readonly toHome?: string };

export async function move(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  if (flags.to === undefined && flags.toHome === undefined)
    throw new WorldError("bad-argument", "move needs a place to go to", {
      hint: "say --to FOLDER, --to-home DIR or both",
    });
  const goal = goalOf(io, flags);
  if (!flags.dryRun) settleFirst(io);
  const { sessions, folder } = meantBy(io, flags, { name, to: goal.to });
  const places = new Set<string>();
  const code = await reshapeAll(
    io,
    flags,
    sessions.map((session) => intentOf(session, { ...goal, folder, onPlace: (cwd) => places.add(cwd) }, flags)),
  );
  if (code === 0 && goal.to !== undefined) sayMissing(io, [goal.to, ...places]);
  return code;
}

/** Of folders inside each other the outer one is enough. */
function sayMissing(io: Io, places: readonly string[]): void {
  const missing = [...new Set(places)].filter((place) => !existsSync(place));
  for (const place of missing.filter((one) => !missing.some((other) => isBelow(one, other))))
    io.err(`clew: ${sanitizeLine(place)} is not there yet: make it before you go on with the session there\n`);
}

type Goal = {
  readonly to?: string;
  readonly from?: string;
  readonly home?: string;
};

type Way = Goal & {
  /** The folder that was named: whatever is below it keeps its name. */
  readonly folder?: string | undefined;
  readonly onPlace: (cwd: string) => void;
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

function intentOf({ path, held }: FolderSession, { to, from, home, folder, onPlace }: Way, flags: Flags): Intent {
  const elsewhere = home === undefined ? {} : { home };
  return {
    name: path,
    command: "move",
    args: argsOf([path], flags),
    when: "always",
    plan({ opened: { source, place }, supply }): readonly Wanted[] {
      if (to === undefined) return [{ plan: planned(planClone(source, supply)).plan, uuids: "kept", ...elsewhere }];
      const left = from ?? folder;
      const known = {
        ...(left === undefined ? {} : { from: left }),
        ...(folder === undefined || held === undefined ? {} : { held }),
      };
      const answer: MovePlanned = planMove(source, { to, slug: basename(place.folder), ...known }, supply);
      const { plan, folders, cwd } = planned(answer);
      onPlace(cwd);
      return [{ plan, folders, uuids: "kept", cwd, isMoved: true, ...elsewhere }];
    },
  };
}

/** A folder that is not there may be one of another machine; a file is none anywhere. */
function goalFolder(to: string, cwd: string): string {
  const folder = realFolder(to, cwd);
  if (existsSync(folder) && !isFolder(folder))
    throw new WorldError("bad-argument", `${folder} is no folder`, { hint: "--to names the folder to work in" });
  return folder;
}

type Named = { readonly name: string; readonly to: string | undefined };

/** A folder means every session that was held in it, or below it. */
function meantBy(io: Io, flags: Flags, { name, to }: Named): FolderSessions {
  const isProject = (/[\\/]/.test(name) && !name.endsWith(".jsonl")) || /^\.\.?$/.test(name);
  if (!isProject) return { sessions: [{ path: namedPath(io, flags, name), held: undefined }] };
  const found = folderSessions(io, { name, homes: homesOf(io, flags), to });
  sayMoves(io, found, { to, from: flags.from, dryRun: flags.dryRun });
  return found;
}
