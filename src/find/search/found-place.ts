// Places that match -> one order of them, newest first, the same however they were found.
import type { FoundPart } from "./log-scan.ts";
import type { SearchFile } from "./search-file.ts";

export type FoundPlace = FoundPart & {
  readonly file: SearchFile;
  /** The tool of the call that a part answers, where the index knows it. */
  readonly tool: string | undefined;
  /** What the index says is looked at again before it is shown. */
  readonly source: "index" | "scan";
};

/** Within a second by file, then the later place first. */
function order(a: FoundPlace, b: FoundPlace): number {
  if (a.orderSeconds !== b.orderSeconds) return b.orderSeconds - a.orderSeconds;
  if (a.file.realPath !== b.file.realPath) return a.file.realPath < b.file.realPath ? -1 : 1;
  return b.offset - a.offset || b.part - a.part;
}

export const newestFirst = (places: readonly FoundPlace[]): readonly FoundPlace[] => places.toSorted(order);

/** Two lists that are in order -> one. */
export function* merged(
  one: Iterable<FoundPlace>,
  other: Iterable<FoundPlace>,
): Generator<FoundPlace, void, undefined> {
  const second = other[Symbol.iterator]();
  let waiting = second.next();
  for (const place of one) {
    for (; waiting.done !== true && order(waiting.value, place) < 0; waiting = second.next()) yield waiting.value;
    yield place;
  }
  for (; waiting.done !== true; waiting = second.next()) yield waiting.value;
}
