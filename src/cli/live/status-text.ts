// Sessions with their statuses -> the table people see, those who wait for a person first; all from logs is made harmless here.
import type { LiveSession, StatusName } from "../../live/index.ts";
import { formatAge, needRank, sanitizeLine } from "../../view/index.ts";
import { type Cell, type Column, grid } from "../grid.ts";
import type { Io } from "../io.ts";
import { type Role, painter } from "../paint.ts";
import { type Told, callText, isWaiting } from "./told.ts";

const columns: readonly Column[] = [
  { heading: "ID", align: "left" },
  { heading: "STATUS", align: "left" },
  { heading: "SURE", align: "left", drop: 3 },
  { heading: "SINCE", align: "right", drop: 2 },
  { heading: "AGENTS", align: "right", drop: 5 },
  { heading: "PROJECT", align: "left", drop: 1 },
  { heading: "TITLE", align: "left", drop: 4 },
  { heading: "WHAT", align: "left", flexible: true },
];

/** Those who need a person first, and the newest of them. */
export function byNeed<Session extends LiveSession>(sessions: readonly Session[]): readonly Session[] {
  return sessions.toSorted(
    (a, b) =>
      needRank(a.status.status) - needRank(b.status.status) ||
      (b.status.sinceMs ?? 0) - (a.status.sinceMs ?? 0) ||
      a.sessionId.localeCompare(b.sessionId),
  );
}

/** A screen has no room for long titles beside what goes on; a file has. */
const titleLength = 32;
const idLength = 8;

export type Sight = Pick<Io, "colour" | "isTerminal" | "columns"> & { readonly nowMs: number };

export function statusTable(sight: Sight, sessions: readonly Told[]): Promise<string> {
  const paint = painter(sight);
  const cells = (told: Told): readonly Cell[] => {
    const { status, confidence, sinceMs, agents } = told.status;
    return [
      { text: sanitizeLine(told.sessionId.slice(0, idLength)), paint: (text) => paint("dim", text) },
      { text: status, paint: (text) => paint(roleOf(status), text) },
      { text: confidence, paint: (text) => paint("dim", text) },
      { text: formatAge(sinceMs, sight.nowMs) },
      { text: agents === 0 ? "" : String(agents) },
      { text: sanitizeLine(told.project ?? "?") },
      { text: shownTitle(sight, told), paint: (text) => paint("title", text) },
      { text: sanitizeLine(whatText(told)) },
    ];
  };
  return grid(columns, sessions.map(cells), sight.columns);
}

function shownTitle({ isTerminal }: Sight, { title }: Told): string {
  const shown = sanitizeLine(title === "" ? "(no title)" : title);
  const characters = Array.from(shown);
  return isTerminal && characters.length > titleLength ? `${characters.slice(0, titleLength - 1).join("")}…` : shown;
}

function roleOf(status: StatusName): Role {
  if (isWaiting(status)) return "warning";
  if (status === "error" || status === "rate_limited") return "error";
  return status === "idle" || status === "ended" || status === "unknown" ? "dim" : "good";
}

/** The call, else what the log says: who said so is told by `--json`. */
export function whatText(session: LiveSession): string {
  const { evidence } = session.status;
  const call = callText(session);
  return call === "" ? (evidence.find(({ source }) => source !== "registry") ?? evidence[0]).text : call;
}

/** "2 wait for you, 1 works, 3 rest". */
export function countText(sessions: readonly LiveSession[]): string {
  const count = (names: readonly StatusName[]): number =>
    sessions.filter(({ status }) => names.includes(status.status)).length;
  const waits = sessions.filter(({ status }) => isWaiting(status.status)).length;
  const works = count(["working", "running_command", "compacting"]);
  const fails = count(["error", "rate_limited"]);
  const rests = sessions.length - waits - works - fails;
  const said = [
    [waits, waits === 1 ? "waits for you" : "wait for you"],
    [works, works === 1 ? "works" : "work"],
    [fails, "failed"],
    [rests, rests === 1 ? "rests" : "rest"],
  ] as const;
  const shown = said.filter(([many]) => many > 0).map(([many, what]) => `${many} ${what}`);
  return shown.length === 0 ? "no sessions" : shown.join(", ");
}

/** "shop 3fa85f64 (approval of Bash npm test)": for a line that names several. */
export function waitText(told: Told): string {
  const name = `${told.project ?? "?"} ${told.sessionId.slice(0, idLength)}`;
  const call = callText(told);
  const { status } = told.status;
  if (status === "waiting_approval") return `${name} (approval${call === "" ? "" : ` of ${call}`})`;
  return `${name} (${status === "asking_question" ? "a question" : "an answer"})`;
}
