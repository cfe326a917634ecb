// The one output function: makes control characters visible, so content never steers a terminal.
import { sanitize, sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";
import { replaceMarks } from "./sequences.ts";

export type Output = Pick<Io, "out" | "err" | "progress" | "ask" | "isTerminal">;

const verbatim = (text: string): string => text;
const drop = (): string => "";

/** `sinks` take text as it is. Each stream is judged by itself: stderr may be a terminal where stdout is a pipe. */
export function guardOutput(sinks: Output): Output {
  const { isTerminal } = sinks;
  const data = { change: isTerminal ? sanitize : verbatim, write: verbatim };
  // Messages are for people wherever they go, and never have colours.
  const message = { change: sanitize, write: drop };
  const line = { change: sanitizeLine, write: drop };
  return {
    isTerminal,
    out: (text) => sinks.out(replaceMarks(text, data)),
    err: (text) => sinks.err(replaceMarks(text, message)),
    progress: (text) => sinks.progress(replaceMarks(text, line)),
    ask: (question) => sinks.ask(replaceMarks(question, line)),
  };
}
