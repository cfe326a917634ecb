// A trim that saves little or nothing -> what would save more: fewer turns that stay, and about how much that is; nothing is written but what a dry run writes.
import { type TrimIntention, type TrimPreset, planTrim } from "../../reshape/index.ts";
import { formatCount, formatWhole, plural } from "../../view/index.ts";
import type { Advice } from "./reshaped.ts";
import type { Bench, SavedBy } from "./reshaping.ts";

export type Trimming = {
  readonly intention: TrimIntention;
  /** What it saves as it is. */
  readonly savedBytes: number;
  readonly preset: TrimPreset | undefined;
  /** The same with so many turns that stay. */
  readonly keeping: (keepTurns: number) => TrimIntention;
  readonly savedBy: SavedBy;
};

export function trimAdvice(bench: Bench, trimming: Trimming): Advice {
  const { intention, preset } = trimming;
  const { calls = [], thinking, images, attachments, pastedImages } = intention;
  const reaches = [...calls, thinking, images, attachments, pastedImages].filter((one) => one !== undefined);
  if (reaches.length === 0) return { none: "that is never sent anyway; --preset standard or strong goes further" };
  const kept = Math.max(...reaches.map(({ keepTurns = 0 }) => keepTurns));
  if (kept === 0) return { none: "the session has nothing of that kind" };
  const count = bench.opened.source.session.turns.filter(({ prompt }) => prompt !== undefined).length;
  const few = count <= kept ? `, for the session has ${formatWhole(count)}` : "";
  const where = `nothing of that kind stands in front of the last ${kept === 1 ? "turn" : plural(kept, "turn")}${few}`;
  const further = furtherThan(kept, bench, trimming);
  if (further !== undefined) return { none: `${where}; ${further}`, little: further };
  return { none: preset === "strong" ? where : `${where}; --preset strong takes more` };
}

/** So much of what is sent is worth a trim. */
const worthwhileShare = 0.05;
const worthwhileBytes = 1000;
/** What saves so many times more is worth a word. */
const times = 4;

/** Undefined where enough is saved, or where nothing more would be. */
function furtherThan(
  kept: number,
  { opened, supply }: Bench,
  { savedBytes, keeping, savedBy }: Trimming,
): string | undefined {
  const { source } = opened;
  const allBytes = source.session.conversation.nodes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (savedBytes > allBytes * worthwhileShare) return undefined;
  for (const keepTurns of [1, 0].filter((turns) => turns < kept)) {
    const other = planTrim(source, keeping(keepTurns), supply);
    if (!other.ok || other.savedBytes < Math.max(savedBytes * times, worthwhileBytes)) continue;
    const tokens = isLarge(opened) ? other.savedBytes / bytesPerToken : savedBy(other.plan);
    if (tokens > 0) return `--keep-turns ${keepTurns} would save about ${formatCount(Math.round(tokens))} tokens`;
  }
  return undefined;
}

/** Nobody waits for two dry runs of such a log: a rule of thumb tells enough. */
const isLarge = ({ sizeBytes }: Bench["opened"]): boolean => sizeBytes > 64 * 1024 * 1024;
const bytesPerToken = 4;
