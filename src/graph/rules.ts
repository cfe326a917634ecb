// A client version -> the rules by which it rebuilds a conversation on resume; what was found out is in docs/format/EVIDENCE.md.

export type ReplayRules = {
  readonly version: string;
  /** Which entry the conversation ends with. */
  readonly leaf: "newest-timestamp" | "last-in-file";
  /** Whether a `last-prompt` line may move the leaf. */
  readonly lastPrompt: "ignored" | "honoured";
  /** What happens at a parent that is not there. */
  readonly gap: "cut" | "bridged";
  /** Lines and results of a message that hang beside the chain. */
  readonly siblings: "lost" | "recovered";
  /** Entries that a compaction keeps. */
  readonly preserved: "ignored" | "honoured";
  /** Files over 5 MiB are read from their last boundary line on. */
  readonly largeFiles: "whole" | "from-boundary";
};

export const newestRules: ReplayRules = {
  version: "2.1.325",
  leaf: "last-in-file",
  lastPrompt: "honoured",
  gap: "bridged",
  siblings: "recovered",
  preserved: "honoured",
  largeFiles: "from-boundary",
};

/** The rules of a version; the newest known ones when none is named. */
export function rulesFor(version: string | undefined): ReplayRules {
  return version === undefined ? newestRules : { ...newestRules, version };
}
