// A home in which every session has another special file or link -> how many the daemon was asked about, and what went wrong.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { served } from "../serve/served.ts";
import { furnish, furnishOutside, furnishSession, isTried, marker, other, sessionPlaces } from "./hostile-home.ts";
import { kinds, plant } from "./special-file.ts";

const deadlineMs = 60_000;
const routes = ["", "/rows", "/findings", "/context", "/files", "/request", "/cost", "/find?q=warp", "/entry/1"];
const agentRoutes = ["/agents/abc/rows"];

export type Asked = { readonly attacks: number; readonly problems: readonly string[] };

/** Of all special files at all places of a session, one of `every`. */
export async function askDaemon(every: number): Promise<Asked> {
  const folder = scratchFolder();
  const outside = furnishOutside(join(folder, "outside"));
  furnish(folder);
  const home = join(folder, "home");
  let pair = 0;
  const attacks: { readonly id: string; readonly about: string }[] = [];
  for (const at of Object.keys(sessionPlaces("")).keys())
    for (const kind of kinds) {
      const id = `d0d0d0d0-0000-4000-8000-${String(attacks.length).padStart(12, "0")}`;
      const [place, facts] = Object.entries(sessionPlaces(id))[at] ?? ["", {}];
      if (!isTried(facts, kind) || (pair += 1) % every !== 0) continue;
      furnishSession(home, id);
      await plant(kind, { path: join(home, place), outside, short: join(folder, "s") });
      attacks.push({ id, about: `${kind} at ${place}` });
    }
  const { api } = await served(home);
  const problems: string[] = [];
  async function ask(about: string, path: string): Promise<string> {
    const told = await Promise.race([api(path), sleep(deadlineMs, undefined, { ref: false })]);
    const answer = told?.bytes.toString("utf8") ?? "";
    if (told === undefined) problems.push(`${about}: ${path}: no answer after ${deadlineMs / 1000} s`);
    else if (told.status >= 500) problems.push(`${about}: ${path}: ${told.status} ${answer}`);
    if (answer.includes(marker)) problems.push(`${about}: ${path}: read from outside the home`);
    return answer;
  }
  expect(await ask("list", "/sessions?limit=2000")).toContain(other);
  let turn = 0;
  for (const { id, about } of attacks) {
    await ask(about, `/sessions/${id}`);
    await ask(about, `/sessions/${id}${routes[turn++ % routes.length] ?? ""}`);
    if (about.includes("subagents")) await ask(about, `/sessions/${id}${agentRoutes[0] ?? ""}`);
    if (problems.length > 10) break;
  }
  for (const route of ["/search?q=warp", "/stats", "/cost", "/status", "/files", "/health"]) await ask("all", route);
  for (const route of routes) expect(await ask("the other session", `/sessions/${other}${route}`)).not.toBe("");
  return { attacks: attacks.length, problems };
}
