// Every command that writes -> its arguments on the prepared home, and what the oracle may expect of it.
import { join } from "node:path";
import { type Lane, sessions } from "./scene.ts";

export type Effect =
  /** A new session in the home. */
  | "result"
  /** Sessions or results go to the trash. */
  | "removal"
  /** Files come back into the home. */
  | "return"
  | "copy"
  | "copy-again"
  | "title"
  | "native-title"
  /** Nothing in the home or the history. */
  | "none";

export type FaultyCommand = {
  readonly args: (lane: Lane) => readonly string[];
  readonly effect: Effect;
  /** Whether `undo` must be able to take it back. */
  readonly isUndoable: boolean;
};

const { rich, other, kept, grown, cloned, damaged } = sessions;
const result = (...args: readonly string[]): FaultyCommand => ({
  args: () => args,
  effect: "result",
  isUndoable: true,
});
const undoing = (command: keyof Lane["operations"], effect: Effect): FaultyCommand => ({
  args: ({ operations }) => ["undo", operations[command]],
  effect,
  isUndoable: false,
});

export const commands: Readonly<Record<string, FaultyCommand>> = {
  clone: result("clone", rich),
  fork: result("fork", rich, "--at", "1"),
  split: result("split", cloned, "--at", "1"),
  trim: result("trim", cloned, "--preset", "strong", "--keep-turns", "0"),
  compress: result("compress", cloned, "--keep-turns", "1"),
  move: result("move", rich, "--to", "/home/ada/elsewhere"),
  repair: result("repair", damaged),
  delete: { args: () => ["delete", rich], effect: "removal", isUndoable: true },
  "delete two": { args: () => ["delete", rich, grown], effect: "removal", isUndoable: true },
  "undo of clone": undoing("clone", "removal"),
  "undo of delete": undoing("delete", "return"),
  "undo of keep": undoing("keep", "none"),
  "undo of title": undoing("title", "title"),
  restore: { args: () => ["restore", kept], effect: "return", isUndoable: true },
  keep: { args: () => ["keep", rich], effect: "copy", isUndoable: true },
  "keep again": { args: () => ["keep", grown], effect: "copy-again", isUndoable: false },
  "keep --all": { args: () => ["keep", "--all"], effect: "copy-again", isUndoable: false },
  title: { args: () => ["title", rich, "A new title"], effect: "title", isUndoable: true },
  "title --native": {
    args: () => ["title", rich, "A new title", "--native"],
    effect: "native-title",
    isUndoable: false,
  },
  "title --remove": { args: () => ["title", cloned, "--remove"], effect: "title", isUndoable: true },
  recover: { args: ({ run }) => ["recover", "--all", "--out", join(run, "out")], effect: "none", isUndoable: false },
  index: { args: () => ["index"], effect: "none", isUndoable: false },
  "clone --dry-run": { args: () => ["clone", rich, "--dry-run"], effect: "none", isUndoable: false },
};

/** What a person may do next; each leaves the session of the trial alone. */
export const nextCommands: readonly (readonly string[])[] = [
  ["title", other, "What came next"],
  ["clone", other, "--json"],
  ["keep", other],
  ["delete", other],
  ["title", other, "What came next", "--native"],
];
