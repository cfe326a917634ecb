// Arguments that were not understood, and what was said of them -> the same with what to say instead; runs no command.
import type { Command, RouteMap } from "@stricli/core";
import { editDistance } from "../format/index.ts";
import { root } from "./app.ts";
import type { Context } from "./context.ts";

export type Misunderstood = {
  /** One line for each mistake. */
  readonly said: string;
  readonly inputs: readonly string[];
  /** How the person called us. */
  readonly program: string;
};

export function withHint({ said, inputs, program }: Misunderstood): string {
  const { command, words } = commandOf(inputs);
  if (command === undefined) return said;
  const called = [program, ...words].join(" ");
  const told = said.replace(
    /^(No flag registered for --(\S+?))(?:, did you mean .*)?$/gm,
    (_, what: string, flag: string) => `${what}${flagHint(flag, command, called)}`,
  );
  if (words[0] === "ls" && told.startsWith("Too many arguments, "))
    return `${told.trimEnd()} (say --title TEXT or --project TEXT to narrow the list, or \`${program} search TEXT\` to find what was said)\n`;
  return /^Expected (?:argument for|at least|input for flag)/m.test(told)
    ? `${told.trimEnd()} (${exampleHint(command, words, program)}\`${called} --help\` tells more)\n`
    : told;
}

type Target = Command<Context> | RouteMap<Context>;
type Called = { readonly command: Command<Context> | undefined; readonly words: readonly string[] };

/** The command that the first words name, below others where it stands there. */
function commandOf(inputs: readonly string[]): Called {
  let target: Target = root;
  const words: string[] = [];
  while ("getRoutingTargetForInput" in target) {
    const word = inputs[words.length];
    const next: Target | undefined = word === undefined ? undefined : target.getRoutingTargetForInput(word);
    if (word === undefined || next === undefined) return { command: target.getDefaultCommand(), words };
    words.push(word);
    target = next;
  }
  return { command: target, words };
}

/** A flag that is no slip of the hand away from what was typed would only mislead. */
function flagHint(typed: string, { parameters }: Command<Context>, called: string): string {
  const names = Object.keys(parameters.flags ?? {}).map(kebab);
  const wanted = kebab(typed);
  const near = names
    .map((name) => ({ name, away: editDistance(wanted, name) }))
    .filter(({ name, away }) => away <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.away - b.away)
    .slice(0, 2);
  if (near.length > 0) return `, did you mean ${near.map(({ name }) => `--${name}`).join(" or ")}?`;
  const all = names.map((name) => `--${name}`).join(", ");
  return ` (there ${names.length === 1 ? "is" : "are"} ${all}; \`${called} --help\` tells more)`;
}

/** As the help spells them. */
const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The first that its help gives, else what it takes. */
function exampleHint(command: Command<Context>, words: readonly string[], program: string): string {
  const start = ["  clew", ...words, ""].join(" ");
  const line = command.fullDescription?.split("\n").find((each) => each.startsWith(start));
  // What an example does stands behind it, after a gap.
  const [example] = line?.trim().split(/ {2,}/) ?? [];
  if (example !== undefined) return `for example \`${program}${example.slice("clew".length)}\`; `;
  return `say \`${[program, ...words, ...placeholdersOf(command)].join(" ")}\`; `;
}

function placeholdersOf({ parameters: { positional } }: Command<Context>): readonly string[] {
  if (positional === undefined) return [];
  const all = positional.kind === "tuple" ? positional.parameters : [positional.parameter];
  return all.map(({ placeholder }) => placeholder ?? "...");
}
