// Counted calls -> how each tool, file or command fared: calls, errors, denials, how long it took, how much it gave back.
import { resultDenied, resultError, resultInterrupted } from "../../graph/index.ts";
import { groupLogs } from "../group-logs.ts";
import { type Scope, selectionOf } from "../stats/scope.ts";
import type { Census } from "../stats/stats.ts";
import { targetKind } from "./target.ts";

export const toolGroupings = ["tool", "file", "command"] as const;
export type ToolGrouping = (typeof toolGroupings)[number];

export type ToolUse = {
  /** The name of the tool, the path of the file, or the command, cut at 200 characters. */
  readonly name: string;
  readonly calls: number;
  readonly results: number;
  /** Denials and interruptions are errors too. */
  readonly errors: number;
  readonly denials: number;
  readonly interruptions: number;
  /** From call to result, where both have a time: half of them, and 95 of 100, took no longer. */
  readonly medianMs: number | undefined;
  readonly p95Ms: number | undefined;
  readonly totalMs: number;
  /** Of the results, as they stand in the log. */
  readonly outputBytes: number;
  readonly largestBytes: number;
  /** Different files it was about. */
  readonly files: number;
  /** Those whose own log is there, called in it or by its agents. */
  readonly sessions: number;
  /** Calls by tool: several can be about one file. */
  readonly tools: ReadonlyMap<string, number>;
  readonly lastMs: number | undefined;
};

/** The most used first. */
export function toolUses(census: Census, scope: Scope, by: ToolGrouping): readonly ToolUse[] {
  const { calls, tools, timeOr } = census.counted;
  const selection = selectionOf(census, scope);
  const logsOf = groupLogs(census, selection);
  const uses = new Map<string, Use>();
  for (let row = 0; row < calls.count; row++) {
    const log = calls.callLogs[row] ?? -1;
    if (log < 0) continue;
    const time = timeOr(calls.callTimes[row], log);
    if (!selection.has(log, time)) continue;
    const tool = tools[calls.tools[row] ?? -1] ?? "";
    const target = census.logs[log]?.digest.calls.targets[calls.places[row] ?? 0] ?? "";
    const kind = targetKind(tool, target);
    const name = by === "tool" ? tool : kind === by ? target : "";
    if (name === "" && by !== "tool") continue;
    const use = uses.get(name) ?? emptyUse();
    uses.set(name, use);
    use.calls += 1;
    use.tools.set(tool, (use.tools.get(tool) ?? 0) + 1);
    use.logs.add(log);
    if (kind === "file") use.files.add(target);
    if (time > use.lastMs) use.lastMs = time;
    addResult(use, row);
  }
  return [...uses].map(([name, use]) => ({ name, ...summed(use), sessions: logsOf(use.logs).sessions })).sort(byUse);

  function addResult(use: Use, row: number): void {
    if ((calls.resultLogs[row] ?? -1) < 0) return;
    const flags = calls.flags[row] ?? 0;
    const size = calls.sizes[row] ?? 0;
    use.results += 1;
    if ((flags & resultError) !== 0) use.errors += 1;
    if ((flags & resultDenied) !== 0) use.denials += 1;
    if ((flags & resultInterrupted) !== 0) use.interruptions += 1;
    use.outputBytes += size;
    if (size > use.largestBytes) use.largestBytes = size;
    const took = (calls.resultTimes[row] ?? Number.NaN) - (calls.callTimes[row] ?? Number.NaN);
    // Clocks go backwards at times; what ended before it began took no time that we know.
    if (took >= 0) use.durations.push(took);
  }
}

type Use = ReturnType<typeof emptyUse>;

function emptyUse() {
  return {
    calls: 0,
    results: 0,
    errors: 0,
    denials: 0,
    interruptions: 0,
    outputBytes: 0,
    largestBytes: 0,
    lastMs: -Infinity,
    durations: new Array<number>(),
    files: new Set<string>(),
    logs: new Set<number>(),
    tools: new Map<string, number>(),
  };
}

function summed({ durations, files, logs: _logs, lastMs, ...use }: Use): Omit<ToolUse, "name" | "sessions"> {
  const sorted = Float64Array.from(durations).sort();
  return {
    ...use,
    medianMs: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    totalMs: sorted.reduce((sum, each) => sum + each, 0),
    files: files.size,
    lastMs: Number.isFinite(lastMs) ? lastMs : undefined,
  };
}

/** The smallest value that this share of all does not exceed. */
function quantile(sorted: Float64Array, share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

const byUse = (a: ToolUse, b: ToolUse): number => b.calls - a.calls || (a.name < b.name ? -1 : 1);
