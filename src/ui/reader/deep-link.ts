// The address of the page -> the entry that it names, and the row of it; an entry of another branch leads there.
import { ApiError } from "../api/client.ts";
import { type Source, locate } from "../api/rows.ts";
import { asked, goTo, sessionAddress } from "../shell/router.ts";

export function linkedLine(): number | undefined {
  const line = Number(asked("line") ?? Number.NaN);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

/** What the address names and the log does not have. */
export type Missing = { readonly name: "line" | "turn"; readonly value: string };

/** Undefined: the address names none, or none of these rows. */
export async function linkedRow(source: Source, onMissing?: (what: Missing) => void): Promise<number | undefined> {
  const line = asked("line");
  const turn = asked("turn");
  if (line === undefined && turn === undefined) return undefined;
  try {
    const { row, branch } = await locate(source, { line, turn });
    if (branch === undefined || source.branch === branch || line === undefined) return row;
    goTo(`${sessionAddress(source.id)}?branch=${branch}&line=${encodeURIComponent(line)}`, "replace");
  } catch (error) {
    // The conversation is shown from its beginning.
    if (!(error instanceof Error)) throw error;
    if (error instanceof ApiError && [404, 400].includes(error.status))
      onMissing?.(line === undefined ? { name: "turn", value: turn ?? "" } : { name: "line", value: line });
  }
  return undefined;
}

/** Undefined: it is none of these rows any more. */
export async function rowOfLine(source: Source, line: number): Promise<number | undefined> {
  try {
    const { row, branch } = await locate(source, { line });
    return branch === source.branch ? row : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}
