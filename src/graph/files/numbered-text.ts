// Text with a number before each line, as Read shows it -> runs of lines; three styles: `   12→`, `   12<tab>`, `12<tab>`.
import { withoutEnd, withoutTagged } from "../../format/index.ts";

export type LineRun = { readonly start: number; readonly lines: readonly string[] };

export type Numbered = {
  readonly runs: readonly LineRun[];
  /** Where the first line stands that has no number: with any such the text may be cut, or be something else. */
  readonly stray: "none" | "first" | "later";
};

const numbered = /^ *(\d+)(?:→|\t)/;
const reminderStart = "\n<system-reminder>";

/** Undefined where the text is not numbered at all. */
export function parseNumbered(text: string): Numbered | undefined {
  const runs: { start: number; lines: string[] }[] = [];
  let run: { start: number; lines: string[] } | undefined;
  let stray: Numbered["stray"] = "none";
  for (const line of withoutReminders(text).split("\n")) {
    const found = numbered.exec(line);
    if (found === null) {
      // A carriage return alone, or a note between two parts: what follows counts only when it is numbered again.
      run = undefined;
      if (stray === "none") stray = runs.length === 0 ? "first" : "later";
      continue;
    }
    const number = Number(found[1]);
    const content = line.slice(found[0].length);
    if (run === undefined || number !== run.start + run.lines.length) {
      run = { start: number, lines: [] };
      runs.push(run);
    }
    run.lines.push(content);
  }
  return runs.length === 0 ? undefined : { runs, stray };
}

/** The client puts them behind a file's text, on lines without a number; one that tells of a cut is left. */
function withoutReminders(text: string): string {
  const at = text.indexOf(reminderStart);
  const rest = at < 0 ? "" : text.slice(at);
  const isOnly = withoutTagged(rest, ["system-reminder"]).trim() === "" && !/truncated|partial view/i.test(rest);
  return withoutEnd(at >= 0 && isOnly ? text.slice(0, at) : text, "\n");
}

/** Lines longer than this were cut by early clients, which say so at the end of the line. */
export const isCutLine = (line: string): boolean => line.endsWith("... [truncated]");
