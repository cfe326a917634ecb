// A long log, and maybe a line -> a layout of its beginning, or of what stands around that line, soon read; the rest is estimated.
import type { Line } from "../../format/index.ts";
import { type Choice, type Layout, layoutOf } from "./layout.ts";
import { totalOf } from "./rows.ts";

/** What is not known, for only a stretch of the log was read. */
export type Provisional = {
  /** How many times as long the log is. */
  readonly times: number;
  /** About where the first row of the stretch stands; undefined at the beginning, where it is known. */
  readonly firstRow: number | undefined;
};

export type Glance = { readonly layout: Layout; readonly provisional: Provisional };

/** Enough for some screens; lines with pictures are long, and one must be enough then. */
const mostLines = 300;
const mostBytes = 1024 * 1024;

/** Undefined: what stands around the line does not tell where it belongs. */
export function glanceAt(path: string, line: number | undefined): Glance | undefined {
  const seen = { fromByte: 0, bytes: 0 };
  const layout = layoutOf(path, counting(seen, line === undefined ? beginning : around(line)));
  const place = line === undefined ? undefined : layout.place(line);
  if (line !== undefined && place?.branch !== null) {
    layout.close();
    return undefined;
  }
  const times = Math.max(1, layout.file.sizeBytes / Math.max(1, seen.bytes));
  const above = Math.floor(totalOf(layout.main) * times * (seen.fromByte / Math.max(1, layout.file.sizeBytes)));
  return { layout, provisional: { times, firstRow: line === undefined ? undefined : above } };
}

function* beginning(lines: Iterable<Line>): Generator<Line, void, undefined> {
  for (const line of lines) {
    if (line.number > mostLines || line.offset >= mostBytes) return;
    yield line;
  }
}

const around = (wanted: number): Choice =>
  function* aroundLine(lines) {
    const before: Line[] = [];
    let bytes = 0;
    for (const line of lines) {
      if (line.number > wanted + mostLines / 2 || (line.number > wanted && bytes > mostBytes)) return;
      bytes += line.length;
      if (line.number < wanted) before.push(line);
      while (before.length > mostLines / 2 || (before.length > 0 && bytes > mostBytes / 2 && line.number < wanted))
        bytes -= before.shift()?.length ?? 0;
      if (line.number < wanted) continue;
      yield* before.splice(0);
      yield line;
    }
  };

const counting = (seen: { fromByte: number; bytes: number }, choose: Choice): Choice =>
  function* counted(lines) {
    for (const line of choose(lines)) {
      if (seen.bytes === 0) seen.fromByte = line.offset;
      seen.bytes += line.length;
      yield line;
    }
  };
