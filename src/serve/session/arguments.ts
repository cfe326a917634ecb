// The parameters of a question, which are text -> numbers and words, within bounds; what is something else is refused by name.
import { WorldError } from "../../store/index.ts";

export type Args = Readonly<Record<string, string>>;

type Bounds = { readonly usual: number; readonly most: number; readonly least?: number };

export function wholeNumber(args: Args, name: string, { usual, most, least = 0 }: Bounds): number {
  const text = args[name];
  if (text === undefined || text === "") return usual;
  if (!/^\d{1,12}$/.test(text) || Number(text) < least) {
    throw refused(name, text, least === 0 ? "a whole number" : `a whole number from ${least} on`);
  }
  return Math.min(Number(text), most);
}

export function optionalNumber(args: Args, name: string, least = 0): number | undefined {
  return args[name] === undefined || args[name] === ""
    ? undefined
    : wholeNumber(args, name, { usual: 0, most: Infinity, least });
}

export function needed(args: Args, name: string): string {
  const text = args[name];
  if (text !== undefined && text !== "") return text;
  throw new WorldError("bad-argument", `the parameter ${name} is missing`, { hint: "see docs/api.md" });
}

export function oneOf<const T extends string>(args: Args, name: string, words: readonly T[]): T | undefined {
  const text = args[name];
  if (text === undefined || text === "") return undefined;
  const found = words.find((word) => word === text);
  if (found === undefined) throw refused(name, text, `one of ${words.join(", ")}`);
  return found;
}

/** Words separated by commas; undefined where there is none. */
export function someOf<const T extends string>(
  args: Args,
  name: string,
  words: readonly T[],
): readonly T[] | undefined {
  const found = (args[name] ?? "").split(",").flatMap((word) => oneOf({ [name]: word.trim() }, name, words) ?? []);
  return found.length === 0 ? undefined : found;
}

export const isSet = (args: Args, name: string): boolean => args[name] === "1" || args[name] === "true";

const refused = (name: string, text: string, wanted: string): WorldError =>
  new WorldError("bad-argument", `${name} is ${JSON.stringify(text.slice(0, 64))}`, { hint: `it should be ${wanted}` });
