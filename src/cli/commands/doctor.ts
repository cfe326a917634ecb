// `clew doctor`: what is odd or broken in sessions, how much of each its leaf reaches, and what to do about it; reads only.
import { basename } from "node:path";
import { isUuid } from "../../format/index.ts";
import { type Session } from "../../graph/index.ts";
import { WorldError, discover, openSession } from "../../store/index.ts";
import { adviceOf, sanitizeLine, verdictOf } from "../../view/index.ts";
import { clewLine } from "../clew-line.ts";
import { type Examined, examined } from "../examined.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { homesOf, sayError, sessionPath, withProgress } from "../names.ts";
import { painter } from "../paint.ts";
import { isMendable } from "../reshape/is-mendable.ts";
import { findingJson } from "../session-json.ts";
import { newestFirst } from "../../find/index.ts";
import { findingsText } from "../session-text.ts";

export type Flags = DirFlag & JsonFlag & { readonly verbose: boolean };

type Report = Examined & {
  readonly sessionId: string;
  readonly path: string;
  readonly title: string;
  readonly reach: Session["reach"];
  readonly scope: Session["scope"];
};

export function doctor(io: Io, flags: Flags, ...names: readonly string[]): ExitCode {
  const paths = names.length > 0 ? names.map((name) => sessionPath(io, flags, name)) : allPaths(io, flags);
  if (paths.length === 0) {
    io.err(`clew: no sessions in ${sanitizeLine(homesOf(io, flags).join(", "))}\n`);
    return 1;
  }
  const counts = { all: paths.length, unsound: 0, unread: 0, troubled: 0, mendable: 0 };
  for (const [index, path] of paths.entries()) {
    if (paths.length > 1) io.progress(`examining ${index + 1} of ${paths.length} sessions`);
    const report = names.length === 1 ? examine(io, path) : tryToExamine(io, path);
    if (report === undefined) {
      counts.unread += 1;
      continue;
    }
    if (!report.sound) counts.unsound += 1;
    if (verdictOf(report).kind === "but") counts.troubled += 1;
    if (flags.json) {
      io.out(jsonOf(report));
      continue;
    }
    const isWell = report.findings.every(({ severity }) => severity === "info");
    // Of all sessions, those that are well are only counted.
    if (isWell && names.length === 0 && !flags.verbose) continue;
    const canMend = !isWell && report.scope === "main" && isMendable(io, path);
    if (canMend) counts.mendable += 1;
    const advised = { flags, report, isMendable: canMend };
    io.out(textOf(io, advised) + adviceText(io, advised));
  }
  if (paths.length > 1) io.err(summaryText(io, counts));
  if (counts.unread > 0) return 2;
  return counts.unsound > 0 ? 1 : 0;
}

function tryToExamine(io: Io, path: string): Report | undefined {
  try {
    return examine(io, path);
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    sayError(io, error);
    return undefined;
  }
}

function allPaths(io: Io, flags: Flags): readonly string[] {
  const { sessions } = discover(homesOf(io, flags));
  return newestFirst(sessions.filter((session) => session.sizeBytes > 0)).map((session) => session.path);
}

function examine(io: Io, path: string): Report {
  const { id, session, read, close } = openSession(path, { ...withProgress(io), parts: "on-demand" });
  try {
    const { description, reach, scope } = session;
    return { sessionId: id, path, title: description.title, reach, scope, ...examined({ session, read }) };
  } finally {
    close();
  }
}

function jsonOf({ reach, findings, scope: _, leftOut, ...report }: Report): string {
  return jsonLine({
    ...report,
    reach: { ...reach, share: shareOf(reach) },
    leftOut,
    findings: findings.map(findingJson),
  });
}

const shareOf = ({ entries, reached }: Report["reach"]): number => (entries === 0 ? 1 : reached / entries);

const headWords = { sound: ["good", "sound"], but: ["warning", "sound, but"], broken: ["error", "errors"] } as const;

/** What a repair would change is sound as a log, but not all that it was. */
function textOf(io: Io, { flags: { verbose }, report, isMendable: canMend }: Advised): string {
  const { sessionId, title, path, reach, findings } = report;
  const paint = painter(io);
  const shown = verbose ? findings : findings.filter((finding) => finding.severity !== "info");
  const { kind, sentence } = verdictOf(report);
  const [role, word] = headWords[kind === "sound" && canMend ? "but" : kind];
  const share = Math.floor(1000 * shareOf(reach)) / 10;
  const head = `${paint(role, word)}  ${sanitizeLine(sessionId)}  ${share} % of ${reach.entries} entries reachable  ${io.isTerminal ? sanitizeLine(title).slice(0, 60) : sanitizeLine(title)}\n`;
  const below = { sound: "", but: `  ${sanitizeLine(sentence)}\n`, broken: paint("dim", `  ${sanitizeLine(path)}\n`) };
  return `${head}${below[kind]}${findingsText(shown, paint)}`;
}

type Advised = { readonly flags: Flags; readonly report: Report; readonly isMendable: boolean };

function adviceText(io: Io, { flags, report, isMendable: canMend }: Advised): string {
  // An agent's log goes where its session goes: no command takes it alone.
  if (report.scope === "agent") return "";
  const remedy = { name: nameOf(io, flags, report), isMendable: canMend, at: report.leftOut?.at };
  return adviceOf(report, remedy)
    .map(({ says, words }) => `  ${says}: ${clewLine(io, words, "FILE")}\n`)
    .join("");
}

/** What the next command finds it by: ids are looked up among the person's own homes, by the names of files. */
function nameOf({ homes }: Io, { dir }: Flags, { path, sessionId }: Report): string {
  const isAtHome = (dir === undefined || dir.length === 0) && homes.some((home) => path.startsWith(home));
  return isAtHome && isUuid(sessionId) && basename(path, ".jsonl") === sessionId ? sessionId : path;
}

type Counts = Readonly<Record<"all" | "unsound" | "unread" | "troubled" | "mendable", number>>;

function summaryText({ command }: Io, { all, unsound, unread, troubled, mendable }: Counts): string {
  const troubleText = troubled === 0 ? "" : ` (${troubled} of them with trouble on resume)`;
  const unreadText = unread === 0 ? "" : `, ${unread} not readable`;
  const mendText = mendable > 1 ? `${mendable} can be mended, each with: ${command} repair SESSION\n` : "";
  return `${all} sessions: ${all - unsound - unread} sound${troubleText}, ${unsound} with errors${unreadText}\n${mendText}`;
}
