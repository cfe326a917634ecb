// The open database -> the files it covers and how far, as the rest of the program knows them.
import { type FileKind, fileKinds } from "./listed-file.ts";
import { numberIn, optionalNumber, optionalText, textIn } from "./row.ts";
import type { Database } from "./sqlite.ts";

export type CoveredFile = {
  /** Links resolved. */
  readonly path: string;
  readonly kind: FileKind;
  readonly slug: string;
  readonly stem: string;
  /** The session in whose folder it stands. */
  readonly session: string | undefined;
  /** Bytes of whole lines that are in the catalog: what stands behind them is for the caller to scan. */
  readonly covered: number;
  /** Lines in front of `covered`. */
  readonly lines: number;
  /** The greatest time up to there, in seconds. */
  readonly newestSeconds: number | undefined;
};

/** By their numbers in the database. */
export function coveredFiles(database: Database): ReadonlyMap<number, CoveredFile> {
  const rows = database.prepare("SELECT id, path, kind, slug, stem, session, covered, lines, newest FROM file").all();
  return new Map(
    rows.map((row) => {
      const file = {
        path: textIn(row, "path"),
        kind: fileKinds[numberIn(row, "kind")] ?? "session",
        slug: textIn(row, "slug"),
        stem: textIn(row, "stem"),
        session: optionalText(row, "session"),
        covered: numberIn(row, "covered"),
        lines: numberIn(row, "lines"),
        newestSeconds: optionalNumber(row, "newest"),
      };
      return [numberIn(row, "id"), file];
    }),
  );
}
