// A file that the catalog covers, and how far, as the rest of the program knows it.
import type { FileKind } from "./listed-file.ts";

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
