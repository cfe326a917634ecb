// Counted calls -> the message that made each of them, told by their places in the log.
import type { Counted } from "../stats/counted.ts";

/** By row of `Counted.calls` the row of the message; -1 where none stands before it. */
export function callersOf({ logs, calls, rowOfCall, rowOfMessage }: Counted): Int32Array {
  const callers = new Int32Array(calls.count).fill(-1);
  logs.forEach(({ digest }, log) => {
    const begun = digest.messages.offsets;
    let last = -1;
    [...digest.calls.ids].forEach((id, at) => {
      // The lines of a message follow each other: a call belongs to the message that began last.
      while (last + 1 < begun.length && (begun[last + 1] ?? 0) <= (digest.calls.offsets[at] ?? 0)) last += 1;
      const row = rowOfCall(id);
      if (calls.callLogs[row] === log && last >= 0) callers[row] = rowOfMessage(digest.messages.ids.at(last) ?? "");
    });
  });
  return callers;
}
