// `clew doctor`: what is odd or broken in sessions, and how much of each its leaf reaches; reads only.
import { type Finding, buildRequest, checkRequest, newestRules } from "../../graph/index.ts";
import { WorldError, discover, openSession } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { homesOf, sayError, sessionPath, withProgress } from "../names.ts";
import { painter } from "../paint.ts";
import { findingJson } from "../session-json.ts";
import { newestFirst } from "../../find/index.ts";
import { findingsText } from "../session-text.ts";

export type Flags = DirFlag & JsonFlag & { readonly verbose: boolean };

type Report = {
  readonly sessionId: string;
  readonly path: string;
  readonly title: string;
  readonly sound: boolean;
  readonly reach: { readonly entries: number; readonly reached: number };
  readonly findings: readonly Finding[];
};

export function doctor(io: Io, flags: Flags, ...names: readonly string[]): ExitCode {
  const paths = names.length > 0 ? names.map((name) => sessionPath(io, flags, name)) : allPaths(io, flags);
  if (paths.length === 0) {
    io.err(`clew: no sessions in ${sanitizeLine(homesOf(io, flags).join(", "))}\n`);
    return 1;
  }
  let unsound = 0;
  let unread = 0;
  for (const [index, path] of paths.entries()) {
    if (paths.length > 1) io.progress(`examining ${index + 1} of ${paths.length} sessions`);
    const report = names.length === 1 ? examine(io, path) : tryToExamine(io, path);
    if (report === undefined) {
      unread += 1;
      continue;
    }
    if (!report.sound) unsound += 1;
    // Of all sessions, those that are well are only counted.
    const isShown = names.length > 0 || flags.verbose || report.findings.some(({ severity }) => severity !== "info");
    if (flags.json) io.out(jsonOf(report));
    else if (isShown) io.out(textOf(io, flags, report));
  }
  const unreadText = unread === 0 ? "" : `, ${unread} not readable`;
  const sound = paths.length - unsound - unread;
  if (paths.length > 1) io.err(`${paths.length} sessions: ${sound} sound, ${unsound} with errors${unreadText}\n`);
  if (unread > 0) return 2;
  return unsound > 0 ? 1 : 0;
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
  const { id, session, read, close } = openSession(path, withProgress(io));
  try {
    const { messages } = buildRequest(session.conversation.nodes, { read, rules: newestRules, reminders: "shown" });
    const refused = checkRequest(messages).map(({ message, problem }): Finding => ({
      code: "request-refused",
      severity: "warning",
      line: undefined,
      id: undefined,
      count: 1,
      detail: `messages.${message}: ${problem}`,
    }));
    const findings = [...session.findings, ...refused];
    return {
      sessionId: id,
      path,
      title: session.description.title,
      sound: findings.every((one) => one.severity !== "error"),
      reach: session.reach,
      findings,
    };
  } finally {
    close();
  }
}

function jsonOf({ reach, findings, ...report }: Report): string {
  return jsonLine({ ...report, reach: { ...reach, share: shareOf(reach) }, findings: findings.map(findingJson) });
}

const shareOf = ({ entries, reached }: Report["reach"]): number => (entries === 0 ? 1 : reached / entries);

function textOf(io: Io, { verbose }: Flags, { sessionId, title, path, sound, reach, findings }: Report): string {
  const paint = painter(io);
  const shown = verbose ? findings : findings.filter((finding) => finding.severity !== "info");
  const verdict = sound ? paint("good", "sound") : paint("error", "errors");
  const share = Math.floor(1000 * shareOf(reach)) / 10;
  const head = `${verdict}  ${sessionId}  ${share} % of ${reach.entries} entries reachable  ${io.isTerminal ? sanitizeLine(title).slice(0, 60) : sanitizeLine(title)}\n`;
  return `${head}${sound ? "" : paint("dim", `  ${sanitizeLine(path)}\n`)}${findingsText(shown, paint)}`;
}
