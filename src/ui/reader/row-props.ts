// What every part of a row is given: the row, where it comes from, what is unfolded, and how rows inside it are shown.
import type { JSX } from "solid-js";
import type { Row, Source } from "../api/rows.ts";
import type { Folds } from "./folds.ts";

export type RowProps = {
  readonly row: Row;
  readonly source: Source;
  readonly folds: Folds;
  /** Rows of an agent stand inside the row of its call. */
  readonly show: (props: RowProps) => JSX.Element;
};
