// Text with a number before each line, as Read shows it -> runs of lines; three styles: `   12→`, `   12<tab>`, `12<tab>`.

export type LineRun = { readonly start: number; readonly lines: readonly string[] };

const numbered = /^ *(\d+)(?:→|\t)/;
/** What the client puts behind a file's text. */
const reminder = /\n*<system-reminder>[\s\S]*$/;

/** Undefined where the text is not numbered at all. */
export function parseNumbered(text: string): readonly LineRun[] | undefined {
  const runs: { start: number; lines: string[] }[] = [];
  let run: { start: number; lines: string[] } | undefined;
  for (const line of text.replace(reminder, "").split("\n")) {
    const found = numbered.exec(line);
    if (found === null) {
      // A carriage return alone, or a note between two parts: what follows counts only when it is numbered again.
      run = undefined;
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
  return runs.length === 0 ? undefined : runs;
}

/** Lines longer than this were cut by early clients, which say so at the end of the line. */
export const isCutLine = (line: string): boolean => line.endsWith("... [truncated]");
