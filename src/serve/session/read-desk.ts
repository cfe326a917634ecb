// Questions about one log -> their answers; keeps layouts of the logs asked for last, runs inside a thread.
import { statSync } from "node:fs";
import { type IsKept, WorldError, readAgents } from "../../store/index.ts";
import type { MadeBy } from "../../view/index.ts";
import { type Answer, type Question, jsonAnswer } from "../lane/question.ts";
import { type Args, isSet, needed, optionalNumber, wholeNumber } from "./arguments.ts";
import { entryJson, noLine } from "./entry.ts";
import { findRows } from "./find-rows.ts";
import { type HeadFacts, headJson } from "./head.ts";
import type { Layout, Stretch } from "./layout.ts";
import { logFinder } from "./log-finder.ts";
import { pictureBytes } from "./picture.ts";
import { rowTexts, totalOf } from "./rows.ts";
import { type Kept, type Times, shelf } from "./shelf.ts";

export type ReadDesk = {
  /** Undefined: it is not about a log. */
  readonly answer: (question: Question) => Promise<Answer> | undefined;
  readonly pathOf: (id: string) => string;
};

export type ReadDeskOptions = {
  readonly homes: readonly string[];
  readonly clock: Times;
  readonly titles: () => ReadonlyMap<string, string>;
  readonly makings: () => ReadonlyMap<string, MadeBy>;
  readonly kept: () => IsKept;
  readonly resume: (cwd: string | undefined, sessionId: string, path: string) => string | null;
};

const findMs = 10_000;

export function readDesk({ homes, clock, titles, makings, kept, resume }: ReadDeskOptions): ReadDesk {
  const { monotonicMs } = clock;
  const finder = logFinder(homes, monotonicMs);
  const books = shelf(clock);
  const pathFor = ({ id = "", agentId }: Args): string => {
    const session = finder.session(id);
    return agentId === undefined ? session.path : finder.agent(session, agentId).path;
  };
  const open = (args: Args): Promise<Kept> => books.open(pathFor(args));
  /** With `quick`, of a long log that nobody has read yet, its beginning or what stands around a line. */
  const glance = (args: Args): Promise<Kept> =>
    isSet(args, "quick") && args["branch"] === undefined
      ? books.glance(pathFor(args), optionalNumber(args, "around"))
      : open(args);

  function ownFacts(id: string, { path, session }: Layout): OwnFacts {
    const stats = statSync(path, { throwIfNoEntry: false });
    const isKept = stats !== undefined && kept()(id, { sizeBytes: stats.size, modifiedMs: stats.mtimeMs });
    return {
      title: titles().get(id),
      madeBy: makings().get(id),
      isKept,
      resume: resume(session.description.cwd, id, path),
    };
  }

  const answers: Readonly<Record<string, (question: Question) => Promise<Answer>>> = {
    async head({ args, live }) {
      const { layout, revision, provisional } = await glance(args);
      const { id = "", agentId } = args;
      const agentLogs =
        agentId === undefined && provisional === undefined
          ? readAgents(layout.path, layout.session.log.state.sessionIds, lenient)
          : [];
      const own = agentId === undefined ? ownFacts(id.toLowerCase(), layout) : noFacts;
      const facts = {
        id: agentId ?? id.toLowerCase(),
        revision: revision(),
        agentLogs,
        ...own,
        status: live?.["status"],
        provisional,
      };
      return jsonAnswer(JSON.stringify(headJson(layout, facts), orNull));
    },
    async rows({ args }) {
      // What makes no sense is refused before a long log is read for it.
      const wanted = wantedRows(args);
      return jsonAnswer(rowsText(await glance(args), wanted));
    },
    async find({ args }) {
      const words = needed(args, "q");
      const limit = wholeNumber(args, "limit", { usual: 500, most: 5000 });
      const branch = optionalNumber(args, "branch");
      const { layout } = await open(args);
      const found = await findRows(layout, stretchOf(layout, branch), {
        words,
        limit,
        nowMs: monotonicMs,
        deadlineMs: monotonicMs() + findMs,
      });
      return jsonAnswer(JSON.stringify(found));
    },
    async locate({ args }) {
      if (args["uuid"] === undefined && args["turn"] === undefined) lineNumber(args);
      const { layout } = await open(args);
      return jsonAnswer(JSON.stringify(locate(layout, args), orNull));
    },
    async entry({ args }) {
      const line = lineNumber(args);
      const { layout } = await open(args);
      return jsonAnswer(JSON.stringify(entryJson(layout, line), orNull));
    },
    async image({ args }) {
      const line = lineNumber(args);
      const index = wholeNumber(args, "index", { usual: 0, most: 10_000 });
      const { layout } = await open(args);
      const picture = pictureBytes(layout.read({ line }), index);
      if (picture !== undefined) return { status: 200, type: picture.type, body: picture.bytes };
      throw new WorldError("not-found", "there is no such picture", {
        hint: "only PNG, JPEG, GIF and WebP are served",
      });
    },
  };

  return {
    answer: (question) => answers[question.about]?.(question),
    pathOf: (id) => finder.session(id).path,
  };
}

type OwnFacts = Pick<HeadFacts, "title" | "madeBy" | "isKept" | "resume">;
const noFacts: OwnFacts = { title: undefined, madeBy: undefined, isKept: false, resume: null };

/** An agent's log that cannot be read must not hide the session. */
const lenient = { onUnreadable: (): void => undefined };

const orNull = (_key: string, value: unknown): unknown => {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return value === undefined ? null : value;
};

type WantedRows = {
  readonly branch: number | undefined;
  readonly from: number;
  readonly count: number;
  /** The line around which they lie, instead of where they begin. */
  readonly line: number | undefined;
  readonly texts: "cut" | "whole";
  /** The revision of an earlier answer. */
  readonly since: string | undefined;
};

function wantedRows(args: Args): WantedRows {
  const count = wholeNumber(args, "count", { usual: 100, most: 500 });
  return {
    branch: optionalNumber(args, "branch"),
    from: wholeNumber(args, "from", { usual: 0, most: Number.MAX_SAFE_INTEGER }),
    count,
    line: optionalNumber(args, "around"),
    texts: isSet(args, "full") && count === 1 ? "whole" : "cut",
    since: args["since"],
  };
}

function rowsText({ layout, revision, provisional }: Kept, wanted: WantedRows): string {
  const { branch, count, line, texts } = wanted;
  const stretch = stretchOf(layout, branch);
  const place = line === undefined ? undefined : layout.place(line);
  const at = place?.branch === (branch ?? null) ? place.row : undefined;
  const from = line === undefined ? wanted.from : Math.max(0, (at ?? 0) - Math.floor(count / 2));
  const firstRow = provisional?.firstRow;
  const rows = rowTexts(layout, stretch, { from, count, texts, firstRow });
  const head = {
    from: from + (firstRow ?? 0),
    total: Math.ceil(totalOf(stretch) * (provisional?.times ?? 1)),
    ...(line !== undefined && { at: at === undefined ? null : at + (firstRow ?? 0) }),
    revision: revision(wanted.since),
    isProvisional: provisional !== undefined,
  };
  return `${JSON.stringify(head).slice(0, -1)},"rows":[${rows.join(",")}]}`;
}

function stretchOf(layout: Layout, number: number | undefined): Stretch {
  const stretch = number === undefined ? layout.main : layout.branch(number);
  if (stretch !== undefined) return stretch;
  throw new WorldError("not-found", `there is no branch ${number}`, { hint: "the session's head names its branches" });
}

function locate(layout: Layout, args: Args): object {
  const line = lineOf(layout, args);
  const found = layout.place(line);
  if (found === undefined) throw noLine(line);
  const uuid = layout.session.log.nodes.find((node) => node.line === line)?.id;
  return { ...found, line, uuid };
}

const lineNumber = (args: Args): number =>
  wholeNumber({ line: needed(args, "line") }, "line", { usual: 0, most: Number.MAX_SAFE_INTEGER, least: 1 });

function lineOf({ session }: Layout, args: Args): number {
  const { uuid, turn } = args;
  if (uuid !== undefined) {
    const node = session.log.nodes.find(({ id }) => id === uuid);
    if (node !== undefined) return node.line;
    throw new WorldError("not-found", "no entry of the session has this uuid", { hint: "it may be one of an agent's" });
  }
  if (turn === undefined) return lineNumber(args);
  const turns = [...session.turns, ...session.branches.flatMap((branch) => branch.turns)];
  const found = turns.find(({ label }) => label.toLowerCase() === turn.toLowerCase());
  const line = found?.prompt?.line ?? found?.lines[0];
  if (line !== undefined) return line;
  throw new WorldError("not-found", "there is no such turn", { hint: "the session's head names its turns" });
}
