// Words and a stretch of a session -> the rows that hold them, in order; lines that cannot hold them are not parsed.
import type { Json } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";
import { openLog } from "../../store/index.ts";
import type { Row } from "../../view/index.ts";
import { shownOf } from "./rows.ts";
import type { Layout, Stretch } from "./layout.ts";

export type RowMatch = {
  readonly row: number;
  readonly line: number;
  readonly kind: Row["kind"];
  readonly field: string;
  readonly snippet: readonly { readonly text: string; readonly hit: boolean }[];
};

export type RowMatches = {
  readonly total: number;
  readonly isComplete: boolean;
  readonly matches: readonly RowMatch[];
};

export type FindOptions = { readonly limit: number; readonly deadlineMs: number; readonly nowMs: () => number };

/** Between so many entries others get their turn. */
const atOnce = 64;

export async function findRows(
  layout: Layout,
  stretch: Stretch,
  { words, limit, deadlineMs, nowMs }: FindOptions & { readonly words: string },
): Promise<RowMatches> {
  const wanted = words.toLowerCase();
  const lines = linesWith(layout, wanted);
  const mayHold = ({ line, calls }: Node): boolean =>
    lines.has(line) || calls.some(({ id }) => lines.has(layout.calls.get(id)?.resultLine ?? 0));
  const matches: RowMatch[] = [];
  let total = 0;
  const { nodes, starts } = stretch;
  const candidates = nodes.flatMap((node, at) => (mayHold(node) ? [at] : []));
  for (let begin = 0; begin < candidates.length; begin += atOnce) {
    if (nowMs() > deadlineMs) return { total, isComplete: false, matches };
    const some = candidates.slice(begin, begin + atOnce);
    const rowOf = rowCounter(some, { nodes, starts });
    for (const shown of shownOf(
      layout,
      stretch,
      some.flatMap((at) => nodes[at] ?? []),
    )) {
      const row = rowOf(shown.line);
      const found = matchIn(shown, wanted);
      if (found === undefined) continue;
      total += 1;
      if (matches.length < limit) matches.push({ row, line: shown.line, kind: shown.kind, ...found });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { total, isComplete: true, matches };
}

/** Rows of one entry follow each other. */
function rowCounter(
  some: readonly number[],
  { nodes, starts }: Pick<Stretch, "nodes" | "starts">,
): (line: number) => number {
  const next = new Map(some.map((at) => [nodes[at]?.line ?? 0, starts[at] ?? 0]));
  return (line) => {
    const row = next.get(line) ?? 0;
    next.set(line, row + 1);
    return row;
  };
}

const decoder = new TextDecoder();

/** Signs that JSON writes otherwise stand in the log in another way: then every line may hold them. */
function linesWith(layout: Layout, wanted: string): { readonly has: (line: number) => boolean } {
  if (/["\\\u0000-\u001f\ud800-\udfff\u007f-\uffff]/.test(wanted)) return { has: () => true };
  const lines = new Set<number>();
  const file = openLog(layout.path);
  try {
    for (const { number, bytes } of file.lines())
      if (bytes !== undefined && decoder.decode(bytes).toLowerCase().includes(wanted)) lines.add(number);
    return lines;
  } finally {
    file.close();
  }
}

type Found = Pick<RowMatch, "field" | "snippet">;

function matchIn(shown: Row, wanted: string): Found | undefined {
  for (const [field, text] of textsOf(shown)) {
    const at = text.toLowerCase().indexOf(wanted);
    if (at >= 0) return { field, snippet: snippetAt(text, at, wanted.length) };
  }
  return undefined;
}

function textsOf(shown: Row): readonly (readonly [string, string])[] {
  switch (shown.kind) {
    case "turn":
    case "text":
    case "thinking":
    case "result":
    case "note":
      return [["text", shown.text]];
    case "call":
      return [
        ["summary", `${shown.name} ${shown.summary}`],
        ...stringsIn(shown.input).map((text) => ["input", text] as const),
        ["result", shown.result ?? ""],
      ];
    case "compaction":
      return [];
  }
}

/** Every string in it, without recursion. */
function stringsIn(input: Json | undefined): readonly string[] {
  const strings: string[] = [];
  const open: Json[] = input === undefined ? [] : [input];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "object" && value !== null)
      // One by one: an array may be longer than a call may have arguments.
      for (const inner of Object.values(value).toReversed()) open.push(inner);
  }
  return strings;
}

const around = 60;

function snippetAt(text: string, at: number, length: number): RowMatch["snippet"] {
  const piece = (from: number, to: number): string => text.slice(Math.max(0, from), to).replaceAll(/\s+/g, " ");
  return [
    { text: piece(at - around, at), hit: false },
    { text: piece(at, at + length), hit: true },
    { text: piece(at + length, at + length + around * 2), hit: false },
  ].filter((part) => part.text !== "");
}
