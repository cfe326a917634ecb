// The history of a file -> what a listing tells of it: how many versions, what became of it, how sure that is.
import type { Doubt, FileFindingCode, FileGrade, FileHistory, FileVersion, VersionCause } from "../../graph/index.ts";
import { isOnDisk } from "./on-disk.ts";

/** deleted, moved: by a session; gone: no session took it away, but it is not there. */
export type FileFate = "there" | "deleted" | "moved" | "gone" | "unknown";

/** What the logs alone tell of a file. */
export type FileSummary = {
  readonly path: string;
  readonly versions: number;
  /** Those that sessions made. */
  readonly changes: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** What made the last version. */
  readonly cause: VersionCause;
  /** Whether it is there by the logs. */
  readonly exists: boolean;
  /** Of the last version that had content. */
  readonly grade: FileGrade;
  readonly doubts: readonly Doubt[];
  readonly sessions: readonly string[];
  /** What did not fit together, each code once. */
  readonly findings: readonly FileFindingCode[];
};

export type FileRow = FileSummary & {
  /** Whether it is there today; undefined where nobody can tell. */
  readonly onDisk: boolean | undefined;
  readonly fate: FileFate;
};

/** Undefined for a file that never was: a session only looked for it. `isMeant` says which versions count. */
export function fileSummary(
  history: FileHistory,
  isMeant: (version: FileVersion) => boolean = () => true,
): FileSummary | undefined {
  const meant = history.versions.filter(isMeant);
  const [first] = meant;
  const last = meant.at(-1);
  const content = history.versions.findLast(({ exists }) => exists);
  const final = history.versions.at(-1);
  if (first === undefined || last === undefined || content === undefined || final === undefined) return undefined;
  return {
    path: history.path,
    versions: meant.length,
    changes: meant.filter(({ cause }) => !observed.has(cause)).length,
    firstMs: first.timeMs,
    lastMs: last.timeMs,
    cause: final.cause,
    exists: final.exists,
    grade: content.grade,
    doubts: content.doubts,
    sessions: [...new Set(meant.map(({ session }) => session))],
    findings: [...new Set(history.findings.map(({ code }) => code))],
  };
}

/** Looks at the disk. */
export function rowOnDisk(summary: FileSummary): FileRow {
  const onDisk = isOnDisk(summary.path);
  const { path, versions, changes, firstMs, lastMs, cause, exists, ...rest } = summary;
  const fate = fateOf(summary, onDisk);
  return { path, versions, changes, firstMs, lastMs, cause, exists, onDisk, fate, ...rest };
}

const observed: ReadonlySet<VersionCause> = new Set(["seen", "outside"]);

function fateOf({ exists, cause }: FileSummary, onDisk: boolean | undefined): FileFate {
  // What is there today is there, whatever was done to it.
  if (onDisk === true) return "there";
  if (!exists) return cause === "moved" ? "moved" : cause === "deleted" ? "deleted" : "gone";
  return onDisk === false ? "gone" : "unknown";
}
