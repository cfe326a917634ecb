// What is known of files -> the tables and lines that a person reads; every text from a log is made safe to show here.
import type { FileFinding, FileHistory, FileVersion } from "../../graph/index.ts";
import { type FileFate, type FileRow, doubtText } from "../../find/index.ts";
import { formatAge, formatTime, sanitize, sanitizeLine } from "../../view/index.ts";
import type { Cell, Column } from "../grid.ts";
import type { Io } from "../io.ts";
import type { Paint, Role } from "../paint.ts";

export const fileColumns: readonly Column[] = [
  { heading: "LAST", align: "left" },
  { heading: "STATE", align: "left" },
  { heading: "VERSIONS", align: "right", drop: 1 },
  { heading: "GRADE", align: "left" },
  { heading: "FILE", align: "left", flexible: true },
];

export function fileCells(
  { lastMs, fate, cause, versions, grade, doubts, path }: FileRow,
  paint: Paint,
  io: Io,
): readonly Cell[] {
  return [
    { text: formatAge(lastMs, io.nowMs) },
    { text: stateOf(fate, cause), paint: (text) => paint(fateRoles[fate], text) },
    { text: String(versions) },
    gradeCell({ grade, doubts }, paint),
    { text: sanitizeLine(path), keep: "end" },
  ];
}

function stateOf(fate: FileFate, cause: FileRow["cause"]): string {
  if (fate === "there" || fate === "unknown") return cause;
  return fate === "moved" ? "moved away" : fate;
}

const fateRoles: Readonly<Record<FileFate, Role>> = {
  there: "good",
  unknown: "dim",
  moved: "dim",
  deleted: "error",
  gone: "warning",
};

const gradeRoles: Readonly<Record<FileVersion["grade"], Role>> = { exact: "good", derived: "call", partial: "warning" };

/** Where every line is known, and only their ends or the encoding are in doubt, all of the text can be had. */
function gradeCell({ grade, doubts }: Pick<FileVersion, "grade" | "doubts">, paint: Paint): Cell {
  const isTextKnown = grade === "partial" && doubts.length > 0 && !doubts.includes("lines");
  const text = doubts.includes("too-large") ? `${grade} (too large)` : isTextKnown ? `${grade} (text known)` : grade;
  return { text, paint: (shown) => paint(gradeRoles[grade], shown) };
}

export const versionColumns: readonly Column[] = [
  { heading: "V", align: "left" },
  { heading: "TIME", align: "left" },
  { heading: "WHAT", align: "left" },
  { heading: "GRADE", align: "left" },
  { heading: "SESSION", align: "left" },
  { heading: "TURN", align: "right", drop: 1 },
  { heading: "PROMPT", align: "left", flexible: true },
];

export function versionCells(version: FileVersion, paint: Paint): readonly Cell[] {
  const { number, timeMs, cause, session, agent, prompt, exists, body } = version;
  const origin = body.kind === "same" ? ` from ${sanitizeLine(body.key)}` : "";
  const what = cause === "moved" && !exists ? "moved away" : `${cause}${origin}`;
  return [
    { text: `v${number}` },
    { text: formatTime(timeMs) },
    { text: what },
    exists ? gradeCell(version, paint) : { text: "-" },
    { text: sanitizeLine(`${session.slice(0, 8)}${agent === undefined ? "" : "+"}`) },
    { text: prompt === undefined ? "" : String(prompt.turn) },
    { text: sanitizeLine(prompt?.words ?? "") },
  ];
}

/** One line on a version: which it is, when, by whom, how sure. */
export function versionLine({ path }: FileHistory, version: FileVersion): string {
  const { number, timeMs, cause, grade, session, exists } = version;
  const doubts = version.doubts.length === 0 ? "" : ` (${doubtText(version)})`;
  const sure = exists ? `, ${grade}${doubts}` : ", not there";
  return sanitizeLine(`${path} v${number}, ${cause} ${formatTime(timeMs)} UTC, session ${session.slice(0, 8)}${sure}`);
}

const findingWords: Readonly<Record<FileFinding["code"], string>> = {
  "changed-outside": "something that no log saw changed it",
  "edit-mismatch": "an edit did not fit what was known",
  "backup-missing": "a backup that a log names is gone",
  "too-large": "what follows is not derivable: larger than clew derives",
};

export const findingLine = ({ code, timeMs, at }: FileFinding): string =>
  sanitizeLine(`${formatTime(timeMs)} ${findingWords[code]} (line ${at.line} of ${at.log})`);

/** A file's own text: as it is for other programs, made harmless for a terminal. */
export const contentText = (io: Io, text: string): string => (io.isTerminal ? sanitize(text) : text);
