// The demo tree -> a copy in which somebody is at work: sessions that wait, ask and work now, as their registry says.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { nodeProcesses } from "../../src/store/index.ts";
import { demoHome } from "../cli/tree.ts";
import { prompt, reply, weave, writeLines } from "./trees.ts";

export type ShownHome = { readonly home: string; readonly waiting: string; readonly working: string };

const agoMs = 90_000;

export function shownHome(): ShownHome {
  const home = demoHome();
  const waiting = "dddddddd-0000-4000-8000-000000000004";
  const working = "eeeeeeee-0000-4000-8000-000000000005";
  const [approve, search] = ["toolu_approve", "toolu_search"];
  writeSession(home, waiting, [
    prompt("Publish the tide tables of next year."),
    reply({ type: "text", text: "The tables are built. Publishing needs one command." }, "m1"),
    reply({ type: "tool_use", id: approve, name: "Bash", input: { command: "npm run publish -- --year 2027" } }, "m1"),
    { type: "ai-title", aiTitle: "Publish the tables of 2027" },
  ]);
  writeSession(home, working, [
    prompt("Which harbours have no offset yet?"),
    reply({ type: "tool_use", id: search, name: "Grep", input: { pattern: "offsetMinutes: 0", path: "src" } }, "m2"),
    { type: "ai-title", aiTitle: "Harbours without an offset" },
  ]);
  register(home, process.pid, { sessionId: waiting, status: "waiting", waitingFor: "permission prompt" });
  register(home, process.ppid, { sessionId: working, status: "busy" });
  return { home, waiting, working };
}

function writeSession(home: string, id: string, entries: readonly Readonly<Record<string, unknown>>[]): void {
  const line = weave(id, Date.now() - agoMs);
  const folder = join(home, "projects", "-home-ada-code-tide-tables");
  mkdirSync(folder, { recursive: true });
  writeLines(
    join(folder, `${id}.jsonl`),
    entries.map((entry) => line({ cwd: "/home/ada/code/tide-tables", ...entry })),
  );
}

/** As the client does; the processes are real ones, for their start is looked at. */
export function register(home: string, pid: number, told: Readonly<Record<string, unknown>>): void {
  const { running, domain } = nodeProcesses();
  mkdirSync(join(home, "sessions"), { recursive: true });
  const statusUpdatedAt = Date.now() - agoMs / 2;
  const entry = { pid, procStart: running(pid)?.start, pidDomain: domain(), statusUpdatedAt, ...told };
  writeFileSync(join(home, "sessions", `${pid}.json`), JSON.stringify(entry));
}
