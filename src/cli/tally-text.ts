// A tally -> a few readable lines.
import type { Tally } from "../graph/index.ts";
import { formatBytes, sanitizeLine } from "../view/index.ts";

export function tallyText({ lines, bytes, kinds, types, damage, longestLine }: Tally): string {
  const byCount = [...types].sort((a, b) => b[1] - a[1]).map(([type, count]) => `${count} ${sanitizeLine(type)}`);
  const damaged = [...damage].map(([reason, count]) => `${count} ${reason}`);
  return [
    `${lines} lines, ${bytes} bytes, longest ${formatBytes(longestLine)}`,
    `${kinds.entry} entries, ${kinds.other} of unknown type, ${kinds.blank} blank, ${kinds.damaged} damaged${damaged.length > 0 ? ` (${damaged.join(", ")})` : ""}`,
    byCount.length > 0 ? byCount.join(", ") : undefined,
  ]
    .filter((line) => line !== undefined)
    .map((line) => `${line}\n`)
    .join("");
}
