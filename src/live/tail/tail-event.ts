// What following the logs tells: files found, lines in order, restarts, moves, losses; values only, nothing happens here.
import type { AgentId, Decoded } from "../../format/index.ts";

export type TailedFile = {
  /** Stays the same when the file moves; never used twice. */
  readonly id: number;
  readonly path: string;
  readonly home: string;
  readonly slug: string;
  /** The name of the session's file, or of the folder the agent's file stands in; flat agent files only tell it inside. */
  readonly sessionStem: string | undefined;
  /** Undefined for a session's own file. */
  readonly agentId: AgentId | undefined;
};

/** `truncated`: shorter than what was read. `replaced`: another file under its name. `overwritten`: other bytes in it. */
export type RestartReason = "truncated" | "replaced" | "overwritten";

export type TailEvent =
  | { readonly kind: "found"; readonly file: TailedFile; readonly sizeBytes: number; readonly modifiedMs: number }
  /** Lines that came to the file, each once and in the file's order; a generation's lines follow each other without a gap. */
  | {
      readonly kind: "lines";
      readonly file: TailedFile;
      readonly generation: number;
      readonly lines: readonly Decoded[];
    }
  /** What was told of the file's earlier generations no longer holds: its lines come again from its start. */
  | {
      readonly kind: "restarted";
      readonly file: TailedFile;
      readonly generation: number;
      readonly reason: RestartReason;
    }
  | { readonly kind: "moved"; readonly file: TailedFile; readonly from: string }
  | { readonly kind: "gone"; readonly file: TailedFile }
  /** Told once; following goes on where it stopped when it can be read again. */
  | { readonly kind: "unreadable"; readonly path: string; readonly code: string }
  | { readonly kind: "readable"; readonly path: string }
  | { readonly kind: "home-gone"; readonly home: string }
  | { readonly kind: "home-back"; readonly home: string }
  /** The system gives no more watches: from now on only looking again and again finds changes. Told once. */
  | { readonly kind: "watching-limited"; readonly code: string }
  /** Everything that was there at the start has been found. */
  | { readonly kind: "ready"; readonly files: number };

/** Where reading a file stands: enough to go on there after a restart, and to see that it is no longer the same file. */
export type Cursor = {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  readonly generation: number;
  /** The end of the last whole line that was told. */
  readonly offset: number;
  /** Of the next line, counted from 1; undefined when nobody has counted yet. */
  readonly lineNumber: number | undefined;
  readonly head: string;
  readonly before: string;
};

/** `end`: only what comes from now on. */
export type Start = "beginning" | "end" | Cursor;
