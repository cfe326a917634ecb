// Arguments and an Io -> an exit code; errors of the world became one line already, mistakes of ours are thrown on.
import { type StricliProcess, run } from "@stricli/core";
import { sanitize, sanitizeLine } from "../view/index.ts";
import { app } from "./app.ts";
import type { Context } from "./context.ts";
import type { ExitCode, Io } from "./io.ts";

export async function runCli(inputs: readonly string[], io: Io): Promise<ExitCode> {
  if (inputs.length === 1 && ["--help", "-h", "help"].includes(inputs[0] ?? "")) {
    io.out((await import("./root-help.ts")).rootHelp(io));
    return 0;
  }
  const outcome: Context["outcome"] = { code: 0 };
  const said: string[] = [];
  const process: StricliProcess = {
    // No colours of Stricli's own: only marks become escape sequences.
    stdout: { write: io.out, getColorDepth: () => 1 },
    stderr: { write: (text) => void said.push(messageText(text, inputs)), getColorDepth: () => 1 },
  };
  const words = named(inputs);
  await run(app, words, { process, io, outcome });
  if (said.length > 0) {
    const { withHint } = await import("./argument-hint.ts");
    const told = withHint({ said: said.join(""), inputs: words, program: io.command });
    io.err(told.replaceAll(/^(?=.)/gm, "clew: "));
  }
  if (outcome.failure !== undefined) throw outcome.failure.error;
  // Stricli's own codes speak of arguments it could not understand.
  const understood = process.exitCode === undefined || process.exitCode === null || process.exitCode === 0;
  return understood ? outcome.code : 2;
}

/** Stricli repeats arguments in its messages: a line break in one must not begin a line that looks like ours. */
function messageText(message: string, inputs: readonly string[]): string {
  return inputs.some((input) => /[\n\r]/.test(input)) ? `${sanitizeLine(message)}\n` : sanitize(message);
}

/** `clew` alone, or with nothing but an overview's flags, is the overview; `clew help X` is `clew X --help`. */
function named(inputs: readonly string[]): readonly string[] {
  const [first = "--json", ...rest] = inputs;
  if (first === "help") return [...rest, "--help"];
  if (first === "watch") return [first, ...pairsJoined(rest)];
  if (first === "search" || first === "resume") return [first, ...queryLast(limitsApart(rest))];
  if (counted.has(first)) return [first, ...limitsApart(rest)];
  return first === "--json" || first === "--dir" || first.startsWith("--dir=") ? ["overview", ...inputs] : inputs;
}

/** The commands that know `-n`. */
const counted = new Set(["ls", "stats", "cost", "tools", "context", "files", "blame", "recover"]);

/** `-n5` is `-n 5`, as people know it from elsewhere. */
function limitsApart(inputs: readonly string[]): readonly string[] {
  const end = inputs.includes("--") ? inputs.indexOf("--") : inputs.length;
  return inputs.flatMap((input, at) => (at < end && /^-n\d+$/.test(input) ? ["-n", input.slice(2)] : [input]));
}

/** `--on STATUS CMD` has two values, and flags take one. */
function pairsJoined(inputs: readonly string[]): readonly string[] {
  const at = inputs.indexOf("--on");
  if (at < 0) return inputs;
  const [name = "", line = "--"] = inputs.slice(at + 1);
  const isPair = /^\w+$/.test(name) && !line.startsWith("--");
  const value = isPair ? [`${name} ${line}`] : inputs.slice(at + 1, at + 2);
  return [...inputs.slice(0, at + 1), ...value, ...pairsJoined(inputs.slice(at + (isPair ? 3 : 2)))];
}

const flagsWithValue = new Set(
  "--dir --deadline --threads --tz --limit --per-session -n --project --since --before --role --tool --model --branch".split(
    " ",
  ),
);
const shortFlags = new Set(["-n", "-F", "-h", "-H"]);

/** In a query a word with a minus in front is one that must not be there, not a flag. */
function queryLast(inputs: readonly string[]): readonly string[] {
  const isWord = (input: string): boolean => /^-[^-]/.test(input) && !shortFlags.has(input);
  if (inputs.includes("--") || !inputs.some(isWord)) return inputs;
  const flags: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < inputs.length; at++) {
    const input = inputs[at] ?? "";
    if (!input.startsWith("--") && !shortFlags.has(input)) words.push(input);
    else flags.push(input, ...(flagsWithValue.has(input) ? inputs.slice(++at, at + 1) : []));
  }
  return [...flags, "--", ...words];
}
