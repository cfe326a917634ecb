// What a tail tells of its files -> for each path numbers of generations that never come back; lets go of no path, and reads nothing.
import type { TailedFile } from "../../live/index.ts";

export type Generation = {
  readonly number: number;
  /** What was told of the path before no longer holds: it begins at 0. */
  readonly isNew: boolean;
};

export type Generations = {
  readonly found: (file: TailedFile) => void;
  readonly moved: (file: TailedFile, from: string) => void;
  /** `generation`: the tail's, which counts within one file only. */
  readonly of: (file: TailedFile, generation: number) => Generation;
};

/** `fileId`: of the file whose lines were told last; undefined when whatever comes next is something else. */
type Known = { readonly fileId: number | undefined; readonly ofFile: number; readonly number: number };

export function generationTable(): Generations {
  const byPath = new Map<string, Known>();
  return {
    found({ path, id }) {
      if (!byPath.has(path)) byPath.set(path, { fileId: id, ofFile: 1, number: 1 });
    },
    moved({ path }, from) {
      const source = byPath.get(from);
      const target = byPath.get(path);
      if (source !== undefined) byPath.set(from, { ...source, fileId: undefined });
      if (source === undefined) return;
      if (target === undefined) byPath.set(path, source);
      else byPath.set(path, { ...target, fileId: undefined, number: Math.max(source.number, target.number) });
    },
    of({ path, id }, generation) {
      const known = byPath.get(path);
      if (known?.fileId === id && known.ofFile === generation) return { number: known.number, isNew: false };
      const number = (known?.number ?? 0) + 1;
      byPath.set(path, { fileId: id, ofFile: generation, number });
      return { number, isNew: true };
    },
  };
}
