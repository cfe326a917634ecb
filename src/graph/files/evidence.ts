// What the logs tell of files: one event per file and deed, pointing at its lines; never the content itself.
import type { EntryId } from "../../format/index.ts";
import type { ShellAct } from "./shell-act.ts";

/** A line of a log, and where its bytes stand, so that it can be read again alone. */
export type LogPlace = {
  readonly log: string;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** The line has one result, and the client's own record of it begins no earlier in it than here. */
  readonly told?: number;
};

/** The prompt that led to a change. */
export type FilePrompt = {
  readonly id: EntryId | undefined;
  readonly line: number;
  /** From 1 along the entry's own path; 0 before the first prompt. */
  readonly turn: number;
  readonly words: string;
  readonly timeMs: number | undefined;
};

export type FileAct =
  /** A copy that the client made; no name: the file did not exist. */
  | {
      readonly kind: "backup";
      readonly name: string | undefined;
      readonly callEntry: string | undefined;
      /** Its bytes may be of another file, or of another moment. */
      readonly isDoubted?: true;
    }
  | { readonly kind: "write" | "edit" | "notebook" | "read" | "unchanged" | "missing" }
  /** An @-mention, or a file that the client read again by itself. */
  | { readonly kind: "mention" }
  /** Parts of a file that changed outside, shown to the model. */
  | { readonly kind: "snippet" }
  | { readonly kind: "shell"; readonly act: ShellAct; readonly part: number };

export type FileEvent = {
  /** As the log spells it, made absolute. */
  readonly path: string;
  readonly key: string;
  /** When it took effect: a call does with its result. */
  readonly timeMs: number;
  readonly at: LogPlace;
  readonly session: string;
  readonly agent: string | undefined;
  readonly client: string;
  readonly prompt: FilePrompt | undefined;
  readonly call: FileCall | undefined;
  /** The same in every copy of the event, so that copies count once. */
  readonly id: string;
  readonly act: FileAct;
};

export type FileCall = {
  readonly id: string;
  readonly tool: string;
  readonly at: LogPlace;
  readonly entry: string | undefined;
};

export type LogEvidence = {
  readonly log: string;
  /** The session that most entries name. */
  readonly session: string | undefined;
  readonly agent: string | undefined;
  /** Whether its entries say that they are copies. */
  readonly isFork: boolean;
  /** In the order of the log. */
  readonly events: readonly FileEvent[];
  /** The prompts behind the agents that this log started. */
  readonly spawned: ReadonlyMap<string, FilePrompt>;
};
