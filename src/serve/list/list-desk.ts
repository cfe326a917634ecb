// A question about all sessions -> the page of the list that was asked for; answers at once, with or without an index.
import {
  type AgentFile,
  type Catalog,
  type Discovered,
  type IsKept,
  type SessionFile,
  discover,
  expiryIn,
  ownerKey,
  sessionKey,
} from "../../store/index.ts";
import type { MadeBy } from "../../view/index.ts";
import { type Answer, type Question, jsonAnswer } from "../lane/question.ts";
import { oneOf, wholeNumber } from "../session/arguments.ts";
import { isoTime } from "../events/status-json.ts";
import { type Live, filterOf, isFiltered, timeOf } from "./list-filter.ts";
import { type ListedRow, rowTable } from "./listed-row.ts";
import { newestRows } from "./newest-page.ts";

export type ListDeskOptions = {
  readonly homes: readonly string[];
  /** Opened anew for each question: it sees the index of that moment. */
  readonly openIndex: (nowMs: number) => Promise<Catalog | undefined>;
  readonly titles: () => ReadonlyMap<string, string>;
  readonly makings: () => ReadonlyMap<string, MadeBy>;
  readonly kept: () => IsKept;
  /** What a person writes for a time. */
  readonly moment: (words: string, name: "since" | "before", nowMs: number) => number;
};

/** What the daemon asks about before anybody does: the same list, and what is found for it is kept for a moment. */
export const listAhead = "sessions-ahead";
const earlyMs = 1500;
const orders = ["newest", "oldest", "size", "turns", "title", "project", "expiring"] as const;

export type ListDesk = {
  readonly answer: (question: Question) => Promise<Answer>;
  /** Keys of the sessions that pass the filters of a request, as `sessionKey` makes them; undefined where it has no filter. */
  readonly matchingKeys: (question: Question) => Promise<ReadonlySet<string> | undefined>;
};

type ListRequest = Required<Pick<Question, "args" | "nowMs" | "live">>;

export function listDesk({ homes, openIndex, titles, makings, kept, moment }: ListDeskOptions): ListDesk {
  const table = rowTable();
  let early: { readonly found: Discovered; readonly askedMs: number } | undefined;

  /** Once, and only right behind a list that was made ahead: nobody has to wait for the same folders twice. */
  function foundNow({ about, nowMs }: Question, catalog: Catalog | undefined): Discovered {
    const before = early;
    early = undefined;
    if (before !== undefined && Math.abs(nowMs - before.askedMs) < earlyMs) return before.found;
    const found = catalog?.discover(homes) ?? discover(homes);
    if (about === listAhead) early = { found, askedMs: nowMs };
    return found;
  }

  async function withFound<T>(question: Question, use: (found: Discovered, request: ListRequest) => T): Promise<T> {
    const { args, nowMs, live = {} } = question;
    const catalog = await openIndex(nowMs);
    try {
      table.use(catalog);
      return use(foundNow(question, catalog), { args, nowMs, live });
    } finally {
      table.use(undefined);
      catalog?.close();
    }
  }

  function rowReader(found: Discovered, { args, nowMs }: ListRequest) {
    const own = titles();
    const marks = { makings: makings(), isKept: kept() };
    const agents = agentCounts(found.agents);
    const expires = expiryIn(homes);
    const files = found.sessions.filter(({ sizeBytes }) => sizeBytes > 0);
    const forks = table.forks(files, isFiltered(args) ? "all" : "indexed");
    const rowOf = (file: SessionFile): ListedRow | undefined => {
      const facts = { agents: agents(file), expiresMs: expires(file), forkedFrom: forks(file), ...marks, nowMs };
      const listedRow = table.of(file, facts);
      const title = listedRow && own.get(listedRow.titledAs.toLowerCase());
      return listedRow === undefined || title === undefined
        ? listedRow
        : { ...listedRow, row: { ...listedRow.row, title, titleSource: "clew-title" } };
    };
    return { files, rowOf };
  }

  function listed(found: Discovered, request: ListRequest): Answer {
    const { args, live, nowMs } = request;
    const offset = wholeNumber(args, "offset", { usual: 0, most: 1_000_000 });
    const limit = wholeNumber(args, "limit", { usual: 100, most: 2000 });
    const order = oneOf(args, "sort", orders) ?? "newest";
    const { files, rowOf } = rowReader(found, request);
    // These two need no more logs than the page shows; the order is that of a list that is narrowed.
    if (order === "newest" && !isFiltered(args)) {
      const rows = newestRows(files, { rowOf, timeOf, latestOf: table.latest(), count: offset + limit });
      return answerOf(rows.slice(offset), { total: files.length, offset, live });
    }
    if (order === "expiring" && !isFiltered(args)) {
      const page = files.toReversed().slice(offset, offset + limit);
      return answerOf(
        page.flatMap((file) => rowOf(file) ?? []),
        { total: files.length, offset, live },
      );
    }
    const rows = files
      .flatMap((file) => rowOf(file) ?? [])
      .filter(filterOf(args, { live, nowMs, moment }))
      .sort(comparers[order]);
    return answerOf(rows.slice(offset, offset + limit), { total: rows.length, offset, live });
  }

  function keysOf(found: Discovered, request: ListRequest): ReadonlySet<string> {
    const { args, live, nowMs } = request;
    const passes = filterOf(args, { live, nowMs, moment });
    const { files, rowOf } = rowReader(found, request);
    const matching = files.filter((file) => {
      const row = rowOf(file);
      return row !== undefined && passes(row);
    });
    return new Set(matching.map(sessionKey));
  }

  return {
    answer: (question) => withFound(question, listed),
    matchingKeys: async (question) => (isFiltered(question.args) ? await withFound(question, keysOf) : undefined),
  };
}

const newest = (a: ListedRow, b: ListedRow): number => timeOf(b) - timeOf(a);

const comparers: Readonly<Record<(typeof orders)[number], (a: ListedRow, b: ListedRow) => number>> = {
  newest,
  oldest: (a, b) => newest(b, a),
  expiring: (a, b) => a.row.modifiedMs - b.row.modifiedMs,
  size: (a, b) => b.row.sizeBytes - a.row.sizeBytes || newest(a, b),
  turns: (a, b) => b.row.turns - a.row.turns || newest(a, b),
  title: (a, b) => a.row.title.localeCompare(b.row.title) || newest(a, b),
  project: (a, b) => (a.row.project ?? "").localeCompare(b.row.project ?? "") || newest(a, b),
};

type Page = { readonly total: number; readonly offset: number; readonly live: Live };

function answerOf(page: readonly ListedRow[], { total, offset, live }: Page): Answer {
  const sessions = page.map((listed) => rowJson(listed, live));
  const briefs = page.filter(({ isBrief }) => isBrief).length;
  return jsonAnswer(JSON.stringify({ sessions, total, offset, briefs }, (_key, value: unknown) => value ?? null));
}

/** What only the whole log tells is not guessed from its ends. */
const untold = {
  turns: null,
  messages: null,
  calls: null,
  compactions: null,
  damaged: null,
  forkedFrom: null,
  state: null,
};

function rowJson({ row, isBrief }: ListedRow, live: Live): object {
  const { startMs, endMs, modifiedMs, ...rest } = row;
  return {
    ...rest,
    ...(isBrief && { ...untold, pendingTool: null }),
    start: isoTime(startMs),
    end: isoTime(endMs),
    modified: isoTime(modifiedMs),
    isBrief,
    status: live[row.sessionId.toLowerCase()] ?? null,
  };
}

/** Those in a session's own folder; older clients wrote them beside it, and only their inside tells whose they are. */
function agentCounts(agents: readonly AgentFile[]): (file: SessionFile) => number {
  const counts = new Map<string, number>();
  for (const agent of agents) {
    const key = ownerKey(agent);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (file) => counts.get(sessionKey(file)) ?? 0;
}
