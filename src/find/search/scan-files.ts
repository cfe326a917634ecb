// A list of files that several threads take from -> what matches in each; one that cannot be read fails alone.
import { WorldError } from "../../store/index.ts";
import type { FileContext } from "../query/evaluate.ts";
import { needlesOf } from "../query/needles.ts";
import type { Query } from "../query/query.ts";
import { judgeOf } from "./entry-match.ts";
import { lineFinder } from "./line-finder.ts";
import { type FoundPart, scanLog } from "./log-scan.ts";
import { scanOutput } from "./output-scan.ts";
import type { TimeLineStart } from "./time-line.ts";

export type ScanTask = {
  readonly kind: "session" | "agent" | "tool-result";
  readonly path: string;
  readonly slug: string;
  readonly sessionId: string;
  /** Only known where the query asks for it. */
  readonly title: string;
  readonly folder: string | undefined;
  readonly start: TimeLineStart;
  readonly sizeBytes: number;
};

/** What threads share: the place of the next file, and how many files are done. */
export type ScanOrder = {
  readonly tasks: readonly ScanTask[];
  readonly query: Query;
  readonly cursor: SharedArrayBuffer;
};

export function isScanOrder(value: unknown): value is ScanOrder {
  return typeof value === "object" && value !== null && "tasks" in value && "query" in value && "cursor" in value;
}

export const scanCursor = (): SharedArrayBuffer => new SharedArrayBuffer(8);

export type ScanMessage =
  | { readonly kind: "found"; readonly task: number; readonly parts: readonly FoundPart[] }
  | { readonly kind: "failed"; readonly task: number; readonly message: string }
  | { readonly kind: "too-long"; readonly task: number; readonly lines: number }
  | { readonly kind: "end" };

/** `onFile`: how many files all threads have taken so far. */
export function scanFiles(
  { tasks, query, cursor }: ScanOrder,
  say: (message: ScanMessage) => void,
  onFile: (taken: number) => void = () => undefined,
): void {
  const taken = new Int32Array(cursor);
  const finder = lineFinder(needlesOf(query));
  const judge = judgeOf(query);
  for (let at = Atomics.add(taken, 0, 1); at < tasks.length; at = Atomics.add(taken, 0, 1)) {
    const task = tasks[at];
    if (task === undefined) return;
    let tooLong = 0;
    const onTooLong = (): void => {
      tooLong += 1;
    };
    try {
      const context = contextOf(task);
      const found =
        task.kind === "tool-result"
          ? scanOutput({ ...task, context }, judge)
          : scanLog({ ...task, context, onTooLong }, finder, judge);
      const parts = [...found];
      if (parts.length > 0) say({ kind: "found", task: at, parts });
      if (tooLong > 0) say({ kind: "too-long", task: at, lines: tooLong });
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      // What went away since it was listed is no longer to be searched.
      if (error.code !== "not-found") say({ kind: "failed", task: at, message: error.message });
    }
    Atomics.add(taken, 1, 1);
    onFile(at);
  }
}

const contextOf = ({ kind, slug, sessionId, title, folder }: ScanTask): FileContext => ({
  slug,
  folder: () => folder,
  sessionId,
  isAgentFile: kind === "agent",
  title: () => title,
  latestSeconds: Infinity,
});
