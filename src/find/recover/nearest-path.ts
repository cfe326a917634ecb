// A path that nobody knows and those that are known -> the few that were most likely meant, the likeliest first.
import { editDistance } from "../../format/index.ts";

const mostChoices = 5;
/** Longer names are compared by their beginnings. */
const longest = 64;

export function nearestPaths(wanted: string, known: Iterable<string>): readonly string[] {
  const asked = parted(wanted);
  const scored = Array.from(known, (path) => ({ path, score: scoreOf(asked, parted(path)) }));
  return scored
    .filter(({ score }) => score < 1)
    .sort((a, b) => a.score - b.score || (a.path < b.path ? -1 : 1))
    .slice(0, mostChoices)
    .map(({ path }) => path);
}

type Parted = { readonly name: string; readonly folders: readonly string[] };

function parted(path: string): Parted {
  const parts = path.toLowerCase().split(/[\\/]+/);
  return { name: (parts.pop() ?? "").slice(0, longest), folders: parts.reverse() };
}

/** How much of the name differs, and a little for each folder that does; from 1 on they have nothing to do with each other. */
function scoreOf(a: Parted, b: Parted): number {
  const differing = editDistance(a.name, b.name) / Math.max(1, a.name.length, b.name.length);
  if (differing >= 0.5) return 1;
  const common = a.folders.filter((folder, at) => b.folders[at] === folder).length;
  return differing + 0.3 / (1 + common);
}
