// Answers about files -> the files of a session, their versions, and what differs between two.
import { ask, logPath } from "./client.ts";
import {
  type Fields,
  count,
  fieldsOf,
  flag,
  list,
  maybeCount,
  maybeText,
  text,
  texts,
  timeMs,
  exact,
} from "./fields.ts";
import { type Hunk, decodeHunk } from "./rows.ts";

export type FileRow = {
  readonly path: string;
  readonly versions: number;
  readonly changes: number;
  readonly lastMs: number | undefined;
  readonly cause: string;
  readonly fate: string;
  readonly grade: string;
  readonly findings: readonly string[];
};

export type Version = {
  readonly version: number;
  readonly timeMs: number | undefined;
  readonly cause: string;
  readonly grade: string;
  readonly session: string;
  readonly turn: number | undefined;
  readonly prompt: string | undefined;
  readonly tool: string | undefined;
  readonly exists: boolean;
};

export type Content = { readonly content: string | undefined; readonly isWhole: boolean };

export async function filesOf(id: string, signal?: AbortSignal): Promise<readonly FileRow[]> {
  return list(fieldsOf(await ask(`${logPath(id)}/files`, {}, signal)), "files", (value) => {
    const fields = fieldsOf(value);
    return {
      path: exact(fields, "path"),
      versions: count(fields, "versions"),
      changes: count(fields, "changes"),
      lastMs: timeMs(fields, "last"),
      cause: text(fields, "cause"),
      fate: text(fields, "fate"),
      grade: gradeIn(fields),
      findings: texts(fields, "findings"),
    };
  });
}

export async function versionsOf(path: string): Promise<readonly Version[]> {
  return list(fieldsOf(await ask("/files/versions", { path })), "versions", (value) => {
    const fields = fieldsOf(value);
    return {
      version: count(fields, "version"),
      timeMs: timeMs(fields, "time"),
      cause: text(fields, "cause"),
      grade: gradeIn(fields),
      session: exact(fields, "session"),
      turn: maybeCount(fields, "turn"),
      prompt: maybeText(fields, "prompt"),
      tool: maybeText(fields, "tool"),
      exists: flag(fields, "exists"),
    };
  });
}

/** The reason why a version was not derived is shown with its grade. */
function gradeIn(fields: Fields): string {
  const grade = text(fields, "grade");
  return texts(fields, "doubts").includes("too-large") ? `${grade} (too large)` : grade;
}

export async function contentOf(path: string, version: number): Promise<Content> {
  const fields = fieldsOf(await ask("/files/content", { path, version }));
  return { content: maybeText(fields, "content"), isWhole: fields["isWhole"] !== false };
}

/** `isCoarse`: not compared line by line, so the one hunk is all of both versions. */
export type FileDiff = { readonly hunks: readonly Hunk[]; readonly isCoarse: boolean };

export async function diffOf(path: string, from: number, to: number): Promise<FileDiff> {
  const fields = fieldsOf(await ask("/files/diff", { path, from, to }));
  return { hunks: list(fields, "hunks", decodeHunk), isCoarse: fields["isCoarse"] === true };
}
