// Sums, tokens and leftovers of an operation -> the words that every command tells them with; prints nothing but what is left to tidy up.
import type { Ledger } from "../../reshape/index.ts";
import { bounded, formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";

export const ledgerText = ({ kept, changed, dropped, added }: Ledger): string =>
  `${plural(kept, "line")} kept, ${formatWhole(changed)} changed, ${formatWhole(dropped)} dropped, ${formatWhole(added)} added`;

/** Paths are rewritten without counting as a change: where all of them may be, that is said. */
export const movedLedgerText = ({ kept, changed, dropped, added }: Ledger): string =>
  `${plural(kept, "line")} kept but for ids and paths, ${formatWhole(changed)} changed otherwise, ${formatWhole(dropped)} dropped, ${formatWhole(added)} added`;

/** Below zero where the result sends more. */
export function tokensText(saved: number): string {
  if (saved === 0) return "about as many tokens to send as before";
  return `about ${plural(Math.abs(saved), "token")} ${saved < 0 ? "more" : "fewer"} to send`;
}

/** An operation's id, as long as people need it. */
export const shortOperation = (op: string): string => op.slice(0, 8);

/** A session, whatever name it was called by: as long an id as lists show, and the title. */
export function sessionText(sessionId: string, title: string | undefined): string {
  const told = title === undefined ? "" : ` ${JSON.stringify(sanitizeLine(bounded(title, longestTitle)))}`;
  return `${sanitizeLine(sessionId.slice(0, 8))}${told}`;
}

const longestTitle = 40;

/** All is done; only passing files may still lie around. */
export function sayUntidy(io: Io, { untidy }: { readonly untidy?: string | undefined }): void {
  if (untidy !== undefined)
    io.err(`clew: done, but something is left to tidy up, which the next run does: ${sanitizeLine(untidy)}\n`);
}
