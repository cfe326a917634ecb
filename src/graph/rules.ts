// A client version -> the rules by which it rebuilds a conversation on resume; what was found out is in docs/format/EVIDENCE.md.

export type ReplayRules = {
  readonly version: string;
  /** Which entry the conversation ends with. */
  readonly leaf: "newest-timestamp" | "last-in-file";
  /** Whether a last line whose children stand earlier in the file is followed down to its newest descendant. */
  readonly leafBelow: "ignored" | "followed";
  /** Whether a `last-prompt` line may move the leaf, and whether one with null empties the history. */
  readonly lastPrompt: "ignored" | "honoured" | "honoured-with-null";
  /** Whether a chain goes on across progress lines. */
  readonly progress: "cut" | "linked";
  /** What happens at a parent that is not there. */
  readonly gap: "cut" | "bridged";
  /** Lines and results of a message that hang beside the chain. */
  readonly siblings: "lost" | "behind-last-line" | "in-file-order";
  /** Entries that a compaction keeps, told by a segment or by a list. */
  readonly preserved: "ignored" | "segment" | "list";
  /** Files over 5 MiB are read from their last boundary line on. */
  readonly largeFiles: "whole" | "from-boundary";
  /** What goes of a line whose calls have no result. */
  readonly unanswered: "blocks" | "line";
  /** Calls at the very end whose results never came. */
  readonly dangling: "dropped" | "answered";
  readonly thinkingOnly: "sent" | "dropped";
  readonly blankLines: "sent" | "dropped";
  /** Answers that say "(no content)", as clients themselves write for nothing. */
  readonly emptyAnswers: "sent" | "dropped";
  /** Blank texts inside longer contents, and assistant content that is empty. */
  readonly blankBlocks: "sent" | "dropped";
  readonly emptyAssistant: "nothing" | "placeholder";
  /** Signed thinking of another model. */
  readonly foreignThinking: "sent" | "removed";
  readonly apiErrors: "sent" | "dropped";
  readonly localCommands: "silent" | "sent";
  /** What joins two user texts in one message. */
  readonly seam: "" | "\n";
  /** Whether tool results come first also in a line that nothing was merged with. */
  readonly resultsFirst: "always" | "when-merged";
  /** How far back lines of one message.id find each other. */
  readonly mergeBack: "adjacent" | "over-results" | "over-assistants";
  readonly callsLast: "never" | "behind-text" | "always" | "unless-thinking-meets";
  /** Repairs of calls without results and results without calls. */
  readonly pairing: "none" | "drop" | "repair";
  /** What tools of older clients are called now; all others keep their names. */
  readonly toolNames: readonly (readonly [then: string, now: string])[];
  /** Keys of tool_use blocks beside type, id, name and input, and the odd ones of SendMessage. */
  readonly callKeys: "all" | "known" | "all-but-message-duplicates";
  /** What is taken out of a plan that was shown. */
  readonly planWithout: readonly string[];
  /** Whether attachments and notifications speak in the client's newest ways: stored wording, role "system", wrapped notices. */
  readonly reminders: "worded" | "rendered";
  /** How a conversation that ends with the user goes on. */
  readonly ending: "filler-unless-trailed" | "continue-and-filler" | "filler";
};

/** The newest version whose replay was measured. */
export const newestVersion = "2.1.325";

type Change = { readonly since: string; readonly rules: Partial<ReplayRules> };

const backgroundNames = [
  ["KillShell", "TaskStop"],
  ["BashOutputTool", "TaskOutput"],
  ["AgentOutputTool", "TaskOutput"],
] as const;
const agentNames = [["Task", "Agent"]] as const;

const oldest: Omit<ReplayRules, "version"> = {
  leaf: "newest-timestamp",
  leafBelow: "ignored",
  lastPrompt: "ignored",
  progress: "cut",
  gap: "cut",
  siblings: "lost",
  preserved: "ignored",
  largeFiles: "whole",
  unanswered: "blocks",
  dangling: "dropped",
  thinkingOnly: "sent",
  blankLines: "sent",
  emptyAnswers: "sent",
  blankBlocks: "sent",
  emptyAssistant: "nothing",
  foreignThinking: "sent",
  apiErrors: "sent",
  localCommands: "silent",
  seam: "",
  resultsFirst: "always",
  mergeBack: "adjacent",
  callsLast: "never",
  pairing: "none",
  toolNames: [],
  callKeys: "all",
  planWithout: [],
  reminders: "worded",
  ending: "filler-unless-trailed",
};

/** Where only a range of versions is known to hold a change, it stands at the range's beginning. */
const changes: readonly Change[] = [
  { since: "2.0.37", rules: { apiErrors: "dropped" } },
  { since: "2.0.51", rules: { mergeBack: "over-results", planWithout: ["plan"] } },
  { since: "2.0.63", rules: { callKeys: "known" } },
  { since: "2.1.0", rules: { thinkingOnly: "dropped" } },
  { since: "2.1.9", rules: { progress: "linked" } },
  { since: "2.1.20", rules: { pairing: "drop" } },
  {
    since: "2.1.30",
    rules: {
      blankLines: "dropped",
      unanswered: "line",
      resultsFirst: "when-merged",
      emptyAssistant: "placeholder",
      ending: "continue-and-filler",
    },
  },
  { since: "2.1.46", rules: { emptyAnswers: "dropped" } },
  { since: "2.1.47", rules: { mergeBack: "over-assistants" } },
  { since: "2.1.51", rules: { toolNames: backgroundNames } },
  { since: "2.1.56", rules: { localCommands: "sent" } },
  { since: "2.1.62", rules: { toolNames: [...backgroundNames, ...agentNames] } },
  { since: "2.1.69", rules: { planWithout: ["plan", "planFilePath"] } },
  { since: "2.1.76", rules: { preserved: "segment" } },
  { since: "2.1.78", rules: { seam: "\n" } },
  { since: "2.1.80", rules: { siblings: "behind-last-line" } },
  { since: "2.1.88", rules: { pairing: "repair" } },
  { since: "2.1.91", rules: { gap: "bridged" } },
  { since: "2.1.101", rules: { leaf: "last-in-file" } },
  { since: "2.1.120", rules: { lastPrompt: "honoured", callsLast: "behind-text" } },
  { since: "2.1.130", rules: { callsLast: "always" } },
  { since: "2.1.141", rules: { preserved: "list" } },
  {
    since: "2.1.151",
    rules: {
      leafBelow: "followed",
      siblings: "in-file-order",
      lastPrompt: "honoured-with-null",
      largeFiles: "from-boundary",
      dangling: "answered",
      blankBlocks: "dropped",
      foreignThinking: "removed",
      callsLast: "unless-thinking-meets",
      toolNames: agentNames,
      callKeys: "all-but-message-duplicates",
      planWithout: [],
      reminders: "rendered",
      ending: "filler",
    },
  },
];

/** The rules of a version, or undefined if that is no version; one newer than all known follows the newest known. */
export function rulesFor(version: string): ReplayRules | undefined {
  const numbers = numbersOf(version);
  if (numbers === undefined) return undefined;
  const passed = changes.filter(({ since }) => isAtLeast(numbers, numbersOf(since) ?? []));
  const isBeyond = !isAtLeast(numbersOf(newestVersion) ?? [], numbers);
  const known = { version: isBeyond ? newestVersion : version, ...oldest };
  return passed.reduce<ReplayRules>((rules, change) => ({ ...rules, ...change.rules }), known);
}

function numbersOf(version: string): readonly number[] | undefined {
  return /^\d{1,4}\.\d{1,4}\.\d{1,6}$/.test(version) ? version.split(".").map(Number) : undefined;
}

function isAtLeast(version: readonly number[], since: readonly number[]): boolean {
  for (const [index, wanted] of since.entries()) {
    const number = version[index] ?? 0;
    if (number !== wanted) return number > wanted;
  }
  return true;
}

export const newestRules: ReplayRules = newest();

function newest(): ReplayRules {
  const rules = rulesFor(newestVersion);
  if (rules === undefined) throw new Error(`${newestVersion} is no version`);
  return rules;
}
