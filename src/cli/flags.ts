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

export const flag = (brief: string) => ({ kind: "boolean", default: false, withNegated: false, brief }) as const;

export const text = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: String, optional: true, placeholder, brief }) as const;

export const count = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: wholeNumber, optional: true, placeholder, brief }) as const;

/** One of a few words. */
export const choice = <const T extends string>(values: readonly T[], brief: string) =>
  ({ kind: "enum", values, optional: true, brief }) as const;

function wholeNumber(input: string): number {
  if (!/^[1-9]\d{0,8}$/.test(input)) throw new Error(`${JSON.stringify(input)} is not a whole number from 1 on`);
  return Number(input);
}
