// `clew` alone: the newest sessions of this machine, or of the demo tree when there are none.
import { relative } from "node:path";
import { nodeProcesses } from "../../store/index.ts";
import { formatBytes, plural, sanitizeLine } from "../../view/index.ts";
import { clewLine } from "../clew-line.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { byNeed, waitText } from "../live/status-text.ts";
import { isWaiting, teller } from "../live/told.ts";
import { painter } from "../paint.ts";
import { homesOf } from "../names.ts";
import { type IndexedHomes, openIndex, withoutIndex } from "../open-index.ts";
import { ls } from "./ls.ts";
import { readList, sessionTable } from "../session-list.ts";

export type Flags = DirFlag & JsonFlag & { readonly noIndex: boolean };

const shown = 10;

export async function overview(io: Io, flags: Flags): Promise<ExitCode> {
  const homes = homesOf(io, flags);
  const own = await opened(io, flags, homes);
  const isDemo = own.found.sessions.every((session) => session.sizeBytes === 0) && flags.dir === undefined;
  if (isDemo) own.catalog?.close();
  const indexed = isDemo ? await opened(io, flags, [io.demoHome]) : own;
  try {
    if (flags.json) return await ls(io, { ...flags, dir: indexed.homes, all: true, deleted: false });
    return await show(io, indexed, homes);
  } finally {
    indexed.catalog?.close();
  }
}

/** Without a client that says so, nobody counts as waiting any longer than this. */
const waitingMs = 300_000;

async function sayWhoWaits(io: Io, { homes, found, catalog }: IndexedHomes): Promise<void> {
  const { readStatuses } = await import("../../live/index.ts");
  const processes = io.world?.processes ?? nodeProcesses();
  const sessions = readStatuses(found, { homes, nowMs: io.nowMs, processes, recentMs: waitingMs });
  const waiting = byNeed(sessions.filter(({ status }) => isWaiting(status.status)));
  if (waiting.length === 0) return;
  const { tell } = teller(io, catalog);
  const names = waiting.slice(0, 3).map((session) => waitText(tell(session)));
  const more = waiting.length > names.length ? `; ${waiting.length - names.length} more` : "";
  const who = `${waiting.length} ${waiting.length === 1 ? "waits" : "wait"} for you`;
  io.out(`${painter(io)("warning", who)}: ${sanitizeLine(names.join("; "))}${more}\n\n`);
}

const opened = async (io: Io, flags: Flags, homes: readonly string[]): Promise<IndexedHomes> =>
  flags.noIndex ? withoutIndex(homes) : openIndex(io, homes);

/** `asked`: the homes that were meant, where nothing may be. */
async function show(io: Io, indexed: IndexedHomes, asked: readonly string[]): Promise<ExitCode> {
  const { found } = indexed;
  const isDemo = indexed.homes !== asked;
  const paint = painter(io);
  const sessions = found.sessions.filter((session) => session.sizeBytes > 0);
  const bytes = [...sessions, ...found.agents].reduce((sum, file) => sum + file.sizeBytes, 0);
  const projects = new Set(sessions.map((session) => session.slug)).size;
  if (isDemo) io.out(`No sessions in ${sanitizeLine(asked.join(", "))} yet: this is a demo.\n\n`);
  io.out(
    `${paint("title", "clew")}  ${plural(sessions.length, "session")} in ${plural(projects, "project")}, ${plural(found.agents.length, "agent log")}, ${formatBytes(bytes)}\n\n`,
  );
  if (!isDemo) await sayWhoWaits(io, indexed);
  const { rows } = await readList(io, indexed, { sessions: found.sessions, limit: shown });
  io.out(await sessionTable(io, rows, found.sessions));
  const dir = isDemo ? ["--dir", relative(io.cwd, io.demoHome) === "demo" ? "demo" : io.demoHome] : [];
  const first = rows[0]?.sessionId.slice(0, 8) ?? "SESSION";
  const next = (label: string, words: readonly string[]): string =>
    `${paint("dim", label)}${" ".repeat(11 - label.length)}${clewLine(io, [...words, ...dir], "SESSION")}\n`;
  io.out(`\n${next("read one", ["show", first])}${next("see all", ["ls", "--all"])}${next("check", ["doctor"])}`);
  return sessions.length === 0 ? 1 : 0;
}
