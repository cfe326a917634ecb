// An open session -> what fills the model's window at its leaf: by role, block, tool, file and reminder, exact or estimated.
import type { Node, ReadEntry, ReplayRules, Session } from "../graph/index.ts";
import { type Row, fillingOf, measuredAt, tokensIn } from "./context-filling.ts";
import type { ContextBlock, Item } from "./context-item.ts";
import type { Measured, Sized } from "./context-size.ts";

/** `exact`: counted by the API; `floor`: the same, but its last figure was never finished; `estimate`: by the length of text. */
export type ContextGrade = "exact" | "floor" | "estimate";

/** Its tokens are always an estimate. */
export type ContextShare = {
  readonly name: string;
  readonly tokens: number;
  readonly bytes: number;
  readonly items: number;
};

export type ContextItem = {
  readonly line: number | undefined;
  readonly uuid: string | undefined;
  readonly role: Item["role"];
  readonly block: ContextBlock;
  readonly tool: string | undefined;
  readonly file: string | undefined;
  readonly reminder: string | undefined;
  readonly tokens: number;
  readonly bytes: number;
  readonly preview: string;
};

export type ContextReport = {
  readonly refused: Session["conversation"]["refused"];
  readonly total: { readonly tokens: number; readonly grade: ContextGrade };
  readonly measured: Measured | undefined;
  /** What came after the measured message: always an estimate. */
  readonly since: { readonly tokens: number; readonly items: number };
  readonly unseenTokens: number | undefined;
  readonly window: { readonly tokens: number; readonly source: "asked" | "default" | "seen" };
  readonly method: Pick<Sized, "bytesPerToken" | "calibration">;
  readonly messages: number;
  readonly roles: readonly ContextShare[];
  readonly blocks: readonly ContextShare[];
  readonly tools: readonly ContextShare[];
  readonly files: readonly ContextShare[];
  readonly reminders: readonly ContextShare[];
  /** The largest items, the largest first. */
  readonly biggest: readonly ContextItem[];
  readonly compacted: Compacted;
};

export type Compacted = {
  /** Boundaries on the way to the leaf. */
  readonly times: number;
  /** Entries of people, model and tools in front of the last boundary that are not sent any more. */
  readonly entries: number;
  /** What the client wrote at the last boundary; undefined where it did not. */
  readonly line: number | undefined;
  readonly trigger: string | undefined;
  readonly preTokens: number | undefined;
  readonly postTokens: number | undefined;
};

export type ContextOptions = {
  readonly rules: ReplayRules;
  readonly read: ReadEntry;
  readonly windowTokens?: number | undefined;
  /** How many of the largest items. */
  readonly limit: number;
};

const usualWindow = 200_000;
const largeWindow = 1_000_000;

export function contextOf(session: Session, { rules, read, windowTokens, limit }: ContextOptions): ContextReport {
  const { messages, rows, measured, later, sized } = fillingOf(session, { rules, read });
  const since = { tokens: tokensIn(later), items: later.length };
  const tokens = measured === undefined ? tokensIn(rows) + (sized.unseenTokens ?? 0) : measured.tokens + since.tokens;
  const most = session.path.reduce((sum, node) => Math.max(sum, measuredAt(node, session)?.tokens ?? 0), tokens);
  return {
    refused: session.conversation.refused,
    total: { tokens, grade: measured !== undefined && since.tokens === 0 ? measured.grade : "estimate" },
    measured,
    since,
    unseenTokens: sized.unseenTokens,
    window: windowOf(windowTokens, most),
    method: { bytesPerToken: sized.bytesPerToken, calibration: sized.calibration },
    messages,
    roles: sharesBy(rows, ({ role }) => role),
    blocks: sharesBy(rows, ({ block }) => block),
    tools: sharesBy(rows, ({ tool }) => tool),
    files: sharesBy(rows, ({ file }) => file),
    reminders: sharesBy(rows, ({ reminder }) => reminder),
    biggest: rows
      .toSorted((a, b) => b.tokens - a.tokens)
      .slice(0, limit)
      .map(itemOf),
    compacted: compactedOf(session),
  };
}

function windowOf(asked: number | undefined, most: number): ContextReport["window"] {
  if (asked !== undefined) return { tokens: asked, source: "asked" };
  // Nothing over the usual window could have been counted in it.
  return most > usualWindow ? { tokens: largeWindow, source: "seen" } : { tokens: usualWindow, source: "default" };
}

function sharesBy(rows: readonly Row[], nameOf: (item: Item) => string | undefined): readonly ContextShare[] {
  const shares = new Map<string, ContextShare>();
  for (const { item, tokens } of rows) {
    const name = nameOf(item);
    if (name === undefined) continue;
    const known = shares.get(name) ?? { name, tokens: 0, bytes: 0, items: 0 };
    shares.set(name, {
      name,
      tokens: known.tokens + tokens,
      bytes: known.bytes + item.sizeBytes,
      items: known.items + 1,
    });
  }
  return [...shares.values()].sort((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1));
}

function itemOf({ item, tokens }: Row): ContextItem {
  const { role, block, tool, file, reminder, sizeBytes, preview, source } = item;
  return {
    line: source?.line,
    uuid: source?.uuid,
    role,
    block,
    tool,
    file,
    reminder,
    tokens,
    bytes: sizeBytes,
    preview,
  };
}

function compactedOf({ compactions, conversation, path }: Session): Compacted {
  const crossed = compactions.filter(({ onPath }) => onPath);
  const last = crossed.at(-1);
  const sent = new Set(conversation.nodes.map(({ line }) => line));
  const isAway = ({ line, type }: Node): boolean =>
    last !== undefined && line < last.line && (type === "user" || type === "assistant") && !sent.has(line);
  return {
    times: crossed.length,
    entries: path.filter(isAway).length,
    line: last?.line,
    trigger: last?.trigger,
    preTokens: last?.preTokens,
    postTokens: last?.postTokens,
  };
}
