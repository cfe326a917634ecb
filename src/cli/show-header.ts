// An open session -> the few lines above its transcript: what it is, what hangs beside it, and what cannot be shown.
import type { Agent, Branch, Session } from "../graph/index.ts";
import type { OpenSession } from "../store/index.ts";
import { type MadeBy, formatAge, formatTime, originText, plural, sanitizeLine } from "../view/index.ts";
import { fit } from "./fit.ts";
import type { Io } from "./io.ts";
import type { Paint } from "./paint.ts";

/** What clew knows of the session beside its log; nothing of an agent's. */
export type Own = { readonly title?: string | undefined; readonly madeBy?: MadeBy | undefined };

export function headerText(
  { id, session }: OpenSession,
  { io, paint, own }: { readonly io: Io; readonly paint: Paint; readonly own: Own },
): string {
  const { description, branches, agents } = session;
  const { cwd, gitBranch, model, startMs, endMs } = description;
  const when = startMs === undefined ? undefined : `${formatTime(startMs)} UTC, ${formatAge(endMs, io.nowMs)}`;
  const { forkedFrom } = session.log.state;
  const isAgent = session.scope === "agent";
  const origin = isAgent ? undefined : originText({ madeBy: own.madeBy, forkedFrom });
  const facts = [isAgent ? `agent of ${id}` : id, origin, cwd, gitBranch, model, when];
  const shown = facts.filter((fact) => fact !== undefined && fact !== "").join(" · ");
  const cut = (text: string): string => (io.isTerminal ? fit(sanitizeLine(text), io.columns - 2) : sanitizeLine(text));
  return [
    paint("title", sanitizeLine(own.title ?? (description.title === "" ? "(no title)" : description.title))),
    paint("dim", sanitizeLine(shown)),
    ...[...branches.map(branchText), ...agents.map(agentText)].map((text) => paint("dim", `  ${cut(text)}`)),
    ...lossTexts(session, io).map((text) => paint("warning", `  ${cut(text)}`)),
    "",
    "",
  ].join("\n");
}

function branchText({ number, turns, forkLine }: Branch): string {
  const from = forkLine === undefined ? "with a root of its own" : `from line ${forkLine}`;
  return `branch ${number} (--branch ${number}): ${plural(turns.length, "turn")} ${from}`;
}

function agentText({ id, path, description, task }: Agent): string {
  return `agent ${id}${path === undefined ? "" : ` (--agent ${id})`}: ${description ?? task ?? "?"}`;
}

/** What the transcript does not show, and where to learn more. */
function lossTexts({ log, findings }: Session, { command }: Io): readonly string[] {
  const { damaged, other } = log.tally.kinds;
  const cut = findings.find((finding) => finding.code === "history-cut");
  const texts = [
    damaged === 0 ? undefined : `${plural(damaged, "damaged line")} (${[...log.tally.damage.keys()].join(", ")})`,
    other === 0 ? undefined : `${plural(other, "line")} of unknown type`,
    cut === undefined ? undefined : `the history before line ${cut.line ?? "?"} cannot be reached`,
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? [] : [`${texts.join("; ")}: see \`${command} doctor\``];
}
