// Told turns -> the text of the summary: prompts word for word, the answers in extracts; no result of a call is in it.
import { condense } from "./condense.ts";
import type { CompressIntention } from "./intention.ts";
import { cut } from "./sentence.ts";
import type { ToldCall, ToldTurn } from "./told-turn.ts";

const opening = "This session is being continued from a previous conversation.";

/** How the text of a summary begins, whoever wrote the rest. */
export function summaryText(body: string): string {
  return `${opening} The summary below covers the earlier portion of the conversation.\n\n${body.trim()}\n`;
}

export function extractOf(turns: Iterable<ToldTurn>, { calls }: Pick<CompressIntention, "calls">): string {
  const parts: string[] = [
    "What the person wrote is given word for word; the answers are given in extracts, tool results are left out.",
  ];
  for (const turn of turns) {
    if (turn.summary !== undefined) parts.push(earlierPart(turn.summary));
    const lines = turnLines(turn, calls);
    if (lines.length > 0) parts.push([heading(turn), ...lines].join("\n\n"));
  }
  return parts.join("\n\n");
}

/** Words that somebody else found for the older turns; what the person wrote still stands behind them, word for word. */
export function wordedBy(summary: string, turns: Iterable<ToldTurn>): string {
  const earlier: string[] = [];
  const written: string[] = [];
  for (const turn of turns) {
    if (turn.summary !== undefined) earlier.push(earlierPart(turn.summary));
    if (turn.prompts.length > 0) written.push([heading(turn), ...turn.prompts].join("\n\n"));
  }
  const prompts = written.length === 0 ? [] : ["What the person wrote, word for word:", ...written];
  return [...earlier, summary.trim(), ...prompts].join("\n\n");
}

const heading = ({ number }: ToldTurn): string => (number === undefined ? "## Before" : `## Turn ${number}`);

function turnLines(turn: ToldTurn, calls: CompressIntention["calls"]): readonly string[] {
  const said = condense(turn.said);
  return [
    ...turn.prompts.map((prompt) => `The person wrote:\n${prompt}`),
    ...turn.notices.map((notice) => `The model was told:\n${cut(notice.trim(), longestNotice)}`),
    ...(said === "" ? [] : [`The answer, in extracts:\n${said}`]),
    ...filesLine(turn.calls),
    ...(calls === "metadata" ? callsLine(turn.calls) : []),
  ];
}

const longestNotice = 2000;
/** A summary that another one takes in stays as it is, unless it would fill the context by itself. */
const longestSummary = 200_000;

function earlierPart(summary: string): string {
  const text = summary.trim().startsWith(opening) ? summary.slice(summary.indexOf("\n") + 1).trim() : summary.trim();
  const kept = text.length > longestSummary ? condense([text], { ratio: 0.5, leastLength: longestSummary / 2 }) : text;
  return `## From an earlier summary\n\n${kept}`;
}

const writing = /^(Edit|MultiEdit|NotebookEdit|Write)$/;
const reading = /^(NotebookRead|Read)$/;
const mostNamed = 60;

function filesLine(calls: readonly ToldCall[]): readonly string[] {
  const changed = new Set(
    calls.filter(({ name, failed }) => writing.test(name) && !failed).map(({ target }) => target),
  );
  const read = new Set(calls.filter(({ name }) => reading.test(name)).map(({ target }) => target));
  const only = [...read].filter((file) => !changed.has(file));
  return [
    ...(changed.size > 0 ? [`Files changed: ${listed([...changed])}`] : []),
    ...(only.length > 0 ? [`Files read: ${listed(only)}`] : []),
  ];
}

function callsLine(calls: readonly ToldCall[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name, target, failed } of calls) {
    const shown = `${cut(name, 60)}${target === "" ? "" : ` ${target}`}${failed ? " (failed)" : ""}`;
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const shown = [...counts].map(([call, count]) => (count === 1 ? call : `${call} x${count}`));
  return shown.length === 0 ? [] : [`Calls: ${listed(shown, "; ")}`];
}

function listed(items: readonly string[], separator = ", "): string {
  const named = items.filter((item) => item !== "").slice(0, mostNamed);
  const more = items.length - named.length;
  return `${named.join(separator)}${more > 0 ? ` and ${more} more` : ""}`;
}
