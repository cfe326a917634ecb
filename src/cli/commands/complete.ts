// `clew __complete`: the words typed so far, the last one unfinished -> what it could become, each with its help behind a tab.
import { type Application, type InputCompletion, proposeCompletions } from "@stricli/core";
import { sanitizeLine } from "../../view/index.ts";
import type { Context } from "../context.ts";
import type { Io } from "../io.ts";

export async function proposals(
  app: Application<Context>,
  io: Io,
  words: readonly string[],
): Promise<readonly string[]> {
  const typed = meant(words);
  const partial = typed.at(-1) ?? "";
  const dirs = dirsIn(typed);
  const silent = { write: () => undefined };
  const found = await proposeCompletions(app, typed, {
    process: { stdout: silent, stderr: silent },
    io: dirs.length === 0 ? io : { ...io, homes: dirs },
    outcome: { code: 0 },
  });
  const before = assigned(words) ?? "";
  const fits = fitting([...partsOf(app, typed), ...found], partial);
  const titles = await titlesFor(dirs.length === 0 ? io.homes : dirs, fits);
  return fits.map(({ kind, completion, brief }) => {
    // What a session's id is, is said once in the help and not beside each of them: there stands its title.
    const help = kind === "argument:value" ? titles.get(completion) : brief;
    return help === undefined ? `${before}${completion}` : `${before}${completion}\t${help}`;
  });
}

/** The commands below one that is also a command of its own. */
function partsOf(app: Application<Context>, typed: readonly string[]): readonly InputCompletion[] {
  const [first = "", ...rest] = typed;
  const target = "getRoutingTargetForInput" in app.root ? app.root.getRoutingTargetForInput(first) : undefined;
  if (rest.length !== 1 || target === undefined || !("getAllEntries" in target)) return [];
  return target.getAllEntries().map(({ name, target: part }) => ({
    kind: "routing-target:command",
    completion: name.original,
    brief: part.brief,
  }));
}

/** Of a UUID: what knows more of them is loaded only then. */
const idLength = 36;

async function titlesFor(
  homes: readonly string[],
  fits: readonly InputCompletion[],
): Promise<ReadonlyMap<string, string>> {
  const values = fits.filter(({ kind }) => kind === "argument:value").map(({ completion }) => completion);
  const ids = values.filter((value) => value.length === idLength);
  if (ids.length === 0) return new Map();
  const { sessionTitles } = await import("../session-names.ts");
  return new Map([...sessionTitles({ homes }, ids)].map(([id, title]) => [id, sanitizeLine(title)]));
}

/** `clew help X` and a flag before any command are read as the command line reads them; `--by=d` is `--by` and `d`. */
function meant(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  const flag = assigned(words);
  const apart = flag === undefined ? words : [...words.slice(0, -1), flag.slice(0, -1), last.slice(flag.length)];
  // Bash takes the sign for a word of its own.
  const plain = apart.flatMap((word, at) => (word !== "=" ? [word] : at === apart.length - 1 ? [""] : []));
  const [first = "", ...rest] = plain;
  if (first === "help" && rest.length > 0) return rest;
  return first.startsWith("--dir") || (first === "--json" && rest.length > 0) ? ["overview", ...plain] : plain;
}

const assigned = (words: readonly string[]): string | undefined => /^--[a-z-]+=/.exec(words.at(-1) ?? "")?.[0];

function dirsIn(words: readonly string[]): readonly string[] {
  return words.slice(0, -1).flatMap((word, at) => {
    if (words[at - 1] === "--dir") return [word];
    return word.startsWith("--dir=") ? [word.slice("--dir=".length)] : [];
  });
}

/** Flags are in the way where something else can stand, and wrong where a flag's own value must. */
function fitting(found: readonly InputCompletion[], partial: string): readonly InputCompletion[] {
  const isFlag = ({ kind }: InputCompletion): boolean => kind === "argument:flag";
  const escape = "--";
  const fits = found.filter(({ completion }) => completion.startsWith(partial) && completion !== escape);
  if (partial.startsWith("-")) return fits;
  const others = fits.filter((each) => !isFlag(each));
  const isFlagPossible = found.some(({ completion }) => completion === escape);
  return others.length > 0 || !isFlagPossible ? others : fits;
}
