// What clew did to sessions, one record per operation <-> its JSON; unknown fields and half-written lines are passed over.
import {
  type Json,
  type JsonObject,
  arrayField,
  isObject,
  numberField,
  objectField,
  stringField,
} from "../format/index.ts";
import type { Ledger } from "../reshape/index.ts";

export type LineageFile = {
  readonly path: string;
  readonly sessionId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
};

export type LineageRecord = {
  readonly op: string;
  /** ISO, UTC. */
  readonly time: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly sources: readonly LineageFile[];
  readonly results: readonly LineageFile[];
  readonly ledger?: Ledger;
  readonly tokensSaved?: number;
  /** The file of lines that were set aside. */
  readonly setAside?: string;
  /** The folder that holds what was deleted or kept. */
  readonly hold?: string;
  /** The operation that this one took back. */
  readonly undoes?: string;
  readonly title?: TitleChange;
};

/** When it was done, as people read it. */
export const operationTime = ({ time }: Pick<LineageRecord, "time">): string =>
  `${time.slice(0, 16).replace("T", " ")} UTC`;

/** What it does, as it is typed: `compress --undo` makes something else than `compress`. */
export const typedCommand = ({ command, args }: Pick<LineageRecord, "command" | "args">): string =>
  command === "compress" && args.includes("--undo") ? "compress --undo" : command;

export type TitleChange = {
  readonly where: "note" | "log";
  readonly to: string;
  /** What it was before; absent when there was none. */
  readonly from?: string;
};

export function recordOf(raw: JsonObject): LineageRecord | undefined {
  const op = stringField(raw, "op");
  const command = stringField(raw, "command");
  if (op === undefined || command === undefined) return undefined;
  const ledger = ledgerOf(objectField(raw, "ledger"));
  const title = titleOf(objectField(raw, "title"));
  const tokensSaved = numberField(raw, "tokensSaved");
  return {
    op,
    time: stringField(raw, "time") ?? "",
    command,
    args: (arrayField(raw, "args") ?? []).filter((arg) => typeof arg === "string"),
    sources: filesOf(arrayField(raw, "sources")),
    results: filesOf(arrayField(raw, "results")),
    ...(ledger === undefined ? {} : { ledger }),
    ...(tokensSaved === undefined ? {} : { tokensSaved }),
    ...text(raw, "setAside"),
    ...text(raw, "hold"),
    ...text(raw, "undoes"),
    ...(title === undefined ? {} : { title }),
  };
}

function text<Key extends string>(raw: JsonObject, key: Key): { readonly [key in Key]?: string } {
  const value = stringField(raw, key);
  const none: { readonly [key in Key]?: string } = {};
  return value === undefined ? none : { ...none, [key]: value };
}

function filesOf(all: readonly Json[] | undefined): readonly LineageFile[] {
  return (all ?? []).flatMap((raw) => {
    if (!isObject(raw)) return [];
    const path = stringField(raw, "path");
    const sessionId = stringField(raw, "sessionId");
    const sha256 = stringField(raw, "sha256");
    if (path === undefined || sessionId === undefined || sha256 === undefined) return [];
    return [{ path, sessionId, sha256, sizeBytes: numberField(raw, "sizeBytes") ?? 0 }];
  });
}

function ledgerOf(raw: JsonObject | undefined): Ledger | undefined {
  if (raw === undefined) return undefined;
  const count = (key: keyof Ledger): number => numberField(raw, key) ?? 0;
  return { kept: count("kept"), changed: count("changed"), dropped: count("dropped"), added: count("added") };
}

function titleOf(raw: JsonObject | undefined): TitleChange | undefined {
  const where = raw && stringField(raw, "where");
  const to = raw && stringField(raw, "to");
  const from = raw && stringField(raw, "from");
  if (to === undefined || (where !== "note" && where !== "log")) return undefined;
  return { where, to, ...(from === undefined ? {} : { from }) };
}
