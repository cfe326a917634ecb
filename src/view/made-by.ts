// Where a session came from -> the words for it, in lists and above the conversation.

/** The command of clew's that made a session, and the session it was made of. */
export type MadeBy = {
  readonly command: string;
  readonly from: string;
  /** `1-5`, or `6-` for all from there on. */
  readonly turns: string | undefined;
};

/** Undefined for a session that began by itself. */
export function originText({ madeBy, forkedFrom }: Origin): string | undefined {
  if (madeBy === undefined) return forkedFrom === undefined ? undefined : `fork of ${short(forkedFrom)}`;
  const turns = turnWords(madeBy.turns);
  const from = short(madeBy.from);
  return turns === undefined ? `${madeWord(madeBy.command)} from ${from}` : `${turns} of ${from}`;
}

/** The command as it is typed. */
export const madeWord = (command: string): string => words.get(command) ?? `made by ${command}`;

export type Origin = { readonly madeBy: MadeBy | undefined; readonly forkedFrom: string | undefined };

const words: ReadonlyMap<string, string> = new Map([
  ["clone", "cloned"],
  ["fork", "forked"],
  ["split", "split"],
  ["merge", "merged"],
  ["trim", "trimmed"],
  ["compress", "compressed"],
  ["compress --undo", "uncompressed"],
  ["move", "moved"],
  ["repair", "repaired"],
]);

function turnWords(turns: string | undefined): string | undefined {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(turns ?? "") ?? [];
  if (first === undefined) return undefined;
  if (last === "") return `turns ${first} to the end`;
  return first === last ? `turn ${first}` : `turns ${first}-${last}`;
}

const short = (sessionId: string): string => sessionId.slice(0, 8);
