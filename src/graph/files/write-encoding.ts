// A Write and the file it found -> the encoding that it kept, whether it put a byte-order mark back, and how sure that is.
import { isBefore } from "./client-version.ts";
import type { WriteDetail } from "./evidence-detail.ts";
import type { Body } from "./file-state.ts";
import { byteOrderMark } from "./line-end.ts";
import type { Hunk } from "./patch.ts";
import type { Encoding } from "./version.ts";

export type WriteEncoding = {
  readonly encoding: Encoding;
  /** Whether a mark stands in front of the content on disk that the log does not show. */
  readonly mark: boolean;
  readonly isDoubted: boolean;
  /** Whether the log itself shows it, not only what was known before. */
  readonly isShown: boolean;
};

/** Up to here a Write drops the byte-order mark of a file; from the other on it keeps it, and its result shows it. */
const dropsMarkUntil = "2.1.150";
const keepsMarkSince = "2.1.325";

const plain = { encoding: "utf-8", mark: false, isDoubted: false, isShown: true } as const;
const doubted = { ...plain, isDoubted: true } as const;

export function writeEncoding(detail: WriteDetail, before: Body | undefined, client: string): WriteEncoding {
  const isSure = before !== undefined && !before.doubts.includes("encoding");
  const isMarked = detail.isTold ? wasMarked(detail, client) : undefined;
  if (isMarked === false) return plain;
  if (!isSure || (isMarked === true && !before.text.startsWith(byteOrderMark))) return doubted;
  const drops = !isBefore(dropsMarkUntil, client);
  // Without its mark a UTF-16 file is no longer taken for one.
  if (before.encoding === "utf-16le" && drops) return doubted;
  const hadMark = before.text.startsWith(byteOrderMark);
  if (!detail.isTold && hadMark && !drops && isBefore(client, keepsMarkSince)) return doubted;
  const mark = !detail.isTold && hadMark && !drops && !detail.content.startsWith(byteOrderMark);
  return { encoding: before.encoding, mark, isDoubted: false, isShown: false };
}

/** Whether the file that the Write found began with a mark; undefined where the result does not show it. */
function wasMarked({ content, original, hunks }: WriteDetail, client: string): boolean | undefined {
  if (original !== undefined) return original.startsWith(byteOrderMark);
  if (!isBefore(client, keepsMarkSince)) return content.startsWith(byteOrderMark);
  return hunks === undefined ? undefined : patchedMark(hunks, content);
}

/** A first line that the patch leaves alone is the same before and after. */
function patchedMark(hunks: readonly Hunk[], content: string): boolean {
  const first = hunks.find((hunk) => hunk.oldStart <= 1 && hunk.oldLines > 0);
  const old = first?.lines.find((line) => /^[- ]/.test(line));
  return (old?.slice(1) ?? content).startsWith(byteOrderMark);
}
