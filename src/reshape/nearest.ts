// What somebody named and what there is -> the few names that are nearest to it, by their beginning and by their letters.

const mostChoices = 5;

export function nearestOf(wanted: string, names: readonly string[]): readonly string[] {
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
