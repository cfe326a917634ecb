// `clew undo`: an operation of clew's, or the session it made -> the state before it; what it takes away goes to the trash.
import { isUuid } from "../../format/index.ts";
import { nodeWorld, readLineage, undo as undoOperation } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";

export type Flags = JsonFlag;

export function undo(io: Io, { json }: Flags, name: string): ExitCode {
  const world = nodeWorld(io.dataDir);
  const { undone, record, untidy } = undoOperation({ op: operationOf(name), args: [name] }, world);
  if (untidy !== undefined) io.err(`clew: done, but something is left to tidy up: ${sanitizeLine(untidy)}\n`);
  if (json) io.out(jsonLine({ undone: undone.op, command: undone.command, operation: record.op, trash: record.hold }));
  else
    io.out(
      `${undone.command} ${undone.op.slice(0, 8)} was undone${record.hold === undefined ? "" : `; what it made is in ${sanitizeLine(record.hold)}`}\n`,
    );
  return 0;

  /** The last operation that made the session, where a session is named. */
  function operationOf(given: string): string {
    const made = isUuid(given)
      ? readLineage(world).findLast(
          ({ undoes, results }) => undoes === undefined && results.some(({ sessionId }) => sessionId === given),
        )
      : undefined;
    return made?.op ?? given;
  }
}
