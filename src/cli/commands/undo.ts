// `clew undo`: operations of clew's, or the sessions they made -> the state before it; what it takes away goes to the trash.
import {
  type Operation,
  WorldError,
  lookAtSession,
  openOperations,
  operationNamed,
  readLineage,
  refuseUndo,
  typedCommand,
  undo as undoOperation,
  undoableHint,
} from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { oneByOne } from "../reshape/one-by-one.ts";
import { ownRecords } from "../reshape/own-records.ts";
import { sessionIdNamed } from "../reshape/session-id.ts";
import { sayInUse } from "../reshape/say-in-use.ts";
import { settleFirst } from "../reshape/settle-first.ts";
import { sayUntidy, shortOperation } from "../reshape/telling.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = JsonFlag & { readonly dryRun: boolean };

/** In the order in which they are named. */
export function undo(io: Io, flags: Flags, ...names: readonly string[]): Promise<ExitCode> {
  if (!flags.dryRun) settleFirst(io);
  return oneByOne(io, [...new Set(names)], (name) => undoOne(io, flags, name));
}

function undoOne(io: Io, { json, dryRun }: Flags, name: string): ExitCode {
  const world = worldOf(io);
  const operations = ownRecords(io, readLineage);
  const op = operationOf(io, { name, operations });
  if (dryRun) return wouldUndo(io, { json }, operationNamed(op, operations, world));
  const done = undoOperation({ op, args: [name] }, world);
  sayUntidy(io, done);
  const { undone, record } = done;
  if (json) io.out(jsonLine({ undone: undone.op, command: undone.command, operation: record.op, trash: record.hold }));
  else
    io.out(
      `${sanitizeLine(typedCommand(undone))} ${shortOperation(undone.op)} was undone\n${whatBecame(undone, record.hold)}`,
    );
  return 0;
}

/** Of each session, so that a person sees which was meant. */
function whatBecame({ command, sources, results, title }: Operation, hold: string | undefined): string {
  if (title !== undefined)
    return sources.map(({ sessionId }) => `  ${sanitizeLine(sessionId)} has its title of before\n`).join("");
  if (command === "delete")
    return sources
      .map(({ sessionId, path }) => `  ${sanitizeLine(sessionId)} is back: ${sanitizeLine(path)}\n`)
      .join("");
  const trash = sanitizeLine(hold ?? "the trash");
  if (results.length === 0) return `  the copies are in ${trash}\n`;
  return results.map(({ sessionId }) => `  ${sanitizeLine(sessionId)} is in ${trash}\n`).join("");
}

/** What it would take away, or bring back; what would be refused now is refused here. */
function wouldUndo(io: Io, { json }: JsonFlag, one: Operation): ExitCode {
  const { op, command, results, sources, title } = one;
  const world = worldOf(io);
  refuseUndo(one, world);
  if (title === undefined)
    for (const { path } of results) sayInUse(io, { look: lookAtSession(path, world), policy: "overrule" }, world);
  const paths = (results.length > 0 ? results : sources).map(({ path }) => path);
  if (json) io.out(jsonLine({ undone: op, command, paths, dryRun: true }));
  else io.out(`would undo ${sanitizeLine(command)} ${shortOperation(op)}: ${sanitizeLine(paths.join(", "))}\n`);
  return 0;
}

const minPrefix = 4;

/** A session that is there, but that clew has not made, is told from what is nothing at all. */
function nothingLikeIt(io: Io, { name, operations }: Naming, sessionId: string | undefined): WorldError {
  const world = worldOf(io);
  if (sessionId === undefined)
    return new WorldError(
      "not-found",
      `no operation and no session that clew made begins with ${JSON.stringify(name)}`,
      {
        hint: undoableHint(operations, world),
      },
    );
  const isNamed = (one: Operation): boolean =>
    [...one.sources, ...one.results].some((file) => file.sessionId === sessionId);
  return new WorldError("not-found", `clew did not make session ${sessionId}, so there is no making of it to undo`, {
    hint: undoableHint(operations.filter(isNamed), world),
  });
}

type Naming = { readonly name: string; readonly operations: readonly Operation[] };

/** An operation or a session by the beginning of its id, else a session by whatever else it is called. */
function operationOf(io: Io, naming: Naming): string {
  const { name, operations } = naming;
  if (name === "@last") return lastOf(io, operations);
  const wanted = name.toLowerCase();
  const isPrefix = wanted.length >= minPrefix;
  if (isPrefix && operations.some(({ op }) => op.startsWith(wanted))) return wanted;
  const byId = isPrefix ? makingOf(naming, ({ sessionId }) => sessionId.startsWith(wanted)) : undefined;
  if (byId !== undefined) return byId;
  const named = sessionNamed(io, naming);
  const byName = named === undefined ? undefined : makingOf(naming, ({ sessionId }) => sessionId === named);
  if (byName !== undefined) return byName;
  throw nothingLikeIt(io, naming, named);
}

/** What was done last: the newest session may be another one's work. */
function lastOf(io: Io, operations: readonly Operation[]): string {
  const last = openOperations(operations).at(-1);
  if (last !== undefined) return last.op;
  throw new WorldError("not-found", "there is nothing to undo", {
    hint: `\`${io.command} history\` tells what was done`,
  });
}

/** There or gone; undefined for no such thing. */
function sessionNamed(io: Io, { name, operations }: Naming): string | undefined {
  try {
    return sessionIdNamed(io, { flags: {}, name, operations });
  } catch (error) {
    if (error instanceof WorldError && error.code !== "ambiguous") return undefined;
    throw error;
  }
}

type File = Operation["sources"][number];

/** The last operation that made the session, or that deleted it. */
function makingOf({ name, operations }: Naming, isNamed: (file: File) => boolean): string | undefined {
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
  return made.at(-1)?.op;
}
