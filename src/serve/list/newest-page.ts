// Files, the newest time each can have, and a way to read a row -> the newest rows by what the logs say; reads no more logs than that takes.

export type PageOptions<File, Row> = {
  readonly rowOf: (file: File) => Row | undefined;
  readonly timeOf: (row: Row) => number;
  /** No row of this file is newer. */
  readonly latestOf: (file: File) => number;
  /** So many of the newest are wanted. */
  readonly count: number;
};

/** Between two looks at whether it is enough. */
const atOnce = 64;

export function newestRows<File, Row>(
  files: readonly File[],
  { rowOf, timeOf, latestOf, count }: PageOptions<File, Row>,
): readonly Row[] {
  const timed = files.map((file) => ({ file, latestMs: latestOf(file) })).sort((a, b) => b.latestMs - a.latestMs);
  let rows: readonly Row[] = [];
  for (let at = 0; at < timed.length;) {
    const last = rows[count - 1];
    if (last !== undefined && timeOf(last) >= (timed[at]?.latestMs ?? -Infinity)) break;
    const many = Math.max(atOnce, count - rows.length);
    const more = timed.slice(at, at + many).flatMap(({ file }) => rowOf(file) ?? []);
    rows = [...rows, ...more].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, count);
    at += many;
  }
  return rows;
}
