// An event and the entries it points at -> what a call wrote, edited or read, in full; undefined where the entry does not tell.
import {
  type Block,
  type JsonObject,
  arrayField,
  blocksOf,
  field,
  isObject,
  numberField,
  objectField,
  plainText,
  stringField,
  trueField,
} from "../../format/index.ts";
import type { TextEdit } from "./edit-text.ts";
import type { FileCall, FileEvent, LogPlace } from "./evidence.ts";
import { type LineRun, isCutLine, parseNumbered } from "./numbered-text.ts";
import { type Hunk, hunksOf } from "./patch.ts";

/** Where entries and backups are read from. */
export type EvidenceReader = {
  readonly entry: (place: LogPlace) => JsonObject | undefined;
  /** What the client itself kept of the only result in an entry; undefined where there is no such, or several results. */
  readonly result: (place: LogPlace) => JsonObject | undefined;
  readonly backup: (session: string, name: string) => Uint8Array | undefined;
  /**
   * The call or the result with this id in an entry of many blocks, read alone; "few" where the entry is small enough
   * to be read whole. Without it every entry is read whole.
   */
  readonly block?: (place: LogPlace, id: string) => JsonObject | undefined | "few";
};

type EntryEvent = Pick<FileEvent, "at" | "call">;

export type WriteDetail = {
  readonly content: string;
  readonly isNew: boolean | undefined;
  readonly original: string | undefined;
  readonly hunks: readonly Hunk[] | undefined;
  /** Whether the result tells what was written, or only the call does. */
  readonly isTold: boolean;
};

export function writeDetail(event: EntryEvent, reader: EvidenceReader): WriteDetail | undefined {
  const { result, input, said } = callDetail(event, reader);
  const told = result === undefined ? undefined : stringField(result, "content");
  const content = told ?? textIn(input(), "content");
  if (content === undefined) return undefined;
  const type = result === undefined ? undefined : stringField(result, "type");
  return {
    content,
    isNew: type === undefined ? saidNew(said()) : type === "create",
    original: result === undefined ? undefined : stringField(result, "originalFile"),
    hunks: hunksOf(result === undefined ? undefined : arrayField(result, "structuredPatch")),
    isTold: told !== undefined,
  };
}

function saidNew(said: string): boolean | undefined {
  if (said.startsWith("File created")) return true;
  return said.startsWith("The file ") ? false : undefined;
}

export type EditDetail = {
  readonly edits: readonly TextEdit[];
  readonly original: string | undefined;
  readonly hunks: readonly Hunk[] | undefined;
  /** The whole text afterwards: notebooks of newer clients. */
  readonly updated: string | undefined;
  readonly userModified: boolean;
};

export function editDetail(event: EntryEvent, reader: EvidenceReader): EditDetail | undefined {
  const { result, input } = callDetail(event, reader);
  if (result === undefined && input() === undefined) return undefined;
  const text = (key: string): string | undefined => textIn(result, key);
  return {
    edits: editsOf(result) ?? editsOf(input()) ?? [],
    original: text("originalFile") ?? text("originalFileContents") ?? text("original_file"),
    hunks: hunksOf(result === undefined ? undefined : arrayField(result, "structuredPatch")),
    updated: text("updated_file"),
    userModified: result !== undefined && trueField(result, "userModified"),
  };
}

function editsOf(holder: JsonObject | undefined): readonly TextEdit[] | undefined {
  if (holder === undefined) return undefined;
  const several = arrayField(holder, "edits");
  if (several !== undefined) {
    const edits = several.flatMap((edit) => (isObject(edit) ? (editOf(edit) ?? []) : []));
    return edits.length === several.length ? edits : undefined;
  }
  const edit = editOf(holder);
  return edit === undefined ? undefined : [edit];
}

function editOf(holder: JsonObject): TextEdit | undefined {
  const old = stringField(holder, "oldString") ?? stringField(holder, "old_string");
  const next = stringField(holder, "newString") ?? stringField(holder, "new_string");
  const all = trueField(holder, "replaceAll") || trueField(holder, "replace_all");
  return old === undefined || next === undefined ? undefined : { old, next, all };
}

export type ReadDetail = {
  /** The text with LF line ends, where all of it was shown. */
  readonly text: string | undefined;
  readonly runs: readonly LineRun[];
  readonly total: number | undefined;
};

export function readDetail(event: FileEvent, reader: EvidenceReader): ReadDetail | undefined {
  if (event.act.kind === "mention" || event.act.kind === "snippet") return attached(reader.entry(event.at));
  const detail = callDetail(event, reader);
  const { result } = detail;
  const file = result === undefined ? undefined : objectField(result, "file");
  if (result !== undefined) return file === undefined ? undefined : fileDetail(file);
  const input = detail.input();
  const said = detail.said();
  const found = parseNumbered(said);
  // A notebook, or the beginning of what was too long: its numbers may be of anything.
  if (found === undefined || found.stray === "first") return undefined;
  const runs = found.runs.map((run) => (run.start === 0 ? { ...run, start: 1 } : run));
  const isAsked = input !== undefined && field(input, "offset") === undefined && field(input, "limit") === undefined;
  const [run] = runs;
  const isPlain = isAsked && found.stray === "none" && runs.length === 1;
  const isWhole = isPlain && run?.start === 1 && run.lines.length < mostLines && said.length < mostText;
  return withoutCuts(runs, isWhole ? run.lines.length : undefined);
}

/** What a Read shows at most when it is not told how much; a result without a count of lines may be cut beyond that. */
const mostLines = 2000;
const mostText = 30_000;

function attached(raw: JsonObject | undefined): ReadDetail | undefined {
  const attachment = raw === undefined ? undefined : objectField(raw, "attachment");
  if (attachment === undefined) return undefined;
  const content = objectField(attachment, "content");
  const file = content === undefined ? undefined : objectField(content, "file");
  const shown = file === undefined ? undefined : fileDetail(file);
  // What was cut counts its own lines, not those of the file.
  if (shown !== undefined && trueField(attachment, "truncated")) return { ...shown, text: undefined, total: undefined };
  if (file !== undefined) return shown;
  const found = parseNumbered(stringField(attachment, "snippet") ?? "");
  return found === undefined ? undefined : { text: undefined, runs: uncut(found.runs), total: undefined };
}

function fileDetail(file: JsonObject): ReadDetail | undefined {
  const content = stringField(file, "content");
  const count = numberField(file, "numLines");
  const total = numberField(file, "totalLines");
  if (content === undefined || (count === 0 && content === "")) return undefined;
  const start = Math.max(1, numberField(file, "startLine") ?? 1);
  const lines = content.split("\n");
  const isWhole = start === 1 && total !== undefined && lines.length === total;
  return withoutCuts([{ start, lines }], isWhole ? total : undefined, total);
}

function withoutCuts(runs: readonly LineRun[], whole: number | undefined, total = whole): ReadDetail {
  const kept = uncut(runs);
  const text = whole !== undefined && kept === runs ? runs[0]?.lines.join("\n") : undefined;
  return { text, runs: kept, total };
}

/** Without the lines that the client cut for their length. */
function uncut(runs: readonly LineRun[]): readonly LineRun[] {
  if (!runs.some((run) => run.lines.some(isCutLine))) return runs;
  return runs.flatMap((run) =>
    run.lines.flatMap((line, at) => (isCutLine(line) ? [] : [{ start: run.start + at, lines: [line] }])),
  );
}

/** The entries are read when they are asked for: mostly the result alone tells enough. */
type CallDetail = {
  readonly result: JsonObject | undefined;
  readonly input: () => JsonObject | undefined;
  /** What the model was told. */
  readonly said: () => string;
};

function callDetail(event: EntryEvent, reader: EvidenceReader): CallDetail {
  return {
    result: reader.result(event.at),
    input: () => callInput(event, reader),
    said() {
      const own = blockOf(event.at, event.call, reader);
      return own?.type === "tool_result" ? plainText(own.content) : "";
    },
  };
}

/** What the call was given. */
export function callInput({ call }: Pick<FileEvent, "call">, reader: EvidenceReader): JsonObject | undefined {
  const use = call === undefined ? undefined : blockOf(call.at, call, reader);
  return use?.type === "tool_use" && isObject(use.input) ? use.input : undefined;
}

function blockOf(place: LogPlace, call: FileCall | undefined, reader: EvidenceReader): Block | undefined {
  if (call === undefined) return undefined;
  const alone = reader.block?.(place, call.id) ?? "few";
  const blocks = alone === "few" ? blocksIn(reader.entry(place)) : blocksOf([alone]);
  return blocks.find(
    (block) =>
      (block.type === "tool_use" && block.id === call.id) || (block.type === "tool_result" && block.callId === call.id),
  );
}

/** Of an entry with several results nobody knows whose it is. */
export function onlyResult(answer: JsonObject | undefined): JsonObject | undefined {
  return answer === undefined || resultsIn(answer).length !== 1 ? undefined : objectField(answer, "toolUseResult");
}

const textIn = (holder: JsonObject | undefined, key: string): string | undefined =>
  holder === undefined ? undefined : stringField(holder, key);

function blocksIn(raw: JsonObject | undefined): readonly Block[] {
  return raw === undefined ? [] : blocksOf(field(objectField(raw, "message") ?? {}, "content"));
}

const resultsIn = (raw: JsonObject | undefined): readonly Extract<Block, { type: "tool_result" }>[] =>
  blocksIn(raw).flatMap((block) => (block.type === "tool_result" ? [block] : []));
