// What the generator wrote, told by the generator as it writes -> TRUTH.json; never read back from the files.
import type { JsonObject } from "./json.ts";

export const needleWord = "xylothermic";

type Count = Record<string, number>;

export type FileTruth = { path: string; bytes: number; lines: number; newlines: number; blank: number; damage: Count };

/** Figures over all `.jsonl` files. Calls, results, prompts, messages and compactions count once although forks repeat them. */
export type Truth = {
  seed: number;
  /** Bytes of the `.jsonl` files; `sideBytes` are the saved outputs and meta files. */
  bytes: number;
  sideBytes: number;
  /** Lines with or without a final newline; `newlines` is what `wc -l` says. */
  lines: number;
  newlines: number;
  /** `.jsonl` files: sessions and sub-agents. */
  files: number;
  sessions: number;
  agentFiles: number;
  /** Whole lines by their type, copies in forks included. */
  entries: Count;
  turns: { typed: number; sdk: number; queued: number; command: number };
  calls: number;
  results: number;
  callErrors: number;
  orphanCalls: number;
  forks: { forkSession: number; forkedFrom: number };
  /** Rewinds: prompts that hang off an older entry. */
  branches: number;
  compactions: number;
  /** Distinct message.id. */
  messages: number;
  /** Once per message.id, from the line with the greatest output_tokens. */
  tokens: { input: number; output: number; cacheCreate5m: number; cacheCreate1h: number; cacheRead: number };
  /** Lines that hold no single object, by reason, per file, in forks too. */
  damage: Count;
  blankLines: number;
  /** Files whose last byte is not a newline. */
  unterminatedFiles: number;
  /** Sessions by version. */
  versions: Count;
  /** Messages by model. */
  models: Count;
  /** Calls by tool. */
  tools: Count;
  /** Lines that hold the word, copies included. */
  needles: { word: string; lines: number };
  largest: FileTruth;
};

export function emptyTruth(seed: number): Truth {
  return {
    seed,
    bytes: 0,
    sideBytes: 0,
    lines: 0,
    newlines: 0,
    files: 0,
    sessions: 0,
    agentFiles: 0,
    entries: {},
    turns: { typed: 0, sdk: 0, queued: 0, command: 0 },
    calls: 0,
    results: 0,
    callErrors: 0,
    orphanCalls: 0,
    forks: { forkSession: 0, forkedFrom: 0 },
    branches: 0,
    compactions: 0,
    messages: 0,
    tokens: { input: 0, output: 0, cacheCreate5m: 0, cacheCreate1h: 0, cacheRead: 0 },
    damage: {},
    blankLines: 0,
    unterminatedFiles: 0,
    versions: {},
    models: {},
    tools: {},
    needles: { word: needleWord, lines: 0 },
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
  if (file.newlines < file.lines) truth.unterminatedFiles += 1;
  for (const [reason, lines] of Object.entries(file.damage)) add(truth.damage, reason, lines);
  if (file.bytes > truth.largest.bytes) truth.largest = file;
}

export function addEntry(truth: Truth, entry: JsonObject): void {
  add(truth.entries, typeof entry["type"] === "string" ? entry["type"] : "none");
}
