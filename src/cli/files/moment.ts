// What a person writes for a moment of a file -> a time or a version: v3, a turn of the named session, a date, `2 hours ago`.
import type { FileHistory, FileVersion } from "../../graph/index.ts";
import { daysIn, momentOf, versionAt } from "../../find/index.ts";
import { WorldError, openSession } from "../../store/index.ts";
import { formatTime } from "../../view/index.ts";
import type { Io } from "../io.ts";

export type Moment =
  | { readonly kind: "version"; readonly number: number }
  | { readonly kind: "time"; readonly timeMs: number };

/** `session` is the log whose turns are meant. */
export function momentIn(io: Io, text: string, session: string | undefined): Moment {
  const version = /^v(\d{1,9})$/i.exec(text.trim())?.[1];
  if (version !== undefined) return { kind: "version", number: Number(version) };
  if (/^(B\d{1,6}\.)?\d{1,6}$/i.test(text.trim())) return { kind: "time", timeMs: endOfTurn(text.trim(), session) };
  return { kind: "time", timeMs: momentOf(text, "at", { days: daysIn(io.timeZone), nowMs: io.nowMs }) };
}

function endOfTurn(label: string, session: string | undefined): number {
  if (session === undefined)
    throw new WorldError("bad-argument", `${label} is a turn, but of which session?`, {
      hint: "name it with --session, or write a time like 2026-03-01T14:30Z, or a version like v3",
    });
  const opened = openSession(session, { agents: "left-out" });
  try {
    const turns = [...opened.session.turns, ...opened.session.branches.flatMap((branch) => branch.turns)];
    const turn = turns.find((each) => each.label.toLowerCase() === label.toLowerCase());
    if (turn?.endMs !== undefined) return turn.endMs;
    throw new WorldError("not-found", `there is no turn ${label} with a time in that session`, {
      hint: `turns go from ${turns[0]?.label ?? "?"} to ${opened.session.turns.at(-1)?.label ?? "?"}`,
    });
  } finally {
    opened.close();
  }
}

/** Undefined before the first evidence. */
export function versionFor(history: FileHistory, moment: Moment | undefined): FileVersion | undefined {
  if (moment === undefined) return history.versions.at(-1);
  if (moment.kind === "time") return versionAt(history, moment.timeMs);
  const version = history.versions[moment.number - 1];
  if (version !== undefined) return version;
  throw new WorldError("not-found", `there is no v${moment.number} of ${history.path}`, {
    hint: `its versions go from v1 to v${history.versions.length}`,
  });
}

/** Said where a moment lies before the first evidence. */
export function tooEarly({ path, versions }: FileHistory): string {
  return `nothing is known of ${path} before ${formatTime(versions[0]?.timeMs)} (UTC)`;
}
