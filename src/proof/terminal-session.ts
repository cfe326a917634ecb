// What a terminal and the process that hosts it say to each other, one JSON line each; a line that is neither is refused.
import { isArray, isObject, objectField, stringField } from "../format/index.ts";
import type { Script } from "../model/index.ts";
import type { Host } from "./host.ts";
import type { Client } from "./install.ts";

export type TerminalRequest = {
  readonly client: Client;
  /** What the model answers. `{{cwd}}` and `{{config}}` are filled in. */
  readonly script: Script;
  readonly args: readonly string[];
};

export type TerminalJob = { readonly host: Host; readonly request: TerminalRequest };

/** Where the client runs, and the socket by which its terminal is reached. */
export type TerminalPlace = { readonly config: string; readonly cwd: string; readonly socket: string };

export function isTerminalJob(value: unknown): value is TerminalJob {
  if (!isObject(value) || objectField(value, "host") === undefined) return false;
  const request = objectField(value, "request");
  return request !== undefined && objectField(request, "client") !== undefined && isArray(request["args"]);
}

export function isTerminalPlace(value: unknown): value is TerminalPlace {
  return isObject(value) && ["config", "cwd", "socket"].every((key) => stringField(value, key) !== undefined);
}

/** One session of tmux, told of no settings of anybody. */
export const tmuxArgs = (socket: string, args: readonly string[]): readonly string[] => [
  "-S",
  socket,
  "-f",
  "/dev/null",
  ...args,
];

export const terminalName = "client";
