// What a reshaping command did or would do -> the lines a person reads, or one object; every such command tells it alike.
import { type ContextBlock, type ContextSavings, contextBlocks } from "../../find/index.ts";
import { type Plan, type Step, ledgerOf } from "../../reshape/index.ts";
import { formatWhole, madeWord, sanitizeCell, sanitizeLine } from "../../view/index.ts";
import { foreignHomeOf } from "../client-home.ts";
import type { Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { painter } from "../paint.ts";
import { type ResumeLine, resumeText, resumeLine } from "../resume-line.ts";
import { ledgerText, movedLedgerText, sessionText, tokensText } from "./telling.ts";
import type { Verified } from "./verify.ts";

export type Reshaped = {
  /** The result's; the source's where there is none. */
  readonly sessionId: string;
  /** `idle`: nothing had to be done. `rehearsed`: nothing was to be done. */
  readonly outcome: "written" | "rehearsed" | "idle";
  readonly plan: Plan;
  readonly cwd: string | undefined;
  readonly isDryRun: boolean;
  readonly path?: string | undefined;
  readonly savings?: ContextSavings | undefined;
  readonly operation?: string;
  /** The file of lines that the result leaves out. */
  readonly setAside?: string | undefined;
  readonly untidy?: string | undefined;
  readonly verified?: Verified;
  /** What it was made of, and how. */
  readonly source: { readonly command: string; readonly sessionId: string; readonly title: string | undefined };
  /** Which of several parts it is, as a part of a sentence. */
  readonly which?: string | undefined;
  readonly advice?: Advice | undefined;
  /** Why nothing had to be done, where the command can tell. */
  readonly whyIdle?: string | undefined;
};

/** What may help where nothing was saved, and where little was. */
export type Advice = { readonly none: string; readonly little?: string | undefined };

export function reshapedJson(io: Io, one: Reshaped): string {
  const { sessionId, path, plan, savings, operation, setAside, verified } = one;
  return jsonLine({
    sessionId,
    path,
    ...ledgerOf(plan),
    tokensSaved: savings?.savedTokens ?? 0,
    tokensSavedBy: savings?.saved,
    tokensBefore: savings?.beforeTokens,
    tokensAfter: savings?.afterTokens,
    idle: one.outcome === "idle",
    dryRun: one.isDryRun,
    steps: plan.steps,
    operation,
    setAside,
    resume: path === undefined ? undefined : resumeOf(io, one, path).line,
    verified,
  });
}

export function reshapedText(io: Io, one: Reshaped): string {
  const { path, plan, outcome, setAside, sessionId, source } = one;
  if (outcome === "idle") return `nothing had to be done${idleText(one)}\n${adviceLine(one)}`;
  const paint = painter(io);
  const steps = stepLines(plan.steps);
  const isMoved = plan.steps.some(({ code }) => code === "moved");
  const head =
    path === undefined
      ? paint(
          "dim",
          `dry run of ${source.command} ${sessionText(source.sessionId, source.title)}${one.which ?? ""}: nothing was written\n`,
        )
      : `${paint("title", sessionId)}  ${madeWord(source.command)} from ${sessionText(source.sessionId, source.title)}${one.which ?? ""}\n  ${sanitizeLine(path)}\n`;
  return [
    head,
    ...steps,
    `  ${(isMoved ? movedLedgerText : ledgerText)(ledgerOf(plan))}\n`,
    ...savedLines(one),
    adviceLine(one),
    ...(setAside === undefined ? [] : [`  what was left out is kept in ${sanitizeLine(setAside)}\n`]),
    ...(path === undefined ? [] : [resumeText(resumeOf(io, one, path))]),
  ].join("");
}

const resumeOf = (io: Io, { cwd: folder, sessionId }: Reshaped, path: string): ResumeLine =>
  resumeLine(io, { folder, sessionId, home: foreignHomeOf(io, path) });

/** So many of one kind are told one by one. */
const mostAlike = 5;
const toldOfMany = 3;

function stepLines(steps: readonly Step[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { code } of steps) counts.set(code, (counts.get(code) ?? 0) + 1);
  const told = new Map<string, number>();
  return steps.flatMap((step) => {
    const [alike, before] = [counts.get(step.code) ?? 0, told.get(step.code) ?? 0];
    told.set(step.code, before + 1);
    if (alike <= mostAlike || before < toldOfMany) return [stepLine(step)];
    return before === toldOfMany ? [`  and ${alike - toldOfMany} more like it: --json tells them all\n`] : [];
  });
}

const stepLine = ({ text, count }: Step): string =>
  `  ${sanitizeLine(text)}${count === 1 ? "" : `, ${formatWhole(count)} times`}\n`;

const idleText = ({ whyIdle }: Reshaped): string => (whyIdle === undefined ? "" : `: ${sanitizeCell(whyIdle)}`);

function adviceLine({ advice, savings }: Reshaped): string {
  if (advice === undefined) return "";
  if ((savings?.savedTokens ?? 0) <= 0) return `  not one token fewer to send: ${advice.none}\n`;
  return advice.little === undefined ? "" : `  ${advice.little}\n`;
}

const names: Readonly<Record<ContextBlock, string>> = {
  text: "text",
  thinking: "thinking",
  tool_use: "tool calls",
  tool_result: "tool results",
  reminder: "reminders and attachments",
  image: "pictures",
  other: "other",
};

function savedLines({ savings, advice }: Reshaped): readonly string[] {
  if (savings === undefined || contextBlocks.every((kind) => savings.saved[kind] === 0)) return [];
  const { saved, savedTokens } = savings;
  if (savedTokens === 0 && advice !== undefined) return [];
  const changed = contextBlocks.filter((kind) => saved[kind] !== 0);
  const parts = changed.map((kind) => `${names[kind]} ${signedText(-saved[kind])}`);
  // Where two counts are the same, what the content differs by is in neither of them.
  const sorts = savedTokens === 0 ? "" : `: ${parts.join(", ")}`;
  return [`  ${tokensText(savedTokens)}${sorts}\n`, `  (${totalsText(savings)})\n`];
}

/** Some parts may grow where others shrink: each says which way it goes. */
const signedText = (change: number): string => `${change < 0 ? "-" : "+"}${formatWhole(Math.abs(change))}`;

function totalsText({ beforeTokens, afterTokens, isUnseenKnown, told }: ContextSavings): string {
  const [before, after] = [`${formatWhole(beforeTokens)} before`, `${formatWhole(afterTokens)} after`];
  if (!isUnseenKnown) return `${before}, ${after}; system prompt and tools are not in the log and not counted`;
  switch (told) {
    case "both":
      return `${before}, ${after}, with system prompt and tools, as \`clew context\` tells`;
    case "before":
      return `${before}, as \`clew context\` tells, and about ${after}, with system prompt and tools`;
    case "after":
      return `about ${before}, and ${after}, as \`clew context\` tells, with system prompt and tools`;
  }
}
