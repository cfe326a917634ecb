// Costs of `clew cost` -> the page and the rows people read.
import type { GroupCost, Grouping, PriceList } from "../find/index.ts";
import { formatCount, formatUsd, formatWhole, plural } from "../view/index.ts";
import { gradeCell, nameCells, nameColumns, paintGrade, reasonLines, totalName } from "./figure-text.ts";
import type { Cell, Column } from "./grid.ts";
import type { Io } from "./io.ts";
import { type Paint, painter } from "./paint.ts";

export type Look = { readonly explain: boolean; readonly prices: PriceList; readonly timeZone: string };

export function costText(io: Io, total: GroupCost, { explain, prices, timeZone }: Look): string {
  const paint = painter(io);
  const { costUsd, grade, grades, parts, messages, webSearches, reasons } = total;
  const least = grade === "exact" ? "" : "at least ";
  const sure = (["exact", "floor", "unpriced"] as const)
    .filter((each) => grades[each] > 0)
    .map((each) => `${formatWhole(grades[each])} ${each}`);
  const lines = [
    ["cost", `${paint("title", `${least}${formatUsd(costUsd)}`)}  ${paintGrade(paint, grade)}`],
    ["messages", `${formatWhole(messages)}${sure.length === 0 ? "" : ` (${sure.join(", ")})`}`],
    ["input", formatUsd(parts.inputUsd)],
    ["output", formatUsd(parts.outputUsd)],
    ["cache", `${formatUsd(parts.cacheWriteUsd)} to write, ${formatUsd(parts.cacheReadUsd)} to read`],
    ...(webSearches > 0
      ? [["searches", `${formatUsd(parts.webSearchUsd)} for ${formatWhole(webSearches)}`] as const]
      : []),
    ["prices", `list prices as of ${prices.date}, in USD`],
  ] as const;
  const page = lines.map(([name, value]) => `${paint("dim", name.padEnd(10))}  ${value}\n`).join("");
  const why = reasons.length === 0 ? "" : explain ? "" : `${paint("dim", "--explain says why it is not exact")}\n`;
  return `${page}${explain ? explanation(paint, total, { explain, prices, timeZone }) : why}\n`;
}

function explanation(paint: Paint, { reasons }: GroupCost, { prices, timeZone }: Look): string {
  const { batch, us, webSearch } = prices;
  const why = reasons.length === 0 ? ["Nothing is known to be missing."] : reasonLines(paint, reasons);
  const rules = [
    "Every message is charged once, to the session that owns it; agents are charged to their session.",
    "Writing to the cache costs more for an hour than for five minutes; reading it costs a part of the input price.",
    "A long request costs more as a whole, by the model and the day; so does fast mode.",
    `A batch costs ${batch} times as much, a request that stays in the United States ${us} times, a web search ${formatUsd(webSearch)}.`,
    "The client's own words, failed requests and messages without tokens are no spend; a model that is not in the list has no price.",
    "By tool, the cost of a message is shared by the calls it makes.",
    "Requests that the client does not log, such as those for titles and summaries of web pages, are in no figure.",
    `Days are those of ${timeZone}.`,
    "",
    `Prices as of ${prices.date}, from:`,
    ...prices.sources.map((source) => `  ${source}`),
  ];
  return `\n${[...why, "", ...rules].join("\n")}\n`;
}

export function costColumns(by: Grouping): readonly Column[] {
  return [
    ...nameColumns[by],
    { heading: by === "tool" ? "CALLS" : "MESSAGES", align: "right", drop: 3 },
    { heading: "IN", align: "right", drop: 5 },
    { heading: "OUT", align: "right", drop: 4 },
    { heading: "CACHED", align: "right", drop: 2 },
    { heading: "READ", align: "right", drop: 1 },
    { heading: "COST", align: "right" },
    { heading: "GRADE", align: "left" },
  ];
}

export const costCells = (group: GroupCost, paint: Paint): readonly Cell[] => [
  ...nameCells(group.name),
  ...figureCells(group, paint),
];

export const totalCells =
  (by: Grouping, total: GroupCost | undefined) =>
  (paint: Paint): readonly Cell[] => [...totalName(by), ...(total === undefined ? [] : figureCells(total, paint))];

function figureCells({ messages, usage, costUsd, grade, webSearches }: GroupCost, paint: Paint): readonly Cell[] {
  const tokens = [usage.inputTokens, usage.outputTokens, usage.cacheWriteTokens, usage.cacheReadTokens];
  const isSearch = messages === 0 && webSearches > 0;
  return [
    { text: isSearch ? plural(webSearches, "search") : formatWhole(messages) },
    ...tokens.map((each) => ({ text: formatCount(Math.round(each)) })),
    { text: formatUsd(costUsd) },
    gradeCell(paint, grade),
  ];
}
