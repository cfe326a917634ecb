// A shape, a twist and a size -> a config home in the temporary folder with that log and its agents.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { craft, sessionId } from "../craft.ts";
import type { GrownHome } from "./commands.ts";
import { shapes } from "./shapes.ts";
import { twists } from "./twists.ts";

export type Grown = { readonly shape: string; readonly twist: string; readonly size: number };

/** Long before the clock of the tests, so that no command takes the log for one in use. */
const writtenSeconds = 1_780_000_000;

export function grownHome(
  folder: string,
  { shape: name, twist: kind, size }: Grown,
): GrownHome & { readonly sizeBytes: number } {
  const shape = shapes.find((one) => one.name === name);
  const twist = twists.find((one) => one.name === kind);
  if (shape === undefined || twist === undefined) throw new Error(`no such log: ${name}, ${kind}`);
  const home = join(folder, `${name}-${kind}-${size}`.replaceAll(/\W+/g, "-"));
  rmSync(home, { recursive: true, force: true });
  const project = join(home, "projects", "-home-ada-loom");
  const agents = join(project, sessionId, "subagents");
  mkdirSync(agents, { recursive: true });
  const hand = craft();
  shape.write(hand, size);
  const text = twist
    .apply(hand.text().split("\n").slice(0, -1))
    .map((line) => `${line}\n`)
    .join("");
  const log = join(project, `${sessionId}.jsonl`);
  writeFileSync(log, text);
  utimesSync(log, writtenSeconds, writtenSeconds);
  let sizeBytes = text.length;
  for (const agent of shape.agents?.(size) ?? []) {
    writeFileSync(join(agents, `agent-${agent.id}.jsonl`), agent.text);
    if (agent.meta !== undefined) writeFileSync(join(agents, `agent-${agent.id}.meta.json`), agent.meta);
    sizeBytes += agent.text.length;
  }
  return { home, log, sizeBytes };
}
