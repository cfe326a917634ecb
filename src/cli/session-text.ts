// An open session -> the short text that a person reads about it.
import type { Finding } from "../graph/index.ts";
import type { OpenSession } from "../store/index.ts";
import { formatAge, formatBytes, formatCount, formatTime, sanitizeLine } from "../view/index.ts";
import type { Io } from "./io.ts";
import { type Paint, painter } from "./paint.ts";

export function summaryText(io: Io, { id, session, file }: OpenSession): string {
  const paint = painter(io);
  const { description, turns, calls, agents, branches, compactions, reach, log } = session;
  const { tokens } = description;
  const open = calls.filter((call) => call.resultLine === undefined).length;
  const facts: readonly (readonly [string, string])[] = [
    ["session", id],
    ["file", `${file.path} (${formatBytes(file.sizeBytes)}, ${log.tally.lines} lines)`],
    [
      "project",
      `${description.cwd ?? "?"}${description.gitBranch === undefined ? "" : ` on ${description.gitBranch}`}`,
    ],
    [
      "when",
      `${formatTime(description.startMs)} to ${formatTime(description.endMs)} UTC, ${formatAge(description.endMs, io.nowMs)}`,
    ],
    ["client", description.versions.join(", ")],
    ["model", description.model ?? "?"],
    [
      "turns",
      `${turns.at(-1)?.number ?? 0} turns, ${turns.reduce((sum, turn) => sum + turn.rounds.length, 0)} rounds, ${description.messages} messages`,
    ],
    ["calls", `${calls.length} calls, ${calls.filter((call) => call.isError).length} failed, ${open} without result`],
    ["beside", `${agents.length} agents, ${branches.length} dead branches, ${compactions.length} compactions`],
    [
      "tokens",
      `${formatCount(tokens.input)} in, ${formatCount(tokens.output)} out, ${formatCount(tokens.cacheRead)} cache read, ${formatCount(tokens.cacheWrite5m + tokens.cacheWrite1h)} cache write`,
    ],
    ["reached", `${reach.reached} of ${reach.entries} entries from the live leaf`],
  ];
  const heading = paint("title", sanitizeLine(description.title === "" ? "(no title)" : description.title));
  const listed = facts.map(([name, value]) => `${paint("dim", name.padEnd(9))} ${sanitizeLine(value)}\n`).join("");
  return `${heading}\n${listed}${findingsText(
    session.findings.filter((finding) => finding.severity !== "info"),
    paint,
  )}`;
}

export function findingsText(findings: readonly Finding[], paint: Paint): string {
  return findings
    .map(({ severity, code, line, count, detail }) => {
      const role = severity === "info" ? "dim" : severity;
      const where = line === undefined ? "" : ` at line ${line}`;
      const times = count > 1 ? ` (${count} times)` : "";
      return `  ${paint(role, severity.padEnd(7))} ${code}${detail === "" ? "" : ` ${sanitizeLine(detail)}`}${where}${times}\n`;
    })
    .join("");
}
