// What the generator wrote, told by the generator as it writes -> TRUTH.json; never read back from the files.
import type { JsonObject } from "./json.ts";

/** Rare, and a phrase of two words for whoever looks for words; ripgrep finds the lines it stands in. */
export const needleWord = "xylographic-needle";

type Count = Record<string, number>;

export type FileTruth = { path: string; bytes: number; lines: number; newlines: number; blank: number; damage: Count };

export const promptOrigins = ["typed", "sdk", "queued", "command"] as const;
export type PromptOrigin = (typeof promptOrigins)[number];

/** Where a needle stands; `hidden`: only in what the client keeps for itself beside a result; `persisted`: in a saved output. */
export type NeedlePlace =
  | "prompt"
  | "reply"
  | "thinking"
  | "call"
  | "result"
  | "note"
  | "agent"
  | "hidden"
  | "persisted";

/**
 * Figures over all logs that have a line. The first ones bear the names of `clew stats --json` and are counted by its
 * rules: calls, results, prompts and messages once although forks repeat them.
 */
export type Truth = {
  seed: number;
  sessions: number;
  agentFiles: number;
  files: number;
  /** `sideBytes` are the saved outputs and meta files. */
  bytes: number;
  /** Lines that are not blank, with or without a final newline, damaged ones included. */
  lines: number;
  damaged: number;
  turns: number;
  calls: number;
  results: number;
  /** Distinct message.id, or uuid where there is none, of assistant lines with usage. */
  apiMessages: number;
  /** Once per message, from the line with the greatest output_tokens, then the greatest rest. */
  usage: { inputTokens: number; outputTokens: number; cacheWriteTokens: number; cacheReadTokens: number };
  tools: Record<string, { calls: number; errors: number }>;
  sideBytes: number;
  /** The part of `cacheWriteTokens` that is kept for an hour. */
  cacheWrite1hTokens: number;
  /** What `wc -l` says. */
  newlines: number;
  blankLines: number;
  /** Whole lines by their type, copies in forks included. */
  entries: Count;
  /** What the turns are made of. */
  prompts: { [origin in PromptOrigin]: number };
  callErrors: number;
  orphanCalls: number;
  orphanResults: number;
  /** User lines and queued notices that nobody asked with, of every sort in turn; not all such lines. */
  unasked: number;
  /** Messages that are counted by their uuid. */
  idlessMessages: number;
  /** Agent files that repeat their parent's messages. */
  agentCopies: number;
  forks: { forkSession: number; forkedFrom: number };
  /** Rewinds: prompts that hang off an older entry. */
  branches: number;
  compactions: number;
  /** Lines that hold no single object, by reason, per file, in forks too. */
  damage: Count;
  /** Whole lines that look like messages, calls or results and are none. */
  decoys: Count;
  /** Files whose last byte is not a newline. */
  unterminatedFiles: number;
  /** Files by how their JSON is spelled. */
  spellings: Count;
  /** Sessions by version. */
  versions: Count;
  /** Messages by model. */
  models: Count;
  /**
   * `lines`: log lines that hold the word, copies included; `hits`: searchable texts that do, saved outputs included;
   * the difference is `places.hidden` on one side and `places.persisted` on the other.
   */
  needles: { word: string; lines: number; hits: number; places: { [place in NeedlePlace]?: number } };
  largest: FileTruth;
};

export function emptyTruth(seed: number): Truth {
  return {
    seed,
    sessions: 0,
    agentFiles: 0,
    files: 0,
    bytes: 0,
    lines: 0,
    damaged: 0,
    turns: 0,
    calls: 0,
    results: 0,
    apiMessages: 0,
    usage: { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 },
    tools: {},
    sideBytes: 0,
    cacheWrite1hTokens: 0,
    newlines: 0,
    blankLines: 0,
    entries: {},
    prompts: { typed: 0, sdk: 0, queued: 0, command: 0 },
    callErrors: 0,
    orphanCalls: 0,
    orphanResults: 0,
    unasked: 0,
    idlessMessages: 0,
    agentCopies: 0,
    forks: { forkSession: 0, forkedFrom: 0 },
    branches: 0,
    compactions: 0,
    damage: {},
    decoys: {},
    unterminatedFiles: 0,
    spellings: {},
    versions: {},
    models: {},
    needles: { word: needleWord, lines: 0, hits: 0, places: {} },
    largest: emptyFile(""),
  };
}

export const emptyFile = (path: string): FileTruth => ({ path, bytes: 0, lines: 0, newlines: 0, blank: 0, damage: {} });

export function add(count: Count, key: string, by = 1): void {
  count[key] = (count[key] ?? 0) + by;
}

export function addFile(truth: Truth, file: FileTruth): void {
  truth.files += 1;
  truth.bytes += file.bytes;
  truth.lines += file.lines;
  truth.newlines += file.newlines;
  truth.blankLines += file.blank;
  if (file.newlines < file.lines + file.blank) truth.unterminatedFiles += 1;
  for (const [reason, lines] of Object.entries(file.damage)) {
    add(truth.damage, reason, lines);
    truth.damaged += lines;
  }
  if (file.bytes > truth.largest.bytes) truth.largest = file;
}

export function addEntry(truth: Truth, entry: JsonObject): void {
  add(truth.entries, typeof entry["type"] === "string" ? entry["type"] : "none");
}

export function addPrompt(truth: Truth, origin: PromptOrigin): void {
  truth.prompts[origin] += 1;
  truth.turns += 1;
}

export function addNeedle(truth: Truth, place: NeedlePlace): void {
  const { places } = truth.needles;
  places[place] = (places[place] ?? 0) + 1;
  if (place !== "persisted") truth.needles.lines += 1;
  if (place !== "hidden") truth.needles.hits += 1;
}

export function addCall(truth: Truth, tool: string): void {
  truth.calls += 1;
  toolOf(truth, tool).calls += 1;
}

export function addError(truth: Truth, tool: string): void {
  truth.callErrors += 1;
  toolOf(truth, tool).errors += 1;
}

function toolOf(truth: Truth, tool: string): { calls: number; errors: number } {
  return (truth.tools[tool] ??= { calls: 0, errors: 0 });
}
