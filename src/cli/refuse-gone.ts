// A name that no session has -> what became of the one that had it: in clew's trash, or deleted with only its figures kept; else nothing is said.
import { resolve } from "node:path";
import {
  type Trashed,
  WorldError,
  discover,
  nodeDisk,
  readLedger,
  systemCode,
  trashedSessions,
} from "../store/index.ts";
import { clewLine } from "./clew-line.ts";
import type { Io } from "./io.ts";
import { idsTitled } from "./own-titles.ts";
import { shortOperation } from "./reshape/telling.ts";

type Naming = { readonly homes: readonly string[]; readonly name: string };

export function refuseGone(io: Io, naming: Naming): void {
  refuseTrashed(io, naming);
  refuseDeleted(io, naming);
}

function refuseTrashed(io: Io, { name }: Naming): void {
  const titled = idsTitled(io, name);
  const path = resolve(io.cwd, name);
  const all = trashed(io).filter(
    (one) => one.path === path || titled.has(one.sessionId) || isBeginning(name, one.sessionId),
  );
  const newest = [...new Map(all.map((one) => [one.sessionId, one])).values()];
  const [only] = newest;
  if (only === undefined) return;
  if (newest.length === 1) throw lyingInTrash(io, only);
  const ids = newest.slice(-4).map(({ sessionId }) => sessionId);
  throw new WorldError("failed", `${JSON.stringify(name)} means ${newest.length} sessions in clew's trash`, {
    hint: `give more of the id: ${ids.join(", ")}`,
  });
}

function lyingInTrash(io: Io, { by, op, sessionId, hold }: Trashed): WorldError {
  return by === "delete"
    ? new WorldError("failed", `session ${sessionId} was deleted and lies in clew's trash`, {
        hint: `\`${clewLine(io, ["undo", shortOperation(op)])}\` brings it back`,
      })
    : new WorldError("failed", `session ${sessionId} was undone and lies in clew's trash: ${hold}`, {
        hint: `\`${clewLine(io, ["history", sessionId], "SESSION")}\` tells which command makes it again`,
      });
}

/** Who only asks for a session need not hear that the data folder cannot be read. */
function trashed({ dataDir }: Io): readonly Trashed[] {
  try {
    return trashedSessions({ disk: nodeDisk, dataDir });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

const shortestId = 4;

function isBeginning(name: string, id: string): boolean {
  const wanted = name.toLowerCase();
  return wanted.length >= shortestId && /^[0-9a-f-]+$/.test(wanted) && id.toLowerCase().startsWith(wanted);
}

/** The client deletes logs; what the ledger kept of one is no log, but better than "no such session". */
function refuseDeleted(io: Io, { homes, name }: Naming): void {
  if (!isBeginning(name, name)) return;
  for (const { kind, stem } of readLedger(io.dataDir, discover(homes)))
    if (kind === "session" && isBeginning(name, stem))
      throw new WorldError("failed", `the log of session ${stem} was deleted; only its figures are kept`, {
        hint:
          `what \`${io.command} delete\` took away, \`${clewLine(io, ["undo", stem], "SESSION")}\` brings back, ` +
          `and what \`${io.command} keep\` saved, \`${io.command} restore\`; its figures: \`${io.command} ls --deleted\``,
      });
}
