// A pattern for paths -> whether a path fits; `*` and `?` stay inside a name, `**` goes through folders, a folder means all below it.

/** Without a slash in front it may begin at any folder; Windows paths are compared without case. */
export function pathGlob(pattern: string): (path: string) => boolean {
  const isRooted = pattern.startsWith("/") || /^[A-Za-z]:[\\/]/.test(pattern) || pattern.startsWith("\\\\");
  const parts = partsOf(pattern, isWindows(pattern));
  const wanted = [...(isRooted ? [] : ["**"]), ...parts, ...(parts.at(-1) === "**" ? [] : ["**"])];
  return (path) => {
    const windows = isWindows(path);
    const names = partsOf(path, windows);
    return windows ? fits(names.map(lower), wanted.map(lower)) : fits(names, wanted);
  };
}

export const hasWildcard = (text: string): boolean => /[*?]/.test(text);

const isWindows = (path: string): boolean => /^[A-Za-z]:[\\/]/.test(path) || path.startsWith("\\\\");

const lower = (text: string): string => text.toLowerCase();

const partsOf = (path: string, windows: boolean): readonly string[] =>
  path.split(windows ? /[\\/]/ : "/").filter((part) => part !== "");

const fits = (names: readonly string[], parts: readonly string[]): boolean =>
  matches(names, parts, { isMany: (part) => part === "**", isOne: nameFits });

function nameFits(name: string, pattern: string): boolean {
  return matches(Array.from(name), Array.from(pattern), {
    isMany: (sign) => sign === "*",
    isOne: (letter, sign) => sign === "?" || sign === letter,
  });
}

type Signs = {
  readonly isMany: (sign: string) => boolean;
  readonly isOne: (thing: string, sign: string) => boolean;
};

/** Goes back to the last sign for many only: the time is at most the product of both lengths. */
function matches(things: readonly string[], signs: readonly string[], { isMany, isOne }: Signs): boolean {
  let at = 0;
  let sign = 0;
  let again: { readonly at: number; readonly sign: number } | undefined;
  while (at < things.length) {
    const next = signs[sign];
    if (next !== undefined && isMany(next)) {
      again = { at, sign };
      sign += 1;
    } else if (next !== undefined && isOne(things[at] ?? "", next)) {
      at += 1;
      sign += 1;
    } else if (again !== undefined) {
      again = { at: again.at + 1, sign: again.sign };
      at = again.at;
      sign = again.sign + 1;
    } else return false;
  }
  return signs.slice(sign).every(isMany);
}
