// Totals and groups of `clew stats` -> the page and the rows people read.
import type { GroupStats, Grouping, ToolCounts, Totals } from "../find/index.ts";
import { formatBytes, formatCount, formatTime, formatWhole, plural, sanitizeLine } from "../view/index.ts";
import { gradeCell, nameCells, nameColumns, paintGrade, reasonLines, totalName } from "./figure-text.ts";
import { type Cell, type Column, grid } from "./grid.ts";
import type { Io } from "./io.ts";
import { type Paint, painter } from "./paint.ts";

export type More = { readonly explain: boolean; readonly forks: readonly string[] };

export async function totalsText(io: Io, totals: Totals, { explain, forks }: More): Promise<string> {
  const paint = painter(io);
  const { usage, grade, reasons } = totals;
  const lines = [
    ["sessions", `${formatWhole(totals.sessions)}${forkText(totals)}`],
    ["agent logs", formatWhole(totals.agentFiles)],
    ["files", `${formatWhole(totals.files)}, ${formatBytes(totals.bytes)}`],
    ["lines", `${formatWhole(totals.lines)}${totals.damaged === 0 ? "" : `, ${formatWhole(totals.damaged)} damaged`}`],
    ["time", `${formatTime(totals.firstMs)} to ${formatTime(totals.lastMs)} UTC`],
    ["turns", formatWhole(totals.turns)],
    ["messages", formatWhole(totals.apiMessages)],
    ["calls", `${formatWhole(totals.calls)}, ${plural(totals.results, "result")}, ${plural(totals.errors, "error")}`],
    [
      "tokens",
      `${formatCount(usage.inputTokens)} in, ${formatCount(usage.outputTokens)} out, ${formatCount(usage.cacheWriteTokens)} written to the cache, ${formatCount(usage.cacheReadTokens)} read from it`,
    ],
    ["grade", `${paintGrade(paint, grade)}${reasons.length > 0 && !explain ? ` (--explain says why)` : ""}`],
  ] as const;
  const page = lines.map(([name, value]) => `${paint("dim", name.padEnd(10))}  ${value}\n`).join("");
  return `${page}${await toolsText(io, totals.tools)}${explain ? explanation(paint, totals, forks) : ""}`;
}

function forkText({ forks, deleted }: Totals): string {
  return [
    ...(forks > 0 ? [`, of them ${plural(forks, "fork")}`] : []),
    ...(deleted > 0 ? [`, ${formatWhole(deleted)} deleted`] : []),
  ].join("");
}

async function toolsText(io: Io, tools: ReadonlyMap<string, ToolCounts>): Promise<string> {
  if (tools.size === 0) return "";
  const columns = [
    { heading: "TOOL", align: "left", flexible: true },
    { heading: "CALLS", align: "right" },
    { heading: "ERRORS", align: "right" },
  ] as const;
  const rows = [...tools]
    .slice(0, toolRows)
    .map(([tool, { calls, errors }]): readonly Cell[] => [
      { text: sanitizeLine(tool) },
      { text: formatWhole(calls) },
      { text: errors === 0 ? "" : formatWhole(errors) },
    ]);
  const more = tools.size > toolRows ? `and ${formatWhole(tools.size - toolRows)} more: \`${io.command} tools\`\n` : "";
  return `\n${await grid(columns, rows, io.columns)}${more}`;
}

const toolRows = 12;

function explanation(paint: Paint, { reasons }: Totals, forks: readonly string[]): string {
  const rules = [
    "Messages are counted by their id, calls and results by the call's id, prompts by uuid, over all logs.",
    "Tokens are those of the line of a message that tells the most output; a copy in a fork adds nothing.",
    "Turns are prompts that a person or program gave in a session's own log.",
    "With --since and --before, files, bytes and lines are those of whole logs that reach into the time.",
  ];
  const why = reasons.length === 0 ? ["Nothing is known to be missing."] : reasonLines(paint, reasons);
  const copies =
    forks.length === 0 ? [] : ["", "Forks:", ...forks.slice(0, 20).map((fork) => `  ${sanitizeLine(fork)}`)];
  return `\n${[...why, "", ...rules, ...copies].join("\n")}\n`;
}

export function groupColumns(by: Grouping): readonly Column[] {
  const calls: readonly Column[] = [
    { heading: "CALLS", align: "right" },
    { heading: "ERRORS", align: "right", drop: 4 },
  ];
  const tokens: readonly Column[] = [
    { heading: "MESSAGES", align: "right", drop: 3 },
    { heading: "IN", align: "right" },
    { heading: "OUT", align: "right" },
    { heading: "CACHED", align: "right", drop: 2 },
    { heading: "READ", align: "right", drop: 1 },
  ];
  const turns: readonly Column[] = [{ heading: "TURNS", align: "right" }];
  const figures = by === "tool" ? calls : by === "model" ? tokens : [...turns, ...calls, ...tokens];
  return [...nameColumns[by], ...figures, { heading: "GRADE", align: "left" }];
}

export const groupCells = (group: GroupStats, paint: Paint): readonly Cell[] => [
  ...nameCells(group.name),
  ...figureCells(group.name.by, group),
  gradeCell(paint, group.grade),
];

export const totalCells =
  (by: Grouping, totals: Totals) =>
  (paint: Paint): readonly Cell[] => [...totalName(by), ...figureCells(by, totals), gradeCell(paint, totals.grade)];

type Figures = Pick<GroupStats, "turns" | "calls" | "errors" | "apiMessages" | "usage">;

function figureCells(by: GroupStats["name"]["by"], figures: Figures): readonly Cell[] {
  const { turns, calls, errors, apiMessages, usage } = figures;
  const callCells = [{ text: formatWhole(calls) }, { text: errors === 0 ? "" : formatWhole(errors) }];
  const tokens = [usage.inputTokens, usage.outputTokens, usage.cacheWriteTokens, usage.cacheReadTokens];
  const tokenCells = [{ text: formatWhole(apiMessages) }, ...tokens.map((each) => ({ text: formatCount(each) }))];
  if (by === "tool") return callCells;
  return by === "model" ? tokenCells : [{ text: formatWhole(turns) }, ...callCells, ...tokenCells];
}
