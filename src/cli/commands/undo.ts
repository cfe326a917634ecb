// `clew undo`: an operation of clew's, or the session it made -> the state before it; what it takes away goes to the trash.
import { type Operation, WorldError, operationNamed, readLineage, undo as undoOperation } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { ownRecords } from "../reshape/own-records.ts";
import { sayUntidy, shortOperation } from "../reshape/telling.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = JsonFlag & { readonly dryRun: boolean };

export function undo(io: Io, { json, dryRun }: Flags, name: string): ExitCode {
  const world = worldOf(io);
  const operations = ownRecords(io, readLineage);
  const op = operationOf(name.toLowerCase(), operations);
  if (dryRun) return wouldUndo(io, { json }, operationNamed(op, operations));
  const done = undoOperation({ op, args: [name] }, world);
  sayUntidy(io, done);
  const { undone, record } = done;
  if (json) io.out(jsonLine({ undone: undone.op, command: undone.command, operation: record.op, trash: record.hold }));
  else {
    const kept = record.hold === undefined ? "" : `; what it made is in ${sanitizeLine(record.hold)}`;
    io.out(`${sanitizeLine(undone.command)} ${shortOperation(undone.op)} was undone${kept}\n`);
  }
  return 0;
}

/** What it would take away, or bring back; whether that still can be done is seen when it is. */
function wouldUndo(io: Io, { json }: JsonFlag, { op, command, results, sources }: Operation): ExitCode {
  const paths = (results.length > 0 ? results : sources).map(({ path }) => path);
  if (json) io.out(jsonLine({ undone: op, command, paths, dryRun: true }));
  else io.out(`would undo ${sanitizeLine(command)} ${shortOperation(op)}: ${sanitizeLine(paths.join(", "))}\n`);
  return 0;
}

const minPrefix = 4;

/** The last operation that made the session, or that deleted it, where a session is named. */
function operationOf(name: string, operations: readonly Operation[]): string {
  if (name.length < minPrefix || operations.some(({ op }) => op.startsWith(name))) return name;
  const isNamed = ({ sessionId }: { readonly sessionId: string }): boolean => sessionId.startsWith(name);
  const filesOf = ({ command, sources, results }: Operation) => (command === "delete" ? sources : results);
  const fitting = operations.filter((one) => one.undoes === undefined && filesOf(one).some(isNamed));
  const standing = fitting.filter(({ undoneBy }) => undoneBy === undefined);
  const made = standing.length > 0 ? standing : fitting;
  const ids = new Set(
    made.flatMap((one) =>
      filesOf(one)
        .filter(isNamed)
        .map(({ sessionId }) => sessionId),
    ),
  );
  if (ids.size > 1)
    throw new WorldError(
      "ambiguous",
      `${JSON.stringify(name)} is the beginning of ${ids.size} sessions that clew made or deleted`,
      {
        hint: `give more of the id: ${[...ids].slice(0, 4).join(", ")}`,
      },
    );
  return made.at(-1)?.op ?? name;
}
