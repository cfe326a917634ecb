// A path as a log tells it -> the names it has below a folder: always below it, the same path wherever that is possible.
import { isWindowsPath } from "../../graph/index.ts";
import { type NameRules, safeName } from "./safe-name.ts";

export type PlaceBelow = {
  readonly names: readonly string[];
  /** Whether a name had to change, or the path led up. */
  readonly isChanged: boolean;
};

/** `/home/kim/a` stands at `home/kim/a`, `C:\a` at `C/a`, `\\host\share\a` at `unc/host/share/a`. */
export function placeBelow(path: string, rules: NameRules): PlaceBelow {
  const { root, rest } = rooted(path);
  const kept: string[] = [];
  for (const part of rest) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  const all = kept.length === 0 ? [...root, "_"] : [...root, ...kept];
  const names = all.map((part) => safeName(part, rules));
  const isChanged = kept.length === 0 || rest.includes("..") || names.some((name, at) => name !== all[at]);
  return { names, isChanged };
}

type Rooted = { readonly root: readonly string[]; readonly rest: readonly string[] };

function rooted(path: string): Rooted {
  if (!isWindowsPath(path)) return { root: [], rest: path.split("/") };
  // `\\?\C:\a` is a longer spelling of `C:\a`.
  const plain = path.replace(/^\\\\[?.]\\(UNC\\)?/i, (_, unc: string | undefined) => (unc === undefined ? "" : "\\\\"));
  const drive = /^([A-Za-z]):/.exec(plain)?.[1];
  if (drive !== undefined) return { root: [drive.toUpperCase()], rest: plain.slice(2).split(/[\\/]/) };
  return { root: ["unc"], rest: plain.split(/[\\/]/) };
}
