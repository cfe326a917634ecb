// Operations of clew's -> the table of them that a terminal shows, cut to its width.
import { type Operation, operationTime, typedCommand } from "../store/index.ts";
import { formatAge, plural, sanitizeLine } from "../view/index.ts";
import { type Cell, type Column, grid } from "./grid.ts";
import type { Io } from "./io.ts";
import { painter } from "./paint.ts";
import { ledgerText, shortOperation, tokensText } from "./reshape/telling.ts";

/** `count`: of how many sessions, where one run kept several; `relation`: to the session that was asked for. */
export type ToldOperation = { readonly one: Operation; readonly relation: string; readonly count: number };

const columns: readonly Column[] = [
  { heading: "OPERATION", align: "left" },
  { heading: "WHEN", align: "left", drop: 2 },
  { heading: "AGE", align: "right", drop: 1 },
  { heading: "COMMAND", align: "left" },
  { heading: "SESSIONS", align: "left", gives: { least: 20, beforeDrop: 1 } },
  { heading: "WHAT", align: "left", flexible: true },
];

export function historyTable(io: Io, told: readonly ToldOperation[]): Promise<string> {
  const paint = painter(io);
  const cells = ({ one, relation, count }: ToldOperation): readonly Cell[] => {
    const isMany = count > 1;
    const notes = isMany ? ["--all tells each"] : notesOf(one, relation);
    const isUndone = one.undoneBy !== undefined;
    return [
      { text: isMany ? "" : shortOperation(one.op), paint: (text) => paint("title", text) },
      { text: sanitizeLine(operationTime(one)), paint: (text) => paint("dim", text) },
      { text: formatAge(Date.parse(one.time), io.nowMs) },
      { text: sanitizeLine(typedCommand(one)) },
      { text: isMany ? plural(count, "session") : sanitizeLine(sessionsText(one)) },
      {
        text: sanitizeLine(notes.join("; ")),
        paint: (text) => (isUndone ? paint("dim", text) : text),
      },
    ];
  };
  return grid(columns, told.map(cells), io.columns);
}

export const sessionsText = ({ sources, results }: Operation): string =>
  results.length === 0 ? short(sources) : `${short(sources)} -> ${short(results)}`;

const short = (files: Operation["sources"]): string => files.map(({ sessionId }) => sessionId.slice(0, 8)).join(", ");

/** What the end of a line may lose comes last. */
function notesOf({ undoneBy, title, tokensSaved = 0, ledger }: Operation, relation: string): readonly string[] {
  return [
    ...(undoneBy === undefined ? [] : ["undone"]),
    ...(relation === "own" ? [] : [relation]),
    ...(title === undefined ? [] : [JSON.stringify(title.to)]),
    ...(ledger === undefined || tokensSaved === 0 ? [] : [tokensText(tokensSaved)]),
    ...(ledger === undefined ? [] : [ledgerText(ledger)]),
  ];
}
