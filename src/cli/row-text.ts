// A row -> its lines on the screen, folded or in full; every text from the log is sanitised here.
import { type Json, jsonText } from "../format/index.ts";
import { readablePrompt } from "../graph/index.ts";
import {
  type Row,
  formatCount,
  formatDuration,
  formatTime,
  plural,
  readableText,
  sanitize,
  sanitizeLine,
} from "../view/index.ts";
import { fit } from "./fit.ts";
import type { Paint } from "./paint.ts";

export type RowStyle = { readonly paint: Paint; readonly detail: "folded" | "full"; readonly columns: number };

export function rowText(row: Row, style: RowStyle): string {
  const { paint, detail, columns } = style;
  switch (row.kind) {
    case "turn": {
      const kind = row.prompt === "typed" ? "" : ` ${row.prompt}`;
      const images = row.images > 0 ? ` +${plural(row.images, "image")}` : "";
      const head = paint(
        "dim",
        `${row.timeMs === undefined ? "" : `${formatTime(row.timeMs)} UTC`}${kind}${images}${row.start === "resume" ? " (after a pause)" : ""}`,
      );
      return `${paint("prompt", `❯ ${row.label}`)} ${head}\n${block(readablePrompt(row.text), style, "prompt")}\n`;
    }
    case "text":
      return `${sanitize(row.text).trimEnd()}\n\n`;
    case "thinking":
      return detail === "full"
        ? `${block(row.text, style, "thinking")}\n`
        : `${paint("thinking", fit(`  thinking: ${sanitizeLine(row.text)}`, columns))}\n`;
    case "call":
      return callText(row, style);
    case "result":
      return `${paint(row.isError ? "error" : "dim", fit(`  result without call: ${sanitizeLine(row.text)}`, columns))}\n`;
    case "compaction":
      return `${paint("warning", `── compacted (${sanitizeLine(row.trigger ?? "?")})${sizes(row)} ──`)}\n\n`;
    case "note":
      return noteText(row, style);
  }
}

function sizes({ preTokens, postTokens }: Extract<Row, { kind: "compaction" }>): string {
  if (preTokens === undefined) return "";
  return `: ${formatCount(preTokens)}${postTokens === undefined ? "" : ` → ${formatCount(postTokens)}`} tokens`;
}

function callText(row: Extract<Row, { kind: "call" }>, style: RowStyle): string {
  const { paint, detail, columns } = style;
  const mark =
    row.resultLine === undefined ? paint("warning", "?") : row.isError ? paint("error", "✗") : paint("good", "✓");
  const outcome = row.resultLine === undefined ? "no result" : formatDuration(row.durationMs);
  const size = row.result === undefined ? "" : `, ${formatCount(row.result.length)} chars`;
  const agent = row.agentId === undefined ? "" : `, agent ${sanitizeLine(row.agentId)}`;
  const tail = ` (${outcome}${size}${agent})`;
  const head = fit(`${sanitizeLine(row.name)} ${sanitizeLine(row.summary)}`, Math.max(20, columns - tail.length - 4));
  const line = `  ${mark} ${paint("call", head)}${paint("dim", tail)}\n`;
  if (detail === "full")
    return `${line}${block(inputText(row.input), style, "dim")}${block(row.result ?? "", style, row.isError ? "error" : "dim")}\n`;
  return row.isError
    ? `${line}${paint("error", `    ${fit(sanitizeLine(row.result ?? ""), Math.max(20, columns - 4))}`)}\n`
    : line;
}

/** Notes that a reader wants to see even when folded. */
const loudNotes: ReadonlySet<string> = new Set([
  "api_error",
  "bash_input",
  "command",
  "compact_summary",
  "interruption",
  "local_command",
  "local_command_output",
  "task_notification",
  "teammate",
]);

function noteText(row: Extract<Row, { kind: "note" }>, style: RowStyle): string {
  const { paint, detail, columns } = style;
  if (detail === "full")
    return `${paint("dim", `  · ${sanitizeLine(row.about)}`)}\n${row.text === "" ? "" : block(row.text, style, "dim")}`;
  if (!loudNotes.has(row.about)) return "";
  return `${paint(row.about === "api_error" ? "error" : "dim", fit(`  · ${sanitizeLine(row.about)}: ${sanitizeLine(readablePrompt(readableText(row.text)))}`, columns))}\n`;
}

function block(text: string, { paint }: RowStyle, role: Parameters<Paint>[0]): string {
  return sanitize(text)
    .trimEnd()
    .split("\n")
    .map((line) => `  ${paint(role, line)}\n`)
    .join("");
}

function inputText(input: Json | undefined): string {
  return input === undefined ? "" : (jsonText(input, 2) ?? "(nested too deeply to be shown)");
}
