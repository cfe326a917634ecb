// Session files and a title -> those that have this title now; files that do not even hold its longest word are not read.
import { closeSync, readSync } from "node:fs";
import type { SessionFile } from "./discover.ts";
import { openIfReadable } from "./open/open-file.ts";
import { openSummary } from "./session-file.ts";

export function sessionsTitled(title: string, sessions: readonly SessionFile[]): readonly SessionFile[] {
  const words = title.split(/\s+/).sort((a, b) => b.length - a.length);
  const needle = Buffer.from(JSON.stringify(words[0] ?? "").slice(1, -1));
  return sessions.filter(({ path }) => needle.length > 0 && holds(path, needle) && titleOf(path) === title.trim());
}

function titleOf(path: string): string {
  const { summary, close } = openSummary(path, { agents: "left-out" });
  close();
  return summary.description.title;
}

/** A log that cannot be read has no title, and must not keep the others from being found. */
function holds(path: string, needle: Buffer): boolean {
  const descriptor = openIfReadable(path)?.descriptor;
  if (descriptor === undefined) return false;
  const buffer = Buffer.allocUnsafe(256 * 1024 + needle.length);
  try {
    let kept = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, kept, buffer.length - kept, null);
      if (count === 0) return false;
      const seen = buffer.subarray(0, kept + count);
      if (seen.includes(needle)) return true;
      kept = Math.min(needle.length, seen.length);
      seen.copyWithin(0, seen.length - kept);
    }
  } finally {
    closeSync(descriptor);
  }
}
