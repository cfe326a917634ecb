// Counted rows -> how much there is of everything, in total and by group; every figure counts what several logs hold once.
import { messageApiError, messageCounted, messageStopped, resultError, syntheticModel } from "../../graph/index.ts";
import type { Days } from "../day.ts";
import { type Grade, type Reason, gradeOf, reasonFor } from "../grade.ts";
import { type GroupLogs, type NamedGroup, groupLogs, withFolders } from "../group-logs.ts";
import type { Survey } from "../survey.ts";
import { type Accounts, accountsOf } from "./accounts.ts";
import { type Counted, countOnce } from "./counted.ts";
import { type Grouped, type Grouping, grouped, isOfContent } from "./grouping.ts";
import { type Scope, type Selection, selectionOf } from "./scope.ts";
import { type Shortfalls, shortfallsOf } from "./shortfall.ts";

export type UsageSums = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
};

/** What a group adds up to; groups of one grouping that can be added up give the totals. */
export type GroupStats = GroupLogs & {
  readonly name: NamedGroup;
  readonly turns: number;
  readonly calls: number;
  readonly results: number;
  readonly errors: number;
  readonly apiMessages: number;
  readonly usage: UsageSums;
  readonly grade: Grade;
  readonly reasons: readonly Reason[];
};

export type ToolCounts = { readonly calls: number; readonly errors: number };

export type Totals = Omit<GroupStats, "name"> & {
  readonly files: number;
  readonly bytes: number;
  readonly lines: number;
  readonly damaged: number;
  readonly forks: number;
  /** Of the sessions, those whose logs are gone. */
  readonly deleted: number;
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  readonly tools: ReadonlyMap<string, ToolCounts>;
};

/** A survey, counted: every question about it starts here. */
export type Census = Accounts & { readonly counted: Counted; readonly shortfalls: Shortfalls; readonly unread: number };

export function censusOf(found: Survey): Census {
  const all = accountsOf(found);
  const counted = countOnce(all.logs);
  return { ...all, counted, shortfalls: shortfallsOf(all, counted), unread: found.failed.length + found.unreadable };
}

export type Question = { readonly scope: Scope; readonly by?: Grouping | undefined; readonly days: Days };

export function totalsOf(census: Census, scope: Scope, days: Days): Totals {
  const selection = selectionOf(census, scope);
  const [sums = emptySums()] = fold(census, grouped(undefined, census, days), selection);
  const logs = census.logs.flatMap((log, at) => (selection.hasLog(at) ? [{ ...log, at }] : []));
  const sessions = logs.filter(({ kind }) => kind === "session");
  const isFork = (account: number): boolean => census.accounts[account]?.forkOf !== undefined;
  const reasons = [
    ...usageReasons(sums),
    ...census.shortfalls.of(logs.map(({ at }) => at)),
    ...reasonFor("unreadable-logs", census.unread),
  ];
  return {
    sessions: sessions.length,
    agentFiles: logs.length - sessions.length,
    files: logs.length,
    bytes: logs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    lines: logs.reduce((sum, { digest }) => sum + digest.lines, 0),
    damaged: logs.reduce((sum, { digest }) => sum + digest.damaged, 0),
    ...figuresOf(sums),
    tools: toolsOf(census.counted, selection),
    forks: sessions.filter(({ account }) => isFork(account)).length,
    deleted: sessions.filter(({ account }) => census.accounts[account]?.isDeleted === true).length,
    firstMs: finite(sums.firstMs),
    lastMs: finite(sums.lastMs),
    grade: gradeOf(reasons),
    reasons,
  };
}

/** Groups in which nothing is counted are left out, but for sessions. */
export function statsBy(census: Census, { scope, by, days }: Question): readonly GroupStats[] {
  const groups = grouped(by, census, days);
  const selection = selectionOf(census, scope);
  const all = fold(census, groups, selection);
  // Periods, models and tools tell of what logs hold, not of logs.
  if (!isOfContent(by)) census.logs.forEach((_, log) => selection.hasLog(log) && list(log));
  const logsOf = groupLogs(census, selection);
  return all.flatMap((sums, group) => {
    const name = groups.names[group];
    if (name === undefined || sums.logs.size === 0) return [];
    const reasons = [...usageReasons(sums), ...census.shortfalls.of(sums.logs)];
    const named = withFolders(name, census, sums.logs);
    return [{ name: named, ...logsOf(sums.logs), ...figuresOf(sums), grade: gradeOf(reasons), reasons }];
  });

  /** A session is listed even when all that it holds belongs to others. */
  function list(log: number): void {
    const group = groups.ofPlace(log, 0);
    if (by === "session") all[group] ??= emptySums();
    all[group]?.logs.add(log);
  }
}

function figuresOf(sums: Sums): Pick<GroupStats, "turns" | "calls" | "results" | "errors" | "apiMessages" | "usage"> {
  const { turns, calls, results, errors, messages, input, output, cacheWrite, cacheRead } = sums;
  const usage = {
    inputTokens: input,
    outputTokens: output,
    cacheWriteTokens: cacheWrite,
    cacheReadTokens: cacheRead,
  };
  return { turns, calls, results, errors, apiMessages: messages, usage };
}

const usageReasons = ({ unfinished, uncounted }: Sums): readonly Reason[] => [
  ...reasonFor("no-final-usage", unfinished),
  ...reasonFor("no-usage", uncounted),
];

const finite = (ms: number): number | undefined => (Number.isFinite(ms) ? ms : undefined);

type Sums = ReturnType<typeof emptySums>;

function emptySums() {
  return {
    turns: 0,
    calls: 0,
    results: 0,
    errors: 0,
    messages: 0,
    input: 0,
    output: 0,
    cacheWrite: 0,
    cacheRead: 0,
    /** Messages of the model whose last count was never written. */
    unfinished: 0,
    /** Those that never told any. */
    uncounted: 0,
    firstMs: Infinity,
    lastMs: -Infinity,
    logs: new Set<number>(),
    lastLog: -1,
  };
}

function fold({ counted }: Census, groups: Grouped, { has }: Selection): Sums[] {
  const { messages, calls, prompts, models, timeOr } = counted;
  const all: Sums[] = [];
  const isSynthetic = models.map((model) => model === syntheticModel);
  for (let row = 0; row < messages.count; row++) {
    const log = messages.logs[row] ?? 0;
    const time = timeOr(messages.times[row], log);
    if (!has(log, time)) continue;
    const model = messages.models[row] ?? 0;
    const sums = touched(groups.ofModel(model), log, time);
    if (sums === undefined) continue;
    const flags = messages.flags[row] ?? 0;
    sums.messages += 1;
    sums.input += messages.input[row] ?? 0;
    sums.output += messages.output[row] ?? 0;
    sums.cacheWrite += messages.cacheWrite[row] ?? 0;
    sums.cacheRead += messages.cacheRead[row] ?? 0;
    if ((flags & messageApiError) !== 0 || isSynthetic[model] === true) continue;
    if ((flags & messageCounted) === 0) sums.uncounted += 1;
    else if ((flags & messageStopped) === 0) sums.unfinished += 1;
  }
  for (let row = 0; row < calls.count; row++) {
    const tool = calls.tools[row] ?? -1;
    const callLog = calls.callLogs[row] ?? -1;
    const callTime = timeOr(calls.callTimes[row], callLog);
    if (callLog >= 0 && has(callLog, callTime)) {
      const sums = touched(groups.ofTool(tool), callLog, callTime);
      if (sums !== undefined) sums.calls += 1;
    }
    const resultLog = calls.resultLogs[row] ?? -1;
    const resultTime = timeOr(calls.resultTimes[row], resultLog);
    if (resultLog < 0 || !has(resultLog, resultTime)) continue;
    const sums = touched(groups.ofTool(tool), resultLog, resultTime);
    if (sums === undefined) continue;
    sums.results += 1;
    if (((calls.flags[row] ?? 0) & resultError) !== 0) sums.errors += 1;
  }
  for (let row = 0; row < prompts.count; row++) {
    const log = prompts.logs[row] ?? 0;
    const time = timeOr(prompts.times[row], log);
    const sums = has(log, time) ? touched(-1, log, time) : undefined;
    if (sums !== undefined) sums.turns += 1;
  }
  return all;

  function touched(special: number, log: number, time: number): Sums | undefined {
    const group = special >= 0 ? special : groups.ofPlace(log, time);
    if (group < 0) return undefined;
    const sums = (all[group] ??= emptySums());
    if (sums.lastLog !== log) {
      sums.lastLog = log;
      sums.logs.add(log);
    }
    if (time < sums.firstMs) sums.firstMs = time;
    if (time > sums.lastMs) sums.lastMs = time;
    return sums;
  }
}

function toolsOf({ calls, tools, timeOr }: Counted, { has }: Selection): ReadonlyMap<string, ToolCounts> {
  const callCounts = new Int32Array(tools.length);
  const errorCounts = new Int32Array(tools.length);
  for (let row = 0; row < calls.count; row++) {
    const tool = calls.tools[row] ?? -1;
    if (tool < 0) continue;
    const callLog = calls.callLogs[row] ?? 0;
    if (has(callLog, timeOr(calls.callTimes[row], callLog))) callCounts[tool] = (callCounts[tool] ?? 0) + 1;
    const log = calls.resultLogs[row] ?? -1;
    const isError = log >= 0 && ((calls.flags[row] ?? 0) & resultError) !== 0;
    if (isError && has(log, timeOr(calls.resultTimes[row], log))) errorCounts[tool] = (errorCounts[tool] ?? 0) + 1;
  }
  const counts = tools.map((tool, at) => ({ tool, calls: callCounts[at] ?? 0, errors: errorCounts[at] ?? 0 }));
  const used = counts.filter((each) => each.calls > 0 || each.errors > 0);
  return new Map(used.sort((a, b) => b.calls - a.calls).map(({ tool, ...rest }): [string, ToolCounts] => [tool, rest]));
}
