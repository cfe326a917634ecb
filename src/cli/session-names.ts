// Config homes and the beginning of a name -> the sessions that could be meant, by the names of their files; opens none of them.
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isUuid, longSlugOf, slugOf } from "../format/index.ts";
import type { Io } from "./io.ts";

const ending = ".jsonl";

/** Where nothing is typed yet, all ids of a machine are no help: then only those of the folder one is in, if it has any. */
export function sessionNames({ homes, cwd }: Pick<Io, "homes" | "cwd">, partial: string): readonly string[] {
  const folders = homes.flatMap(projectFolders);
  const slugs = partial === "" ? slugsOf(cwd) : [];
  const own = folders.flatMap(({ path, slug }) => (slugs.includes(slug) ? idsIn(path) : []));
  return ["@last", ...(own.length > 0 ? own : folders.flatMap(({ path }) => idsIn(path)))];
}

type Project = { readonly path: string; readonly slug: string };

/** A home keeps its projects in a folder of their own; a plain folder of logs will do, too. */
function projectFolders(home: string): readonly Project[] {
  const projects = entriesOf(join(home, "projects"));
  const root = projects === undefined ? home : join(home, "projects");
  const inside = (projects ?? entriesOf(home) ?? []).flatMap((entry) =>
    entry.isDirectory() || entry.isSymbolicLink() ? [{ path: join(root, entry.name), slug: entry.name }] : [],
  );
  return [{ path: root, slug: "" }, ...inside];
}

function idsIn(folder: string): readonly string[] {
  return (entriesOf(folder) ?? []).flatMap(({ name }) => {
    const stem = name.endsWith(ending) ? name.slice(0, -ending.length) : "";
    return isUuid(stem) ? [stem] : [];
  });
}

function slugsOf(cwd: string): readonly string[] {
  const real = realPath(cwd);
  return [slugOf(real), longSlugOf(real)];
}

/** Nothing is proposed from what cannot be looked into: the command itself will say what is wrong. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return path;
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && "code" in error;
