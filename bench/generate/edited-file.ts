// A seed and two sizes -> a file of unlike lines, and every edit that was made to it; never two ways to tell which edit a line is from.
import { createRng } from "./rng.ts";

export type LineEdit = {
  /** The text afterwards, every line with its end. */
  readonly after: readonly string[];
  /** Where lines were taken out and put in, from 0. */
  readonly at: number;
  readonly taken: readonly string[];
  readonly put: readonly string[];
};

export type EditedFile = { readonly first: readonly string[]; readonly edits: readonly LineEdit[] };

/** About so many lines all the time; the file and its edits are `versions` in all. */
export function editedFile(
  seed: number,
  { lines, versions }: { readonly lines: number; readonly versions: number },
): EditedFile {
  const rng = createRng(seed);
  let count = 0;
  // No line twice: then every way to compare two versions finds the same.
  const fresh = (): string =>
    `${"  ".repeat(rng.int(0, 4))}const name${(count += 1)} = ${rng.base62(rng.int(8, 40))};\n`;
  const several = (many: number): readonly string[] => Array.from({ length: many }, fresh);
  const first = several(lines);
  const edits: LineEdit[] = [];
  let now = first;
  for (let version = 2; version <= versions; version += 1) {
    const at = rng.int(0, now.length - 8);
    const taken = now.slice(at, at + rng.int(1, 6));
    const put = several(rng.int(1, 6));
    now = [...now.slice(0, at), ...put, ...now.slice(at + taken.length)];
    edits.push({ after: now, at, taken, put });
  }
  return { first, edits };
}
