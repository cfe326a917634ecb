// A seed -> what went wrong with its attacks; run in processes that are killed when one of them is silent for too long.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isObject, stringField } from "../../src/format/index.ts";
import { attacksFrom } from "./attack.ts";

const child = fileURLToPath(new URL("./opening-child.ts", import.meta.url));
/** A command here takes some milliseconds: this long is for ever, on the busiest machine. */
const silenceMs = 60_000;
/** After this many nobody waits for more. */
const mostHangs = 10;

export type Tried = { readonly attacks: number; readonly problems: readonly string[] };

export type Attacks = { readonly seed: number; readonly pairs: number; readonly perPair: number };

export async function runAttacks(attacks: Attacks, folder: string): Promise<Tried> {
  const { length } = attacksFrom(attacks.seed, attacks);
  const problems: string[] = [];
  let [done, hangs] = [0, 0];
  while (done < length && hangs < mostHangs) {
    const tried = await runSome(attacks, { folder, from: done });
    done += tried.attacks;
    problems.push(...tried.problems);
    if (done === length) break;
    problems.push(`${tried.last}: the process ended: ${tried.errors}`);
    // The one that hangs is counted as tried, and the rest gets a process of its own.
    done += 1;
    hangs += 1;
  }
  return { attacks: done, problems };
}

type Run = Tried & { readonly last: string; readonly errors: string };

async function runSome(
  { seed, pairs, perPair }: Attacks,
  { folder, from }: { readonly folder: string; readonly from: number },
): Promise<Run> {
  const args = [child, folder, ...[seed, pairs, perPair, from].map(String)];
  const runner = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const problems: string[] = [];
  let [last, done, errors] = ["", 0, ""];
  const kill = (): void => {
    problems.push(`${last}: not ended after ${silenceMs / 1000} s`);
    runner.kill("SIGKILL");
  };
  let timer = setTimeout(kill, silenceMs);
  runner.stderr.on("data", (data: Buffer) => void (errors += data.toString()));
  for await (const line of createInterface({ input: runner.stdout })) {
    clearTimeout(timer);
    timer = setTimeout(kill, silenceMs);
    const answer: unknown = JSON.parse(line);
    if (!isObject(answer)) continue;
    last = stringField(answer, "about") ?? last;
    const problem = stringField(answer, "problem");
    if (problem !== undefined) problems.push(`${last}: ${problem}`);
    if ("done" in answer) done += 1;
  }
  clearTimeout(timer);
  return { attacks: done, problems, last, errors };
}
