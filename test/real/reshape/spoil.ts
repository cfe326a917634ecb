// A log and a number -> the log with one kind of damage in it, another kind for each number; says which, or that none fits.
import { readFile, utimes, stat, writeFile } from "node:fs/promises";
import { picker } from "../../corpus/files.ts";
import { damages } from "../../damage/index.ts";
import { seedOf, trialOf } from "../../damage/trial.ts";

export async function spoil(file: string, turn: number): Promise<string | undefined> {
  const base = { name: file, bytes: await readFile(file) };
  const kinds = Object.keys(damages);
  for (const [index] of kinds.entries()) {
    const kind = kinds[(turn + index) % kinds.length] ?? "";
    const trial = trialOf([base], [kind], picker(seedOf(kind, turn)));
    if (trial === undefined) continue;
    const { atime, mtime } = await stat(file);
    await writeFile(file, trial.damaged);
    await utimes(file, atime, mtime);
    return kind;
  }
  return undefined;
}
