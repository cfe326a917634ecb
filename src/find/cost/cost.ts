// Priced messages -> what was spent, in total and by group, and how sure each sum is; web searches of the client's own tool are spend too.
import { resultError } from "../../graph/index.ts";
import type { Days } from "../day.ts";
import { type Grade, type Reason, gradeOf, reasonFor } from "../grade.ts";
import { type GroupLogs, type NamedGroup, groupLogs, withFolders } from "../group-logs.ts";
import { type GroupName, type Grouped, type Grouping, grouped, isOfContent } from "../stats/grouping.ts";
import { type Scope, type Selection, selectionOf } from "../stats/scope.ts";
import type { Census, UsageSums } from "../stats/stats.ts";
import { callersOf } from "./callers.ts";
import { type MessageCosts, priceMessages } from "./price-message.ts";
import type { PriceList } from "./price-list.ts";
import { type Spend, addMarks, addMessage, addShare, emptySpend, unknownNames } from "./spend.ts";

export type CostParts = {
  readonly inputUsd: number;
  readonly outputUsd: number;
  readonly cacheWriteUsd: number;
  readonly cacheReadUsd: number;
  readonly webSearchUsd: number;
};

export type GroupCost = GroupLogs & {
  readonly name: NamedGroup;
  /** Of all that has a price. */
  readonly costUsd: number;
  readonly grade: Grade;
  readonly parts: CostParts;
  /** Messages that are spend, by how sure the cost of each is. */
  readonly messages: number;
  readonly grades: Readonly<Record<Grade, number>>;
  readonly webSearches: number;
  readonly usage: UsageSums;
  readonly reasons: readonly Reason[];
};

export type CostQuestion = {
  readonly scope: Scope;
  readonly by?: Grouping | undefined;
  readonly days: Days;
  readonly prices: PriceList;
};

/** What belongs to no tool, or to no model. */
const noCall = "(no call)";
const webSearchTool = "(web search)";
/** The client's own tool. */
const clientSearch = "WebSearch";

/** Groups add up to the total; without a grouping there is one group, the total. */
export function costBy(census: Census, { scope, by, days, prices }: CostQuestion): readonly GroupCost[] {
  const costs = priceMessages(census.counted, prices);
  const groups = grouped(by, census, days);
  const selection = selectionOf(census, scope);
  const spends = by === "tool" ? spendByTool(census, costs, selection) : spendOf(census, costs, { groups, selection });
  addSearches(census, spends, { groups, selection, by, prices });
  if (by === undefined) spendAt(spends, groups.names[0] ?? { by: "total" });
  // A log from which nothing is charged may lack something. Periods, models and tools tell of messages, not of logs.
  if (!isOfContent(by)) census.logs.forEach((_, log) => selection.hasLog(log) && list(log));
  const logsOf = groupLogs(census, selection);
  return [...spends].map(([name, spend]) => ({ ...costOf(census, name, spend), ...logsOf(spend.logs) }));

  function list(log: number): void {
    const name = groups.names[groups.ofPlace(log, 0)];
    // A session is listed even when all it holds is charged to others.
    if (name !== undefined && (name.by === "session" || spends.has(name))) spendAt(spends, name).logs.add(log);
  }
}

type Spends = Map<GroupName, Spend>;

function spendAt(spends: Spends, name: GroupName): Spend {
  const known = spends.get(name);
  if (known !== undefined) return known;
  const spend = emptySpend();
  spends.set(name, spend);
  return spend;
}

function spendOf(
  { counted }: Census,
  costs: MessageCosts,
  { groups, selection }: { readonly groups: Grouped; readonly selection: Selection },
): Spends {
  const { messages } = counted;
  const spends: Spends = new Map();
  const byGroup: Spend[] = [];
  for (let row = 0; row < messages.count; row++) {
    const log = messages.logs[row] ?? 0;
    const time = counted.timeOr(messages.times[row], log);
    if (!selection.has(log, time)) continue;
    const special = groups.ofModel(messages.models[row] ?? 0);
    const group = special >= 0 ? special : groups.ofPlace(log, time);
    const name = groups.names[group];
    if (name === undefined) continue;
    addMessage((byGroup[group] ??= spendAt(spends, name)), { counted, costs, row });
  }
  return spends;
}

/** What a message costs is shared by the calls it makes; one that makes none is an answer. */
function spendByTool({ counted }: Census, costs: MessageCosts, { has }: Selection): Spends {
  const { messages, calls, tools } = counted;
  const spends: Spends = new Map();
  const names = tools.map((tool): GroupName => ({ by: "tool", tool }));
  const answers: GroupName = { by: "tool", tool: noCall };
  const callers = callersOf(counted);
  const made = new Int32Array(messages.count);
  for (let row = 0; row < calls.count; row++) {
    const message = callers[row] ?? -1;
    if (message >= 0) made[message] = (made[message] ?? 0) + 1;
  }
  const isMeant = (row: number): boolean => {
    const log = messages.logs[row] ?? 0;
    return has(log, counted.timeOr(messages.times[row], log));
  };
  for (let row = 0; row < messages.count; row++)
    if (made[row] === 0 && isMeant(row)) addMessage(spendAt(spends, answers), { counted, costs, row });
  for (let row = 0; row < calls.count; row++) {
    const message = callers[row] ?? -1;
    const name = names[calls.tools[row] ?? -1];
    if (message < 0 || name === undefined || !isMeant(message)) continue;
    addShare(spendAt(spends, name), { counted, costs, row: message }, 1 / (made[message] ?? 1));
  }
  return spends;
}

/** The client's own search tool asks another request that the log does not have: only how often it searched. */
function addSearches(
  { counted }: Census,
  spends: Spends,
  by: {
    readonly groups: Grouped;
    readonly selection: Selection;
    readonly by: Grouping | undefined;
    readonly prices: PriceList;
  },
): void {
  const { calls, tools } = counted;
  const { groups, selection, prices } = by;
  const model: GroupName = { by: "model", model: webSearchTool };
  const byTool = new Map(
    [...spends.keys()].flatMap((name) => (name.by === "tool" ? [[name.tool, name] as const] : [])),
  );
  const searchTool = tools.indexOf(clientSearch);
  for (let row = 0; row < calls.count; row++) {
    // Other tools count searches of another kind under the same name.
    if (calls.tools[row] !== searchTool || searchTool < 0) continue;
    const log = calls.resultLogs[row] ?? -1;
    const time = counted.timeOr(calls.resultTimes[row], log);
    if (log < 0 || ((calls.flags[row] ?? 0) & resultError) !== 0 || !selection.has(log, time)) continue;
    const told = calls.searches[row] ?? 0;
    const searches = Math.max(1, told);
    const spend = spendAt(spends, nameOf(row, log, time));
    if (told === 0) spend.uncounted += 1;
    spend.webSearches += searches;
    spend.webSearchUsd += searches * prices.webSearch;
    spend.logs.add(log);
  }

  function nameOf(row: number, log: number, time: number): GroupName {
    if (by.by === "model") return model;
    if (by.by !== "tool") return groups.names[groups.ofPlace(log, time)] ?? { by: "total" };
    const tool = tools[calls.tools[row] ?? -1] ?? webSearchTool;
    const known = byTool.get(tool) ?? ({ by: "tool", tool } as const);
    byTool.set(tool, known);
    return known;
  }
}

function costOf(census: Census, name: GroupName, spend: Spend): Omit<GroupCost, keyof GroupLogs> {
  const { counted, shortfalls } = census;
  const parts = {
    inputUsd: spend.inputUsd,
    outputUsd: spend.outputUsd,
    cacheWriteUsd: spend.cacheWriteUsd,
    cacheReadUsd: spend.cacheReadUsd,
    webSearchUsd: spend.webSearchUsd,
  };
  const marks = addMarks(spend);
  const reasons = [
    ...reasonFor("unknown-model", marks.unknownModel, unknownNames(spend.models, counted.models)),
    ...reasonFor("unknown-variant", marks.unknownVariant, unknownNames(spend.variants, counted.variants)),
    ...reasonFor("no-final-usage", marks.notFinal),
    ...reasonFor("no-usage", marks.notCounted),
    ...reasonFor("cloud-endpoint", marks.fromCloud),
    ...reasonFor("uncounted-searches", spend.uncounted),
    ...shortfalls.of(spend.logs),
    // What could not be opened belongs to no group that we know.
    ...reasonFor("unreadable-logs", name.by === "total" ? census.unread : 0),
  ];
  return {
    name: withFolders(name, census, spend.logs),
    costUsd: Object.values(parts).reduce((sum, part) => sum + part, 0),
    grade: gradeOf(reasons),
    parts,
    messages: marks.exact + marks.floor + marks.unpriced,
    grades: { exact: marks.exact, floor: marks.floor, unpriced: marks.unpriced },
    webSearches: spend.webSearches,
    usage: {
      inputTokens: spend.input,
      outputTokens: spend.output,
      cacheWriteTokens: spend.cacheWrite,
      cacheReadTokens: spend.cacheRead,
    },
    reasons,
  };
}
