// What somebody named and what there is -> the few names that are nearest to it, and how many there are beside them; turns as stretches.
import type { Refused } from "./plan.ts";

const mostChoices = 5;

export type Choices = Pick<Refused, "choices" | "more">;

export function nearestOf(wanted: string, names: readonly string[]): Choices {
  return counted(nearest(wanted, names), names.length);
}

/** As people count them: "1 to 17", and the turns of each branch. */
export function turnChoices(labels: readonly string[]): Choices {
  if (labels.length <= mostChoices) return { choices: labels };
  const stretches = new Map<string, { readonly first: string; last: string }>();
  for (const label of labels) {
    const branch = numbersIn(label)?.branch ?? "";
    const known = stretches.get(branch);
    if (known === undefined) stretches.set(branch, { first: label, last: label });
    else known.last = label;
  }
  const all = [...stretches.values()].map(({ first, last }) => (first === last ? first : `${first} to ${last}`));
  return counted(all.slice(0, mostChoices), all.length);
}

/** Of so many names these are told. */
export const counted = (choices: readonly string[], all: number): Choices =>
  all > choices.length ? { choices, more: all - choices.length } : { choices };

function nearest(wanted: string, names: readonly string[]): readonly string[] {
  const scored = names.map((name, at) => ({ name, at, score: distance(wanted, name) }));
  return scored
    .sort((a, b) => a.score - b.score || a.at - b.at)
    .slice(0, mostChoices)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

/** Numbers by how far apart they are, all else by the letters that differ behind a common beginning. */
function distance(wanted: string, name: string): number {
  const [one, other] = [numbersIn(wanted), numbersIn(name)];
  if (one !== undefined && other !== undefined && one.branch === other.branch)
    return Math.abs(one.number - other.number);
  let common = 0;
  while (common < wanted.length && wanted[common] === name[common]) common += 1;
  return 1000 + wanted.length + name.length - 2 * common;
}

function numbersIn(text: string): { readonly branch: string; readonly number: number } | undefined {
  const match = /^(?:(B\d{1,9})\.)?(\d{1,15})$/i.exec(text);
  return match === null ? undefined : { branch: match[1]?.toUpperCase() ?? "", number: Number(match[2]) };
}
