// The Node we run on -> its built-in SQLite, or undefined where it has none; its notice of being experimental reaches nobody.
import process from "node:process";
import type * as NodeSqlite from "node:sqlite";
import { systemCode } from "../world-error.ts";
import { DamagedRow } from "./row.ts";

export type Sqlite = typeof NodeSqlite;
export type Database = NodeSqlite.DatabaseSync;
export type Value = null | number | bigint | string | Uint8Array;

export function builtInSqlite(): Sqlite | undefined {
  // The types know only Nodes that have it.
  const loaded: Sqlite | undefined = withoutNotice(() => process.getBuiltinModule("node:sqlite"));
  if (loaded === undefined) return undefined;
  // Without `iterate` nothing could be streamed: it came with 22.13, as did use without a flag.
  return "iterate" in loaded.StatementSync.prototype ? loaded : undefined;
}

/** Loading is synchronous, so only what is said meanwhile passes through here, and only this one notice stops. */
function withoutNotice<T>(load: () => T): T {
  const usual = Object.getOwnPropertyDescriptor(process, "emitWarning");
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (...said: readonly unknown[]): void => {
    const [warning, kind] = said;
    const type = typeof kind === "object" && kind !== null && "type" in kind ? kind.type : kind;
    if (type === "ExperimentalWarning" && /sqlite/i.test(String(warning))) return;
    Reflect.apply(emitWarning, process, said);
  };
  try {
    return load();
  } finally {
    if (usual !== undefined) Object.defineProperty(process, "emitWarning", usual);
  }
}

const primaryCode = 0xff;
const corrupt = 11;
const notADatabase = 26;

/** SQLite's own number for what went wrong; undefined for errors that are not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & primaryCode;
}

/** An error of SQLite or of the system, and not of ours. */
export const isWorlds = (error: unknown): boolean => sqliteCode(error) !== undefined || systemCode(error) !== undefined;

/** SQLite cannot make sense of what it was asked. */
export const isMisunderstood = (error: unknown): boolean => sqliteCode(error) === 1;

/** The file itself is broken: no use in trying again with it. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === corrupt || code === notADatabase || error instanceof DamagedRow;
}

const reasons: ReadonlyMap<number, string> = new Map([
  [5, "another process holds it"],
  [8, "it cannot be written"],
  [10, "reading or writing it failed"],
  [corrupt, "it is damaged"],
  [13, "the disk is full"],
  [14, "it cannot be opened"],
  [notADatabase, "it is no database"],
]);

export function sqliteReason(error: unknown): string {
  const code = error instanceof DamagedRow ? corrupt : sqliteCode(error);
  const known = code === undefined ? undefined : reasons.get(code);
  return known ?? (error instanceof Error ? error.message : String(error));
}
