// What a person wants compressed or taken back, as data -> the input of the compress planners; nothing is decided here.
import type { ContextScale } from "../../graph/index.ts";

export type CompressIntention = {
  /** The last so many turns stay as they are; at least one. */
  readonly keepTurns: number;
  /** Whether the summary names the calls of the older turns; their results are in neither case part of it. */
  readonly calls: "metadata" | "dropped";
  /** Words to use instead of the extracts: a model's, or a person's own. */
  readonly summary?: string;
  /** By which what is sent is reckoned, if anybody knows: what is left is reckoned by it too. */
  readonly scale?: ContextScale;
};

export type UncompressIntention = {
  /** Which compaction on the active path, from 1 at the oldest; the last one when absent. */
  readonly compaction?: number;
  /**
   * What came behind the compaction: `dropped` gives the conversation as it was, `kept` hangs it on what was before.
   * Absent: kept behind a compaction that clew made, which moved those turns itself, dropped behind a client's own.
   */
  readonly later?: "kept" | "dropped";
  /** As above. */
  readonly scale?: ContextScale;
};
