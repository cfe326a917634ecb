// An open session -> the short text that a person reads about it.
import type { Finding } from "../graph/index.ts";
import type { OpenSummary } from "../store/index.ts";
import { formatAge, formatBytes, formatCount, formatTime, plural, sanitizeLine } from "../view/index.ts";
import type { Io } from "./io.ts";
import { type Paint, painter } from "./paint.ts";

export function summaryText(io: Io, { id, summary, file }: OpenSummary): string {
  const paint = painter(io);
  const { description, reach, log } = summary;
  const { tokens } = description;
  const cacheWrite = tokens.cacheWrite5m + tokens.cacheWrite1h;
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
      [plural(summary.turns, "turn"), plural(summary.rounds, "round"), plural(description.messages, "message")].join(
        ", ",
      ),
    ],
    [
      "calls",
      `${plural(summary.calls, "call")}, ${summary.failedCalls} failed, ${summary.calls - summary.results} without result`,
    ],
    [
      "beside",
      [
        plural(summary.agents, "agent"),
        plural(summary.branches, "dead branch"),
        plural(summary.compactions, "compaction"),
      ].join(", "),
    ],
    [
      "tokens",
      `${formatCount(tokens.input)} in, ${formatCount(tokens.output)} out, ${formatCount(tokens.cacheRead)} cache read, ${formatCount(cacheWrite)} cache write`,
    ],
    ["reached", `${reach.reached} of ${reach.entries} entries from the live leaf`],
  ];
  const heading = paint("title", sanitizeLine(description.title === "" ? "(no title)" : description.title));
  const listed = facts.map(([name, value]) => `${paint("dim", name.padEnd(9))} ${sanitizeLine(value)}\n`).join("");
  const grave = summary.findings.filter((finding) => finding.severity !== "info");
  return `${heading}\n${listed}${findingsText(grave, paint)}`;
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
