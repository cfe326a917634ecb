// What a person wants trimmed, as data, and the three presets -> the input of the trim planner; nothing is decided here.
//
// Never touched, whatever is asked: the words of a prompt (a picture in one only by `pastedImages`), answers that a
// person gave through a tool, results that load tools or point at a saved output, and the calls that the model has not
// gone on from yet.
//
// light     What no client sends again: progress lines, request blobs, copies of file contents in `toolUseResult`,
//           silent hook attachments, state lines that a later one of their kind replaces. The request stays the same.
// standard  light, every other `toolUseResult` too, and in turns older than the last 5: results over 2,048 bytes
//           become a note, thinking goes.
// strong    standard, and in turns older than the last 3: look-ups (`lookUps`) go with their results, every other
//           result becomes a note, thinking, pictures in results and attachments go.
import type { ContextScale } from "../../graph/index.ts";

/** Everything in the last so many turns of the active path stays. */
export type Reach = { readonly keepTurns: number };

/** The first rule that fits a call counts; a call that none fits stays. All conditions of a rule must hold. */
export type CallRule = {
  /** `stub`: the result becomes a short note. `remove`: the call goes, and its result with it. */
  readonly action: "keep" | "stub" | "remove";
  /** Names, or beginnings of names with `*` behind them. */
  readonly tools?: readonly string[];
  /** Only results larger than this. */
  readonly overBytes?: number;
  /** Only calls older than the last so many turns. */
  readonly keepTurns?: number;
};

export type Protected = {
  readonly tools: readonly string[];
  /** As `clew show` numbers them. */
  readonly turns: readonly number[];
  readonly uuids: readonly string[];
  /** Files or folders: calls that name one of them stay. */
  readonly paths: readonly string[];
};

/** What is absent stays. */
export type TrimIntention = {
  readonly calls?: readonly CallRule[];
  readonly thinking?: Reach;
  /** Pictures and documents inside results and in what the client itself shows the model. */
  readonly images?: Reach;
  /** Those in a person's prompts. */
  readonly pastedImages?: Reach;
  readonly attachments?: Reach;
  readonly progress?: "removed";
  readonly requestBlobs?: "removed";
  /** `toolUseResult`, which is never sent: of file contents only, or every one that no agent hangs on. */
  readonly copies?: "files" | "all";
  readonly deadWeight?: "removed";
  readonly protect?: Protected;
  /** By which what is sent is reckoned, if anybody knows: what is left is reckoned by it too. */
  readonly scale?: ContextScale;
};

export const trimPresets = ["light", "standard", "strong"] as const;
export type TrimPreset = (typeof trimPresets)[number];

/** Calls that only look: what they showed can be looked at again. */
export const lookUps: readonly string[] = [
  "BashOutput",
  "Glob",
  "Grep",
  "LS",
  "ListMcpResourcesTool",
  "NotebookRead",
  "Read",
  "TaskGet",
  "TaskList",
  "TaskOutput",
  "TodoRead",
];

const light: TrimIntention = {
  progress: "removed",
  requestBlobs: "removed",
  copies: "files",
  deadWeight: "removed",
};

const standard: TrimIntention = {
  ...light,
  copies: "all",
  calls: [{ action: "stub", overBytes: 2048, keepTurns: 5 }],
  thinking: { keepTurns: 5 },
};

const strong: TrimIntention = {
  ...standard,
  calls: [
    { action: "remove", tools: lookUps, keepTurns: 3 },
    { action: "stub", keepTurns: 3 },
  ],
  thinking: { keepTurns: 3 },
  images: { keepTurns: 3 },
  attachments: { keepTurns: 3 },
};

export function trimPreset(name: TrimPreset): TrimIntention {
  switch (name) {
    case "light":
      return light;
    case "standard":
      return standard;
    case "strong":
      return strong;
  }
}
