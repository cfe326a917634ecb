// CLEW_CORPUS -> the logs in it; reads only, and says what is missing.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export type CorpusFile = { readonly name: string; readonly bytes: Uint8Array };

export function corpusFiles(): readonly CorpusFile[] {
  const folder = process.env["CLEW_CORPUS"];
  if (folder === undefined || folder === "")
    throw new Error("CLEW_CORPUS is not set: name a folder of session logs (*.jsonl)");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  if (names.length === 0) throw new Error(`CLEW_CORPUS holds no *.jsonl file: ${folder}`);
  return names.sort().map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

/** Whole numbers below a bound, the same ones for the same seed. */
export function picker(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    // The low bits of such a generator repeat soon, so the number is taken from the high ones.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const say = (words: string): void => void process.stdout.write(`${words}\n`);
