// Answers of /rows, /find, /locate and /entry -> rows of a log as the reader shows them.
import { type Params, ask, logPath } from "./client.ts";
import {
  type Fields,
  count,
  fieldsOf,
  flag,
  list,
  maybeCount,
  maybeText,
  oneOf,
  part,
  text,
  texts,
  timeMs,
  exact,
  maybeExact,
} from "./fields.ts";

export type Hunk = { readonly oldStart: number; readonly newStart: number; readonly lines: readonly string[] };
export type Picture = { readonly line: number; readonly index: number; readonly mediaType: string | undefined };

const kinds = ["turn", "text", "thinking", "call", "result", "compaction", "note"] as const;

/** All kinds in one shape: what a kind does not have is empty. */
export type Row = {
  readonly kind: (typeof kinds)[number];
  readonly row: number;
  readonly line: number;
  readonly uuid: string | undefined;
  readonly timeMs: number | undefined;
  readonly turn: string | undefined;
  readonly images: readonly Picture[];
  /** Length of the whole text, by field, where it was cut. */
  readonly cut: Fields;
  readonly text: string;
  readonly label: string;
  readonly prompt: string;
  readonly model: string | undefined;
  readonly about: string;
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
  readonly input: unknown;
  readonly result: string | undefined;
  readonly isError: boolean;
  readonly durationMs: number | undefined;
  readonly agentId: string | undefined;
  readonly patch: readonly Hunk[];
  readonly stderr: string | undefined;
  readonly trigger: string | undefined;
  readonly preTokens: number | undefined;
  readonly postTokens: number | undefined;
};

/** Which rows: of a session, of a dead branch of it, or of an agent's log. */
export type Source = {
  readonly id: string;
  readonly agent: string | undefined;
  readonly branch: number | undefined;
};

export type RowPage = {
  readonly from: number;
  readonly total: number;
  readonly revision: string;
  /** Only a stretch of the log was read: numbers are estimated. */
  readonly isProvisional: boolean;
  /** The row of the line that was asked for. */
  readonly at: number | undefined;
  readonly rows: readonly Row[];
};

export type RowRange = {
  readonly count: number;
  readonly full?: number;
  readonly quick?: number;
  /** The revision of an earlier answer. */
  readonly since?: string | undefined;
} & ({ readonly from: number } | { readonly around: number });

export async function readRows(source: Source, params: RowRange, signal?: AbortSignal): Promise<RowPage> {
  const fields = fieldsOf(await ask(`${pathOf(source)}/rows`, { ...params, ...branchOf(source) }, signal));
  return {
    from: count(fields, "from"),
    total: count(fields, "total"),
    revision: exact(fields, "revision"),
    isProvisional: flag(fields, "isProvisional"),
    at: maybeCount(fields, "at"),
    rows: list(fields, "rows", decodeRow),
  };
}

export type Piece = { readonly text: string; readonly hit: boolean };
export type Match = { readonly row: number; readonly kind: string; readonly snippet: readonly Piece[] };
export type Matches = { readonly total: number; readonly isComplete: boolean; readonly matches: readonly Match[] };

/** `limit`: matches beyond the usual number are told too. */
export type FindWish = { readonly q: string; readonly limit?: number };

export async function findRows(source: Source, wish: FindWish, signal?: AbortSignal): Promise<Matches> {
  const fields = fieldsOf(await ask(`${pathOf(source)}/find`, { ...wish, ...branchOf(source) }, signal));
  return {
    total: count(fields, "total"),
    isComplete: flag(fields, "isComplete"),
    matches: list(fields, "matches", (value) => {
      const match = fieldsOf(value);
      return { row: count(match, "row"), kind: text(match, "kind"), snippet: list(match, "snippet", decodePiece) };
    }),
  };
}

export function decodePiece(value: unknown): Piece {
  const fields = fieldsOf(value);
  return { text: text(fields, "text"), hit: flag(fields, "hit") };
}

export type Located = { readonly row: number | undefined; readonly branch: number | undefined };

export async function locate(source: Source, at: Params, signal?: AbortSignal): Promise<Located> {
  const fields = fieldsOf(await ask(`${pathOf(source)}/locate`, at, signal));
  return { row: maybeCount(fields, "row"), branch: maybeCount(fields, "branch") };
}

export type RawEntry = {
  readonly text: string;
  readonly isWhole: boolean;
  readonly bytes: number;
  readonly kind: string;
};

export async function readEntry(source: Source, line: number, signal?: AbortSignal): Promise<RawEntry> {
  const fields = fieldsOf(await ask(`${pathOf(source)}/entry/${line}`, {}, signal));
  return {
    text: text(fields, "text"),
    isWhole: flag(fields, "isWhole"),
    bytes: count(fields, "bytes"),
    kind: text(fields, "kind"),
  };
}

export const pathOf = ({ id, agent }: Source): string => logPath(id, agent);

const branchOf = ({ branch }: Source): Params => ({ branch });

function decodeRow(value: unknown): Row {
  const fields = fieldsOf(value);
  return {
    kind: oneOf(kinds, fields["kind"]),
    row: count(fields, "row"),
    line: count(fields, "line"),
    uuid: maybeText(fields, "uuid"),
    timeMs: timeMs(fields, "time"),
    turn: maybeText(fields, "turn"),
    images: list(fields, "images", decodePicture),
    cut: part(fields, "cut"),
    text: text(fields, "text"),
    label: text(fields, "label"),
    prompt: text(fields, "prompt"),
    model: maybeText(fields, "model"),
    about: text(fields, "about"),
    callId: text(fields, "callId"),
    name: text(fields, "name"),
    summary: text(fields, "summary"),
    input: fields["input"],
    result: maybeText(fields, "result"),
    isError: flag(fields, "isError"),
    durationMs: maybeCount(fields, "durationMs"),
    agentId: maybeExact(fields, "agentId"),
    patch: list(fields, "patch", decodeHunk),
    stderr: maybeText(fields, "stderr"),
    trigger: maybeText(fields, "trigger"),
    preTokens: maybeCount(fields, "preTokens"),
    postTokens: maybeCount(fields, "postTokens"),
  };
}

function decodePicture(value: unknown): Picture {
  const fields = fieldsOf(value);
  return { line: count(fields, "line"), index: count(fields, "index"), mediaType: maybeText(fields, "mediaType") };
}

export function decodeHunk(value: unknown): Hunk {
  const fields = fieldsOf(value);
  return { oldStart: count(fields, "oldStart"), newStart: count(fields, "newStart"), lines: texts(fields, "lines") };
}
