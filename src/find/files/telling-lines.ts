// The digest of a log and its special lines -> the lines that bear on files, in order, and which of them need not be read.
import { type Digest, shellActs } from "../../graph/index.ts";

export type TellingLine = {
  readonly offset: number;
  /** Calls in it whose results may be plain. */
  readonly calls: readonly TellingCall[];
  /** The one result in it, where it is a plain success. */
  readonly success: Success | undefined;
};

export type TellingCall = {
  readonly id: string;
  readonly tool: string;
  /** The file it is about; undefined where only the line itself tells that for sure. */
  readonly file: string | undefined;
};

export type Success = {
  readonly call: string;
  readonly timeMs: number;
  /** The client's own record begins at least so far behind the beginning of the line. */
  readonly told: number;
};

const changing = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);
/** Digests cut what a call is about at this length. */
const cutLength = 190;
/** A look that shows little may say something else: that nothing has changed. */
const plainBytes = 1024;

export function tellingLines(digest: Digest, special: readonly number[]): readonly TellingLine[] {
  const { calls, results, tools } = digest;
  const lines = new Map<number, { calls: TellingCall[]; success: Success | undefined }>();
  const line = (offset: number) => {
    const known = lines.get(offset);
    if (known !== undefined) return known;
    const fresh = { calls: [], success: undefined };
    lines.set(offset, fresh);
    return fresh;
  };
  for (const offset of special) line(offset);
  const wanted = new Map<string, Kind>();
  const callIds = [...calls.ids];
  callIds.forEach((id, row) => {
    const tool = tools[calls.tools[row] ?? -1] ?? "";
    const target = calls.targets[row] ?? "";
    const kind = kindOf(tool, target);
    if (kind === undefined) return;
    wanted.set(id, kind);
    const isFile = kind !== "shell" && tool !== "NotebookEdit" && target !== "" && target.length < cutLength;
    line(calls.offsets[row] ?? 0).calls.push({ id, tool, file: isFile ? target : undefined });
  });
  if (wanted.size === 0) return ordered(lines);
  const { offsets } = results;
  [...results.ids].forEach((id, row) => {
    const kind = wanted.get(id);
    if (kind === undefined) return;
    const offset = offsets[row] ?? 0;
    // Rows stand in the order of their lines.
    const isAlone = offsets[row - 1] !== offset && offsets[row + 1] !== offset;
    const size = results.sizes[row] ?? 0;
    const timeMs = results.times[row] ?? Number.NaN;
    const isPlain = kind === "change" || (kind === "look" && size >= plainBytes);
    const isSuccess = results.flags[row] === 0 && isAlone && !Number.isNaN(timeMs);
    const own = line(offset);
    if (isPlain && isSuccess) own.success = { call: id, timeMs, told: size };
  });
  return ordered(lines);
}

function ordered(lines: ReadonlyMap<number, Omit<TellingLine, "offset">>): readonly TellingLine[] {
  return [...lines].map(([offset, line]) => ({ offset, ...line })).sort((a, b) => a.offset - b.offset);
}

/** unclear: only the result tells which file it is about. */
type Kind = "change" | "look" | "shell" | "unclear";

function kindOf(tool: string, target: string): Kind | undefined {
  if (target.startsWith("~") && (changing.has(tool) || tool === "Read")) return "unclear";
  if (changing.has(tool)) return "change";
  if (tool === "Read") return "look";
  return tool === "Bash" && mayAct(target) ? "shell" : undefined;
}

/** Without any of these a command does nothing plain to files, however it is quoted. */
const actingWords = />|rm|unlink|mv|cp|touch|tee|sed|truncate|git/;
const quoting = /["'\\\n]/g;

/** Whether a command plainly does something to files, wherever it runs; one that was cut may. */
const mayAct = (command: string): boolean =>
  command.length >= cutLength ||
  (actingWords.test(command.replaceAll(quoting, "")) && shellActs(command, "/anywhere").length > 0);
