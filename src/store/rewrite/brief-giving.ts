// Whole lines in the kernel's memory -> their briefs, for the thread that reads the same log; only those that it has still to come to.
import type { Kernel } from "../scan/kernel.ts";
import { type Encoding, briefRows, encodingOf, isBrief, lineBytes, lineEnd } from "./brief-rows.ts";
import type { BriefGiver, GivenRow } from "./brief-slots.ts";
import type { LineWindow } from "./line-windows.ts";

export function giveBriefs(kernel: Kernel, giver: BriefGiver, window: LineWindow): void {
  const { start, stop, offset } = window;
  const span = { offset, end: offset + stop - start };
  if (!giver.isWanted(span)) {
    // What these lines put into the queue only the other thread knows.
    if (giver.areWordsKept()) kernel.calls.keepWords();
    return;
  }
  const encoding = encodingOf(kernel.bytes.subarray(start, stop));
  const areGiven = giver.give({
    ...span,
    encoding: encoding ?? "utf8",
    areWordsKept: () => kernel.calls.areWordsKept.value !== 0,
    rows: rowsOf(kernel, window, encoding),
  });
  // Of those that did not fit in, not all were read.
  if (!areGiven) kernel.calls.keepWords();
}

function* rowsOf(
  kernel: Kernel,
  { start, stop, offset }: LineWindow,
  encoding: Encoding | undefined,
): Generator<GivenRow, void, undefined> {
  for (const row of briefRows(kernel, start, stop))
    yield {
      offset: offset + row.start - start,
      length: row.feed - row.start + 1,
      end: lineEnd(kernel, row),
      brief: isBrief(row, lineBytes(kernel, row), encoding)
        ? kernel.bytes.subarray(row.brief, row.briefEnd)
        : undefined,
      mark: kernel.words.subarray(row.mark, row.mark + 4),
    };
}
