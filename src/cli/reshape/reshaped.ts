// What a reshaping command did or would do -> the lines a person reads, or one object; every such command tells it alike.
import { type ContentKind, contentKinds } from "../../graph/index.ts";
import { type Plan, type Savings, ledgerOf } from "../../reshape/index.ts";
import { formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { painter } from "../paint.ts";
import { resumeLine } from "../resume-line.ts";

export type Reshaped = {
  readonly sessionId: string;
  /** Absent when nothing had to be done, or nothing was to be done. */
  readonly path: string | undefined;
  readonly isDone: boolean;
  readonly plan: Plan;
  readonly savings: Savings | undefined;
  readonly cwd: string | undefined;
  readonly operation: string | undefined;
  /** The file of lines that the result leaves out. */
  readonly setAside: string | undefined;
  readonly untidy: string | undefined;
};

export function reshapedJson(one: Reshaped): string {
  const { sessionId, path, isDone, plan, savings, operation, setAside } = one;
  return jsonLine({
    sessionId,
    path,
    ...ledgerOf(plan),
    tokensSaved: savings?.savedTokens ?? 0,
    tokensSavedBy: savings?.saved,
    tokensBefore: savings?.beforeTokens,
    tokensAfter: savings?.afterTokens,
    dryRun: !isDone,
    steps: plan.steps,
    operation,
    setAside,
    resume: path === undefined ? undefined : resumeLine(one.cwd, sessionId),
  });
}

export function reshapedText(io: Io, one: Reshaped): string {
  const paint = painter(io);
  const { path, plan, isDone, savings, setAside, sessionId } = one;
  const steps = plan.steps.map(
    ({ text, count }) => `  ${sanitizeLine(text)}${count === 1 ? "" : `, ${formatWhole(count)} times`}\n`,
  );
  if (path === undefined && isDone) return "nothing had to be done\n";
  const { kept, changed, dropped, added } = ledgerOf(plan);
  const sums = `${plural(kept, "line")} kept, ${formatWhole(changed)} changed, ${formatWhole(dropped)} dropped, ${formatWhole(added)} added`;
  const head =
    path === undefined
      ? paint("dim", "dry run: nothing was written\n")
      : `${paint("title", sessionId)}  ${sanitizeLine(path)}\n`;
  return [
    head,
    ...steps,
    `  ${sums}\n`,
    ...savedLines(savings),
    ...(setAside === undefined ? [] : [`  what was left out is kept in ${sanitizeLine(setAside)}\n`]),
    ...(path === undefined ? [] : [`go on with: ${resumeLine(one.cwd, sessionId)}\n`]),
  ].join("");
}

const names: Readonly<Record<ContentKind, string>> = {
  text: "text",
  thinking: "thinking",
  tool_use: "tool calls",
  tool_result: "tool results",
  image: "pictures",
  other: "other",
};

function savedLines(savings: Savings | undefined): readonly string[] {
  if (savings === undefined || contentKinds.every((kind) => savings.saved[kind] === 0)) return [];
  const { saved, savedTokens, beforeTokens, afterTokens } = savings;
  const parts = contentKinds
    .filter((kind) => saved[kind] !== 0)
    .map((kind) => `${names[kind]} ${formatWhole(saved[kind])}`);
  const verb = savedTokens < 0 ? "more" : "fewer";
  return [
    `  about ${formatWhole(Math.abs(savedTokens))} tokens ${verb} to send (${formatWhole(beforeTokens)} before, ${formatWhole(afterTokens)} after): ${parts.join(", ")}\n`,
  ];
}
