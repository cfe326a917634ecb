// A process of its own: a seed -> its attacks, and what went wrong with each, a line each; a hang shows as silence.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ExitCode } from "../../src/cli/index.ts";
import { nodeWorld } from "../../src/store/index.ts";
import { clew, nowMs } from "../cli/fake-io.ts";
import { type Attack, attacksFrom } from "./attack.ts";
import { furnish, furnishOutside, marker, other, places } from "./hostile-home.ts";
import { plant } from "./special-file.ts";

const root = mkdtempSync(join(process.argv[2] ?? "", "attacks-"));
const outside = furnishOutside(join(root, "outside"));
let count = 0;

const [seed = 0, pairs = 0, perPair = 0, from = 0] = process.argv.slice(3).map(Number);

for (const attack of attacksFrom(seed, { pairs, perPair }).slice(from)) {
  const folder = join(root, `${++count}`);
  furnish(folder);
  mkdirSync(join(folder, "work"));
  await plant(attack.kind, { path: join(folder, attack.place), outside, short: join(root, "s") });
  for (const command of attack.commands) {
    process.stdout.write(`${JSON.stringify({ about: describe(attack, command) })}\n`);
    for (const problem of await problemsOf(attack, command, folder))
      process.stdout.write(`${JSON.stringify({ about: describe(attack, command), problem })}\n`);
  }
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify({ done: count })}\n`);
}

function describe({ kind, place }: Attack, command: readonly string[]): string {
  return `${kind} at ${place}: clew ${command.join(" ")}`;
}

async function problemsOf(
  { kind, place }: Attack,
  command: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const dataDir = join(folder, "data");
  let now = nowMs;
  const world = { ...nodeWorld(dataDir), nowMs: () => now, pause: (ms: number) => void (now += ms) };
  const io = {
    homes: [join(folder, "home")],
    cwd: join(folder, "work"),
    cacheDir: join(folder, "cache"),
    dataDir,
    world,
  };
  try {
    const { code, out, err } = await clew(command, io);
    const isTheirs = places[place]?.isLinkable === true && kind.startsWith("link to an outside");
    return [
      ...(isKnown(code) ? [] : [`exit code ${code}`]),
      ...(!isTheirs && `${out}${err}`.includes(marker) ? ["read from outside the home"] : []),
      ...(/^\s+at .*:\d+/m.test(err) ? [`a stack trace: ${err}`] : []),
      ...(command.join(" ") === "ls --json" && places[place]?.isAll !== true && !out.includes(other)
        ? [`the other session is not listed: ${err}`]
        : []),
    ];
  } catch (error) {
    return [`thrown: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

function isKnown(code: ExitCode): boolean {
  return code === 0 || code === 1 || code === 2;
}
