// Config homes and the beginning of a name -> the sessions that could be meant, the last written first, and the titles of some of them.
import { type Dirent, closeSync, readSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isUuid, longSlugOf, slugOf } from "../format/index.ts";
import { listFolder, openRegular } from "../store/index.ts";
import type { Io } from "./io.ts";

const ending = ".jsonl";

/** Where nothing is typed yet, all ids of a machine are no help: then only those of the folder one is in, if it has any. */
export function sessionNames({ homes, cwd }: Pick<Io, "homes" | "cwd">, partial: string): readonly string[] {
  const slugs = partial === "" ? slugsOf(cwd) : [];
  const all = sessionsOf(homes).filter(({ id }) => id.startsWith(partial));
  const own = all.filter(({ slug }) => slugs.includes(slug));
  return ["@last", ...newestFirst(own.length > 0 ? own : all).map(({ id }) => id)];
}

/** More titles than a screen has lines are read by nobody. */
const titlesLimit = 30;

/** Of the first of these ids, by id, as far as the end of their logs tells. */
export function sessionTitles({ homes }: Pick<Io, "homes">, ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(ids.slice(0, titlesLimit));
  const named = sessionsOf(homes).filter(({ id }) => wanted.has(id));
  return new Map(named.flatMap(({ id, path }) => titleIn(path).map((title) => [id, title] as const)));
}

type Named = { readonly id: string; readonly path: string; readonly slug: string };

const sessionsOf = (homes: readonly string[]): readonly Named[] =>
  homes
    .flatMap(projectFolders)
    .flatMap(({ path, slug }) => idsIn(path).map((id) => ({ id, slug, path: join(path, `${id}${ending}`) })));

const newestFirst = (sessions: readonly Named[]): readonly Named[] =>
  sessions
    .map((session) => ({ session, timeMs: ifReadable(() => statSync(session.path).mtimeMs) ?? 0 }))
    .sort((a, b) => b.timeMs - a.timeMs)
    .map(({ session }) => session);

const endBytes = 64 * 1024;
const titlePattern = /"(?:customTitle|aiTitle)":("(?:[^"\\]|\\.)*")/g;

/** The client writes the title again and again: the end of a log has it, or it has none worth waiting for. */
function titleIn(path: string): readonly string[] {
  const text = ifReadable(() => endOf(path)) ?? "";
  const [, quoted] = [...text.matchAll(titlePattern)].at(-1) ?? [];
  if (quoted === undefined) return [];
  try {
    const title: unknown = JSON.parse(quoted);
    return typeof title === "string" ? [title] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function endOf(path: string): string {
  const { descriptor, stats } = openRegular(path);
  try {
    const bytes = Buffer.alloc(Math.min(stats.size, endBytes));
    const count = readSync(descriptor, bytes, 0, bytes.length, stats.size - bytes.length);
    return bytes.toString("utf8", 0, count);
  } finally {
    closeSync(descriptor);
  }
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
  return (entriesOf(folder) ?? []).flatMap((item) => {
    const stem = item.name.endsWith(ending) ? item.name.slice(0, -ending.length) : "";
    return item.isFile() && isUuid(stem) ? [stem] : [];
  });
}

function slugsOf(cwd: string): readonly string[] {
  const real = realPath(cwd);
  return [slugOf(real), longSlugOf(real)];
}

/** Nothing is proposed from what cannot be looked into: the command itself will say what is wrong. */
const entriesOf = (folder: string): readonly Dirent[] | undefined => ifReadable(() => listFolder(folder));

const realPath = (path: string): string => ifReadable(() => realpathSync(path)) ?? path;

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && "code" in error;
