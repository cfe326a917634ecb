// A log's path -> which row stands where, of the path and of each dead branch; the log is read once, its texts stay on disk.
import { basename } from "node:path";
import { type Decoded, type Line, decodeLine } from "../../format/index.ts";
import {
  type Branch,
  type Call,
  type Node,
  type ReadEntry,
  type Session,
  type Turn,
  gatherLog,
  lazySession,
} from "../../graph/index.ts";
import { type LogFile, openLog } from "../../store/index.ts";
import { type RowCounter, entryIn, rowCounter } from "./row-count.ts";

/** Nodes that are read one after the other, and where the rows of each begin. */
export type Stretch = {
  readonly nodes: readonly Node[];
  readonly turns: readonly Turn[];
  /** One more than nodes: the last is how many rows there are. */
  readonly starts: Uint32Array;
};

export type Layout = {
  readonly path: string;
  readonly file: LogFile;
  readonly session: Session;
  readonly read: ReadEntry;
  /** Every call in the file, by its id. */
  readonly calls: ReadonlyMap<string, Call>;
  readonly main: Stretch;
  readonly branch: (number: number) => Stretch | undefined;
  /** The row of a line, on the path or on a branch; of a result that of its call. */
  readonly place: (line: number) => { readonly branch: number | null; readonly row: number } | undefined;
  readonly close: () => void;
};

/** Which lines are read; any stretch of a log is a log. */
export type Choice = (lines: Iterable<Line>) => Iterable<Line>;

export function layoutOf(path: string, choose: Choice = (lines) => lines): Layout {
  const file = openLog(path);
  try {
    const counter = rowCounter();
    const log = gatherLog(counter.passing(decoded(choose(file.lines()))));
    const read = recentReader(file);
    const scope = /^agent-.+\.jsonl$/.test(basename(path)) ? "agent" : "main";
    const session = lazySession(log, { scope, read });
    return placed({ path, file, session, read }, counter);
  } catch (error) {
    file.close();
    throw error;
  }
}

function* decoded(lines: Iterable<Line>): Generator<Decoded, void, undefined> {
  for (const line of lines) yield decodeLine(line);
}

type Read = Pick<Layout, "path" | "file" | "session" | "read">;

function placed(opened: Read, counter: RowCounter): Layout {
  const { session, file } = opened;
  const calls = new Map<string, Call>(session.calls.map((call) => [call.id, call]));
  const isKnown = (callId: string): boolean => calls.has(callId);
  const stretchOf = (nodes: readonly Node[], turns: readonly Turn[]): Stretch => {
    const starts = new Uint32Array(nodes.length + 1);
    nodes.forEach((node, at) => {
      starts[at + 1] = (starts[at] ?? 0) + counter.rowsOf(node, isKnown);
    });
    return { nodes, turns, starts };
  };
  const main = stretchOf(session.path, session.turns);
  const byLine = once(() => new Map(session.log.nodes.map((node) => [node.line, node])));
  const branches = new Map<number, Stretch>();
  const branch = (number: number): Stretch | undefined => {
    const found = session.branches.find((one) => one.number === number);
    if (found === undefined) return undefined;
    const made = branches.get(number) ?? stretchOf(nodesAt(found, byLine()), found.turns);
    branches.set(number, made);
    return made;
  };
  const places = once(() => placesIn(main, session.branches, branch));
  return {
    ...opened,
    calls,
    main,
    branch,
    place(line) {
      const node = byLine().get(line);
      const answered =
        node?.prompt === "tool_result" ? node.results.flatMap((one) => calls.get(one.callId)?.line ?? []) : [];
      const [call] = answered;
      return places().get(call ?? line);
    },
    close: file.close,
  };
}

const nodesAt = ({ lines }: Branch, byLine: ReadonlyMap<number, Node>): readonly Node[] =>
  lines.flatMap((line) => byLine.get(line) ?? []);

type Places = ReadonlyMap<number, { readonly branch: number | null; readonly row: number }>;

/** A line without a row of its own leads to the next one. */
function placesIn(
  main: Stretch,
  branches: readonly Branch[],
  stretch: (number: number) => Stretch | undefined,
): Places {
  const places = new Map<number, { readonly branch: number | null; readonly row: number }>();
  const add = ({ nodes, starts }: Stretch, branch: number | null): void => {
    const last = (starts.at(-1) ?? 0) - 1;
    nodes.forEach(({ line }, at) => {
      if (!places.has(line) && last >= 0) places.set(line, { branch, row: Math.min(starts[at] ?? 0, last) });
    });
  };
  add(main, null);
  for (const { number } of branches) {
    const found = stretch(number);
    if (found !== undefined) add(found, number);
  }
  return places;
}

/** Rows of one entry ask for the same line again and again. */
const keptEntries = 8;

function recentReader(file: LogFile): ReadEntry {
  const recent = new Map<number, ReturnType<ReadEntry>>();
  return ({ line }) => {
    if (recent.has(line)) return recent.get(line);
    const raw = entryIn(file.lineAt(line));
    recent.set(line, raw);
    const [oldest] = recent.keys();
    if (recent.size > keptEntries && oldest !== undefined) recent.delete(oldest);
    return raw;
  };
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
