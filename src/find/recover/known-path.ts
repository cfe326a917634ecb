// What a person calls a file, and the paths that logs know -> the paths that are meant: itself, all below a folder, or by a pattern.
import { pathKey, resolvePath } from "../../graph/index.ts";
import { WorldError } from "../../store/index.ts";
import { nearestPaths } from "./nearest-path.ts";
import { isOnDisk } from "./on-disk.ts";
import { hasWildcard, pathGlob } from "./path-glob.ts";

export type PathNames = {
  /** By key. */
  readonly known: ReadonlyMap<string, string>;
  /** And those that no log names, for they came with a folder. */
  readonly brought: () => ReadonlyMap<string, string>;
  /** What a relative name is meant in: the current folder, as it is called and as it is. */
  readonly folders: readonly string[];
};

/** One file: by its path, or by the end of its path if only one has it. */
export function knownPath(name: string, names: PathNames): string {
  const found = exact(name, names);
  if (found !== undefined) return found;
  const all = withBrought(names);
  if (all !== names) return knownPath(name, all);
  const [path, ...others] = tailed(name, names);
  if (path === undefined) throw unknown(name, names);
  if (others.length === 0) return path;
  throw new WorldError("ambiguous", `${others.length + 1} files that sessions know end in ${JSON.stringify(name)}`, {
    hint: `name one in full: ${[path, ...others].slice(0, 4).join(", ")}`,
  });
}

/** Any number of files: also a folder, or a pattern. */
export function knownPaths(name: string, some: PathNames): readonly string[] {
  const names = withBrought(some);
  const patterns = hasWildcard(name) ? [name] : resolved(name, names);
  const fits = patterns.map(pathGlob);
  const below = [...names.known.values()].filter((path) => fits.some((isBelow) => isBelow(path)));
  if (below.length > 0) return below;
  const inside = insideFolder(name, names);
  return inside.length > 0 ? inside : [knownPath(name, names)];
}

/** All below a folder that is called by the end of its path; none where a file has that name. */
function insideFolder(name: string, names: PathNames): readonly string[] {
  const wanted = name.replace(/[\\/]+$/, "");
  if (wanted === "" || isRooted(wanted) || tailed(wanted, names).length > 0 || exact(name, names) !== undefined)
    return [];
  const part = `/${spelled(wanted)}/`;
  const inside = [...names.known.values()].filter((path) => spelled(path).includes(part));
  const folders = new Set(inside.map((path) => path.slice(0, spelled(path).indexOf(part) + part.length - 1)));
  if (folders.size <= 1) return inside;
  throw new WorldError("ambiguous", `${folders.size} folders that sessions know end in ${JSON.stringify(wanted)}`, {
    hint: `name one in full: ${[...folders].slice(0, 4).join(", ")}`,
  });
}

const isRooted = (name: string): boolean => /^([\\/]|[A-Za-z]:|\.{1,2}([\\/]|$))/.test(name);
const spelled = (path: string): string => path.replaceAll("\\", "/").toLowerCase();

/** The same where nothing was brought. */
function withBrought(names: PathNames): PathNames {
  const brought = names.brought();
  if (brought.size === 0) return names;
  return { ...names, known: new Map([...brought, ...names.known]), brought: () => nothing };
}

const nothing: ReadonlyMap<string, string> = new Map();

const resolved = (name: string, { folders }: PathNames): readonly string[] =>
  folders.flatMap((folder) => resolvePath(name, folder) ?? []);

function exact(name: string, names: PathNames): string | undefined {
  return resolved(name, names)
    .map((path) => names.known.get(pathKey(path)))
    .find((path) => path !== undefined);
}

function tailed(name: string, names: PathNames): readonly string[] {
  if (isRooted(name)) return [];
  // A file that is there is the one that is meant.
  if (resolved(name, names).some((path) => isOnDisk(path) === true)) return [];
  const tail = `/${spelled(name)}`;
  return [...names.known.values()].filter((path) => spelled(path).endsWith(tail));
}

function unknown(name: string, names: PathNames): WorldError {
  const near = nearestPaths(resolved(name, names)[0] ?? name, names.known.values());
  const list = names.known.size === 0 ? "no session tells of any file" : "list those they know with `clew files`";
  return new WorldError("not-found", `no session knows ${JSON.stringify(name)}`, {
    hint: near.length === 0 ? list : `the nearest are ${near.join(", ")}`,
  });
}
