// An open session -> the few lines above its transcript.
import type { OpenSession } from "../store/index.ts";
import { formatAge, formatTime, plural, sanitizeLine } from "../view/index.ts";
import type { Io } from "./io.ts";
import type { Paint } from "./paint.ts";

export function headerText(
  { id, session }: OpenSession,
  { io, paint }: { readonly io: Io; readonly paint: Paint },
): string {
  const { description, branches, agents } = session;
  const title = description.title === "" ? "(no title)" : description.title;
  const facts = [
    id,
    description.cwd,
    description.gitBranch,
    description.model,
    `${formatTime(description.startMs)} UTC, ${formatAge(description.endMs, io.nowMs)}`,
  ].filter((fact) => fact !== undefined && fact !== "");
  const beside = [
    ...branches.map(
      (branch) =>
        `branch ${branch.number}: ${plural(branch.turns.length, "turn")} from line ${branch.forkLine ?? "?"} (--branch ${branch.number})`,
    ),
    ...agents.map(
      (agent) =>
        `agent ${agent.id}: ${agent.description ?? agent.task ?? "?"}${agent.path === undefined ? "" : ` (--agent ${agent.id})`}`,
    ),
  ];
  return [
    paint("title", sanitizeLine(title)),
    paint("dim", sanitizeLine(facts.join(" · "))),
    ...beside.map((text) => paint("dim", `  ${sanitizeLine(text).slice(0, 160)}`)),
    "",
    "",
  ].join("\n");
}
