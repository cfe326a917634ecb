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
import { statusNames } from "../../live/index.ts";
import { type MadeBy, sessionStates, sessionTags } from "../../view/index.ts";
import { type Answer, type Question, jsonAnswer } from "../lane/question.ts";
import { type Args, oneOf, wholeNumber } from "../session/arguments.ts";
import { isoTime } from "../events/status-json.ts";
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

export function listDesk({
  homes,
  openIndex,
  titles,
  makings,
  kept,
  moment,
}: ListDeskOptions): (question: Question) => Promise<Answer> {
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

  return async (question) => {
    const { args, nowMs, live = {} } = question;
    const catalog = await openIndex(nowMs);
    try {
      table.use(catalog);
      return listed(foundNow(question, catalog), { args, nowMs, live });
    } finally {
      table.use(undefined);
      catalog?.close();
    }
  };

  function listed(
    found: Discovered,
    { args, nowMs, live }: Required<Pick<Question, "args" | "nowMs" | "live">>,
  ): Answer {
    const offset = wholeNumber(args, "offset", { usual: 0, most: 1_000_000 });
    const limit = wholeNumber(args, "limit", { usual: 100, most: 2000 });
    const order = oneOf(args, "sort", orders) ?? "newest";
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
    const isWanted = filterOf(args, { live, afterMs: boundOf("since"), beforeMs: boundOf("before") });
    const rows = files
      .flatMap((file) => rowOf(file) ?? [])
      .filter(isWanted)
      .sort(comparers[order]);
    return answerOf(rows.slice(offset, offset + limit), { total: rows.length, offset, live });

    function boundOf(name: "since" | "before"): number | undefined {
      const words = args[name];
      return words === undefined || words === "" ? undefined : moment(words, name, nowMs);
    }
  }
}

const filterNames = ["q", "project", "branch", "model", "state", "tag", "status", "since", "before"];
const isFiltered = (args: Args): boolean => filterNames.some((name) => (args[name] ?? "") !== "");

type Live = Readonly<Record<string, unknown>>;
type Bounds = { readonly live: Live; readonly afterMs: number | undefined; readonly beforeMs: number | undefined };

function filterOf(
  args: Args,
  { live, afterMs = -Infinity, beforeMs = Infinity }: Bounds,
): (listed: ListedRow) => boolean {
  const words = (args["q"] ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const state = oneOf(args, "state", sessionStates);
  const tag = oneOf(args, "tag", sessionTags);
  const status = oneOf(args, "status", statusNames);
  const holds = (text: string | undefined, name: string): boolean =>
    (text ?? "").toLowerCase().includes((args[name] ?? "").toLowerCase());
  return (listed) => {
    const { row, isBrief } = listed;
    const text = [row.title, row.project, row.cwd, row.gitBranch, row.model, row.sessionId].join("\n").toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      holds(row.cwd, "project") &&
      holds(row.gitBranch, "branch") &&
      holds(row.model, "model") &&
      (state === undefined || (!isBrief && row.state === state)) &&
      (tag === undefined || row.tags.includes(tag)) &&
      (status === undefined || statusIn(live, row.sessionId) === status) &&
      timeOf(listed) >= afterMs &&
      timeOf(listed) < beforeMs
    );
  };
}

function statusIn(live: Live, sessionId: string): unknown {
  const part = live[sessionId.toLowerCase()];
  return typeof part === "object" && part !== null && "status" in part ? part.status : undefined;
}

const timeOf = ({ row }: ListedRow): number => row.endMs ?? row.modifiedMs;
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
