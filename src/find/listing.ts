// Rows of sessions and what a person wants of them -> those rows in the order asked for; nothing is read here.
import type { SessionRow, SessionState, SessionTag } from "../view/index.ts";

export const listOrders = ["newest", "oldest", "size", "turns", "title", "project"] as const;
export type ListOrder = (typeof listOrders)[number];

export type ListFilter = {
  readonly title?: string;
  readonly branch?: string;
  readonly model?: string;
  readonly state?: SessionState;
  readonly tag?: SessionTag;
  /** Both by when the session was last worked on. */
  readonly afterMs?: number;
  readonly beforeMs?: number;
};

/** Whether the filter asks for what only the log's content tells, not its path and time. */
export function needsContent({ title, branch, model, state, tag }: ListFilter): boolean {
  return [title, branch, model, state, tag].some((asked) => asked !== undefined);
}

export function selectRows(rows: readonly SessionRow[], filter: ListFilter, order: ListOrder): readonly SessionRow[] {
  return rows.filter((row) => isWanted(row, filter)).toSorted(comparers[order]);
}

/** When the session was last worked on: by what its log says, else by the file. */
export const lastMs = (row: SessionRow): number => row.endMs ?? row.modifiedMs;

function isWanted(row: SessionRow, filter: ListFilter): boolean {
  return (
    holds(row.title, filter.title) &&
    holds(row.gitBranch, filter.branch) &&
    holds(row.model, filter.model) &&
    (filter.state === undefined || row.state === filter.state) &&
    (filter.tag === undefined || row.tags.includes(filter.tag)) &&
    (filter.afterMs === undefined || lastMs(row) >= filter.afterMs) &&
    (filter.beforeMs === undefined || lastMs(row) < filter.beforeMs)
  );
}

function holds(text: string | undefined, part: string | undefined): boolean {
  return part === undefined || (text ?? "").toLowerCase().includes(part.toLowerCase());
}

const newest = (a: SessionRow, b: SessionRow): number => lastMs(b) - lastMs(a);

const comparers: Readonly<Record<ListOrder, (a: SessionRow, b: SessionRow) => number>> = {
  newest,
  oldest: (a, b) => lastMs(a) - lastMs(b),
  size: (a, b) => b.sizeBytes - a.sizeBytes || newest(a, b),
  turns: (a, b) => b.turns - a.turns || newest(a, b),
  title: (a, b) => a.title.localeCompare(b.title) || newest(a, b),
  project: (a, b) => (a.project ?? "").localeCompare(b.project ?? "") || newest(a, b),
};
