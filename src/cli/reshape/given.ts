// Names and flags as a person gave them -> the arguments that the history keeps; what only says how to tell or to prove is left out.
import type { ReshapeFlags } from "./reshaping.ts";

/** They change nothing of the result. */
const passing: ReadonlySet<string> = new Set<keyof ReshapeFlags>([
  "dir",
  "json",
  "dryRun",
  "force",
  "verifyWithClient",
]);

export function argsOf(names: readonly string[], flags: Readonly<Record<string, unknown>>): readonly string[] {
  return [...names, ...Object.entries(flags).flatMap(([key, value]) => (passing.has(key) ? [] : given(key, value)))];
}

function given(key: string, value: unknown): readonly string[] {
  const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return [flag];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => (typeof one === "string" || typeof one === "number" ? [flag, String(one)] : []));
}
