// Flags that several commands share, each defined once.
export type DirFlag = { readonly dir?: readonly string[] };
export type AsFlag = { readonly as?: string };
export type JsonFlag = { readonly json: boolean };

export const dirFlag = {
  kind: "parsed",
  parse: String,
  variadic: true,
  optional: true,
  placeholder: "DIR",
  brief: "Config home to look in instead of CLAUDE_CONFIG_DIR or ~/.claude (repeatable)",
} as const;

export const jsonFlag = {
  kind: "boolean",
  default: false,
  withNegated: false,
  brief: "Print JSON: one object per line, or one object",
} as const;

/** Where clew only guesses that somebody writes to a session. */
export const forceFlag = {
  kind: "boolean",
  default: false,
  withNegated: false,
  brief: "Also when the log was written to a moment ago, as long as no client is seen to have it open",
} as const;

export const flag = (brief: string) => ({ kind: "boolean", default: false, withNegated: false, brief }) as const;

export const text = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: String, optional: true, placeholder, brief }) as const;

/** One that the command cannot do without. */
export const needed = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: String, placeholder, brief }) as const;

export const texts = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: String, variadic: true, optional: true, placeholder, brief }) as const;

export const bytes = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: byteCount, optional: true, placeholder, brief }) as const;

export const days = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: dayCount, optional: true, placeholder, brief }) as const;

export const count = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: wholeNumber, optional: true, placeholder, brief }) as const;

/** The same, where it is worth a word why it cannot be none. */
export const countBecause = (placeholder: string, brief: string, why: string) =>
  ({ kind: "parsed", parse: wholeNumberBecause(why), optional: true, placeholder, brief }) as const;

/** A number that may be none at all. */
export const countOrNone = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: wholeNumberOrNone, optional: true, placeholder, brief }) as const;

/** One of a few words. */
export const choice = <const T extends string>(values: readonly T[], brief: string) =>
  ({ kind: "enum", values, optional: true, brief }) as const;

const wholeNumber = (input: string): number => numberFrom(1, input);
const wholeNumberBecause =
  (why: string) =>
  (input: string): number => {
    if (input === "0") throw new Error(why);
    return wholeNumber(input);
  };
const wholeNumberOrNone = (input: string): number => numberFrom(0, input);

function numberFrom(least: number, input: string): number {
  const number = /^(?:0|[1-9]\d{0,8})$/.test(input) ? Number(input) : -1;
  if (number < least) throw new Error(`${JSON.stringify(input)} is not a whole number from ${least} on`);
  return number;
}

function byteCount(input: string): number {
  const [, digits, unit = ""] = /^(\d{1,12})([kmg]?)b?$/i.exec(input) ?? [];
  if (digits === undefined) throw new Error(`${JSON.stringify(input)} is not a size like 2048, 10k or 1M`);
  return Number(digits) * 1024 ** " kmg".indexOf(unit === "" ? " " : unit.toLowerCase());
}

function dayCount(input: string): number {
  const [, digits, unit = ""] = /^(\d{1,5})(d|w|mo)?$/i.exec(input) ?? [];
  // A single m means minutes elsewhere, and months to some.
  if (digits === undefined) throw new Error(`${JSON.stringify(input)} is not an age like 20d, 3w or 2mo`);
  return Number(digits) * (unit.toLowerCase() === "w" ? 7 : unit.toLowerCase() === "mo" ? 30 : 1);
}
