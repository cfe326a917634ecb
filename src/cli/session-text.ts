// An open session -> the short text that a person reads about it.
import { type Description, type Finding, findingCodes } from "../graph/index.ts";
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
    ["when", whenText(description, io)],
    ["client", description.versions.length === 0 ? "?" : description.versions.join(", ")],
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

function whenText({ startMs, endMs }: Description, io: Io): string {
  if (startMs === undefined || endMs === undefined) return "?";
  return `${formatTime(startMs)} to ${formatTime(endMs)} UTC, ${formatAge(endMs, io.nowMs)}`;
}

export function findingsText(findings: readonly Finding[], paint: Paint): string {
  return findings
    .map(({ severity, code, line, count, detail }) => {
      const role = severity === "info" ? "dim" : severity;
      const where = line === undefined ? "" : `${count > 1 ? " first" : ""} at line ${line}`;
      const times = count > 1 ? ` (${count} times)` : "";
      const what = `${code}${detail === "" ? "" : ` ${sanitizeLine(detail)}`}${where}${times}`;
      return `  ${paint(role, severity.padEnd(7))} ${what}: ${findingCodes[code]}\n`;
    })
    .join("");
}
