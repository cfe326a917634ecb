// A word of a shell command that nobody can be sure of -> the files it may mean: one, or all that fit a pattern.
import { isWindowsPath, pathKey, resolvePath } from "./file-path.ts";
import { pathMatcher } from "./path-matcher.ts";
import { type Word, sign } from "./shell-word.ts";

/** Perhaps changed: what is known of these files no longer holds, and nothing else is known of them. */
export type DoubtAct = {
  readonly kind: "doubt";
  /** A file or folder; with `pattern` the folder and the pattern, spelt like a path. */
  readonly path: string;
  /** A regular expression for what follows the folder; without a folder any file is met. */
  readonly pattern?: { readonly folder: string; readonly source: string };
  /** Whether the files below are met as well. */
  readonly below: boolean;
  /** At most removed: what is not there stays so. */
  readonly gone: boolean;
};

export type Values = ReadonlyMap<string, readonly string[]>;
type Ground = {
  readonly folders: readonly string[];
  readonly values: Values;
  /** Shapes of the words in the whole command: what a word of which nothing is known may stand for. */
  readonly named: () => readonly string[];
};
type Reach = Pick<DoubtAct, "below" | "gone">;

const anySign = /[\u0001-\u0007\u000e]/;
const mostChoices = 64;
/** A longer path takes too long to match: it counts as a match. */
const longestMatched = 1024;

/** For more than these nobody works out each single one: any file may be met. */
const mostDoubts = 4096;

export const anyFile: DoubtAct = {
  kind: "doubt",
  path: "/**",
  pattern: { folder: "", source: ".*" },
  below: true,
  gone: false,
};

export function doubtsAbout(word: Pick<Word, "shape">, ground: Ground, reach: Reach): readonly DoubtAct[] {
  const found: DoubtAct[] = [];
  let left = mostDoubts;
  for (const shape of new Set(expanded(word.shape, ground))) {
    const isOpen = shape.startsWith(sign.any);
    const names = isOpen ? ground.named().flatMap((name) => expanded(name, ground)) : [shape];
    left -= names.length;
    if (left < 0) return [anyFile];
    for (const name of isOpen ? names.filter(fitting(shape)) : names) found.push(...placed(name, ground, reach));
    if (found.length > mostDoubts) return [anyFile];
  }
  return found;
}

/** What a word of which nothing is known in front may stand for. */
function fitting(shape: string): (name: string) => boolean {
  const fits = pathMatcher(sourceOf(shape), { below: false, flags: "su" });
  return (name) => !name.startsWith(sign.any) && (anySign.test(name) || name.length > longestMatched || fits(name));
}

function placed(shape: string, { folders }: Ground, reach: Reach): readonly DoubtAct[] {
  const places = folders.length === 0 ? [undefined] : folders;
  return places.flatMap((folder) => {
    const first = shape.search(anySign);
    if (first === -1) {
      const path = resolvePath(shape, folder);
      return path === undefined || path.startsWith("/dev/") ? [] : [{ kind: "doubt", path, ...reach }];
    }
    const cut = shape.lastIndexOf("/", first) + 1;
    const base = resolvePath(cut === 0 ? "." : shape.slice(0, cut), folder);
    if (base === undefined) return [];
    const source = sourceOf(shape.slice(cut));
    const root = base.replace(/[\\/]$/, "");
    return [
      {
        kind: "doubt",
        path: `${root}/${source}${reach.below ? "/**" : ""}`,
        pattern: { folder: root, source },
        ...reach,
      },
    ];
  });
}

export const homeShape = `${sign.name}HOME${sign.nameEnd}`;

/** What the shape may stand for, as far as it is spelt out. */
export const plainShapes = (shape: string, ground: Pick<Ground, "folders" | "values">): readonly string[] =>
  expanded(shape, ground).filter((each) => !anySign.test(each));

/** With the values that variables may have; what has none may be anything. */
function expanded(shape: string, { values, folders }: Pick<Ground, "folders" | "values">): readonly string[] {
  let shapes: readonly string[] = [shape];
  for (let round = 0; round < 4; round++) {
    if (!shapes.some((each) => each.includes(sign.name))) return shapes;
    shapes = shapes.flatMap((each) => {
      const found = /\u0004(\w+)\u0005/.exec(each);
      if (found === null) return [each];
      const [all, name = ""] = found;
      return valuesOf(name, values, folders).map((value) => each.replace(all, () => value));
    });
    shapes = shapes.slice(0, mostChoices);
  }
  return shapes.map((each) => each.replaceAll(/\u0004\w+\u0005/g, sign.any));
}

function valuesOf(name: string, values: Values, folders: readonly string[]): readonly string[] {
  const own = values.get(name);
  if (own !== undefined && own.length > 0) return own;
  if (name === "PWD" && folders.length > 0) return folders;
  return [name === "HOME" ? homeOf(folders[0] ?? "") : sign.any];
}

const homeOf = (folder: string): string => /^\/(home|Users)\/[^/]+/.exec(folder)?.[0] ?? "/root";

function sourceOf(shape: string): string {
  return shape
    .replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (char) => (char === "/" || char === "-" ? char : `\\${char}`))
    .replaceAll(/\u0003+/g, ".*")
    .replaceAll(/\u0001+/g, "[^/]*")
    .replaceAll(sign.one, "[^/]")
    .replaceAll(sign.open, "(?:")
    .replaceAll(sign.or, "|")
    .replaceAll(sign.close, ")");
}

/** Whether the file of that key is one that the doubt is about. */
export function doubtMatcher({ path, pattern, below }: DoubtAct): (key: string) => boolean {
  if (pattern?.folder === "") return () => true;
  if (pattern === undefined) {
    const own = pathKey(path);
    return (key) => key === own || (below && /^[\\/]/.test(key.slice(own.length)) && key.startsWith(own));
  }
  const folder = pathKey(pattern.folder);
  const isWindows = isWindowsPath(folder);
  const fits = pathMatcher(pattern.source, { below, flags: isWindows ? "sui" : "su" });
  return (key) => {
    if (!key.startsWith(folder) || !/[\\/]/.test(key.charAt(folder.length))) return false;
    const rest = key.slice(folder.length + 1);
    return rest.length > longestMatched || fits(isWindows ? rest.replaceAll("\\", "/") : rest);
  };
}
