// What is known of a file at a moment -> its versions: content by reference, how sure, from where; no text is kept here.
import type { FileCall, FileEvent, FilePrompt, LogPlace } from "./evidence.ts";
import type { KnownLines, LineRange } from "./known-lines.ts";
import type { LineEnds } from "./line-end.ts";

/** exact: the bytes are known; derived: edits replayed over known bytes; partial: something is missing, `doubts` says what. */
export type FileGrade = "exact" | "derived" | "partial";

/**
 * line-ends: each line is known, but not whether CRLF ended it; encoding: nor whether a byte-order mark or another
 * encoding was there; lines: only `ranges` are known; too-large: the text is larger than clew derives.
 */
export type Doubt = "line-ends" | "encoding" | "lines" | "too-large";

export type VersionCause =
  | "created"
  | "written"
  | "edited"
  | "moved"
  | "copied"
  | "deleted"
  /** The first that was seen of it. */
  | "seen"
  /** Changed by something that no log saw. */
  | "outside"
  /** Changed by a command, nobody knows to what. */
  | "command";

export type Encoding = "utf-8" | "utf-16le";

export type TextPart = "empty" | "written" | "original" | "updated" | "read" | "spelt";

/** Where content is read from when it is asked for. */
export type ContentRef =
  | { readonly from: "backup"; readonly sessions: readonly string[]; readonly name: string }
  | {
      readonly from: "entry";
      readonly at: LogPlace;
      readonly call: FileCall | undefined;
      readonly part: TextPart;
      /** Which deed of a shell command. */
      readonly deed: number;
      /** What the log lost of it and other evidence knows. */
      readonly ends: LineEnds | undefined;
      readonly mark: boolean;
    };

/** Enough of an event to find its entries again. */
export type EditEvent = Pick<FileEvent, "at" | "call">;

export type VersionBody =
  | { readonly kind: "none" }
  | { readonly kind: "ref"; readonly ref: ContentRef }
  /** The version before, with one stretch of it replaced. */
  | { readonly kind: "delta"; readonly start: number; readonly removed: number; readonly text: string }
  /** The version before, edited by this call. */
  | { readonly kind: "edit"; readonly event: EditEvent; readonly ends: LineEnds | undefined }
  /** A version of another path. */
  | { readonly kind: "same"; readonly key: string; readonly number: number }
  | { readonly kind: "lines"; readonly known: KnownLines };

export type FileVersion = {
  /** From 1. */
  readonly number: number;
  readonly path: string;
  readonly timeMs: number;
  readonly session: string;
  readonly agent: string | undefined;
  readonly prompt: FilePrompt | undefined;
  readonly call: FileCall | undefined;
  readonly cause: VersionCause;
  readonly exists: boolean;
  readonly grade: FileGrade;
  readonly doubts: readonly Doubt[];
  /** Of a version that is not whole: the lines that are known, and how many there are where that is known. */
  readonly ranges: readonly LineRange[];
  readonly totalLines: number | undefined;
  readonly encoding: Encoding;
  readonly sources: readonly LogPlace[];
  readonly body: VersionBody;
};

export type FileFindingCode = "changed-outside" | "edit-mismatch" | "backup-missing" | "too-large";
export type FileFinding = {
  readonly code: FileFindingCode;
  readonly key: string;
  readonly at: LogPlace;
  readonly timeMs: number;
};

export type FileHistory = {
  readonly key: string;
  readonly path: string;
  readonly versions: readonly FileVersion[];
  readonly findings: readonly FileFinding[];
};
