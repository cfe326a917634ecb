// What the catalog keeps of one log: its counts, its words for a listing, and flat columns of messages, calls, results, prompts.

import type { Ids } from "./ids.ts";

/** A column of numbers, in whatever array holds it. */
export type Numbers = { readonly length: number; readonly [row: number]: number };

/** Columns of equal length; the place in them is the row. All times are milliseconds, all offsets bytes of the line. */
export type MessageColumns = {
  /** `message.id`, or the entry's uuid where there is none: each once per file. "" where both are missing: always another. */
  readonly ids: Ids;
  readonly offsets: Numbers;
  /** NaN where the line has no readable timestamp. */
  readonly times: Numbers;
  /** Place in `Digest.models`. */
  readonly models: Numbers;
  /** Place in `Digest.versions`: the client that wrote the line. */
  readonly versions: Numbers;
  /** Place in `Digest.variants`: service tier, speed and region where they are not the standard ones. */
  readonly variants: Numbers;
  readonly flags: Numbers;
  readonly input: Numbers;
  readonly output: Numbers;
  readonly cacheRead: Numbers;
  /** `cache_creation_input_tokens`, both lifetimes together. */
  readonly cacheWrite: Numbers;
  /** The part of it that is kept for an hour. */
  readonly cacheWrite1h: Numbers;
  readonly webSearches: Numbers;
};

/** Some line of the message told why it stopped: its usage is the final one. */
export const messageStopped = 1;
/** The client's own words for a failed request. */
export const messageApiError = 2;
/** Written by an agent inside its session's own file. */
export const messageSidechain = 4;
/** Some line of the message told its usage in whole numbers; of others nobody knows what they used. */
export const messageCounted = 8;

export type CallColumns = {
  /** The call's own id; where it has none, one made of its entry's uuid and its place, or "": always another. */
  readonly ids: Ids;
  readonly offsets: Numbers;
  readonly times: Numbers;
  /** Place in `Digest.tools`. */
  readonly tools: Numbers;
  /** The file or the command it is about, cut at 200 characters; "" for other tools. */
  readonly targets: readonly string[];
};

export type ResultColumns = {
  /** The call it answers; of several answers to one call in a file the first. One that names none is known as such a call is. */
  readonly ids: Ids;
  readonly offsets: Numbers;
  readonly times: Numbers;
  readonly flags: Numbers;
  /** Bytes of `content` as they stand in the log. */
  readonly sizes: Numbers;
  /** `toolUseResult.searchCount`: searches that the client's own tool made. */
  readonly searches: Numbers;
};

export const resultError = 1;
/** A person or a rule said no. */
export const resultDenied = 2;
export const resultInterrupted = 4;

export type PromptColumns = {
  /** The uuid of the entry; "" where there is none. */
  readonly ids: Ids;
  readonly offsets: Numbers;
  readonly times: Numbers;
};

/** What the last entry of the conversation was, for the state of a session. */
export type LastWord = "nothing" | "answer" | "error" | "call" | "result" | "prompt" | "interruption" | "command";

/** A slash command: it becomes a prompt when the client puts its text before the model. */
export type OpenCommand = {
  readonly id: string;
  readonly offset: number;
  readonly time: number;
  readonly text: string;
};

export type Digest = {
  /** Bytes of the lines that were read: where the next line begins. */
  readonly bytes: number;
  /** Lines that are not blank. */
  readonly lines: number;
  readonly blank: number;
  readonly damaged: number;
  /** Of the damaged lines those that repair leaves alone: comments in front of the first entry, lines too long to be read. */
  readonly leftAlone: number;
  readonly compactions: number;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly cwd: string | undefined;
  readonly gitBranch: string | undefined;
  /** The session that this one was branched off, as the copied entries say. */
  readonly forkedFrom: string | undefined;
  readonly customTitle: string | undefined;
  readonly aiTitle: string | undefined;
  readonly summary: string | undefined;
  /** The first prompt as a person would say it, cut at 200 characters. */
  readonly firstPrompt: string | undefined;
  /** What an agent was asked to do, likewise. */
  readonly task: string | undefined;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly last: LastWord;
  readonly models: readonly string[];
  readonly versions: readonly string[];
  readonly variants: readonly string[];
  readonly tools: readonly string[];
  /** The last commands that no expansion followed yet. */
  readonly openCommands: readonly OpenCommand[];
  readonly messages: MessageColumns;
  readonly calls: CallColumns;
  readonly results: ResultColumns;
  readonly prompts: PromptColumns;
};
