// An open session -> every item that fills the model's window at its leaf, with its tokens, and how far the log's own counts reach.
import {
  type Node,
  type ReadEntry,
  type ReplayRules,
  type Session,
  type TextLengths,
  buildRequest,
} from "../graph/index.ts";
import { type Item, contextItems } from "./context-item.ts";
import { type Measured, type Sized, measuredOf, sizeItems } from "./context-size.ts";
import { traceSources } from "./context-source.ts";

export type Filling = {
  readonly messages: number;
  readonly rows: readonly Row[];
  /** What the API counted last of what is sent now. */
  readonly measured: Measured | undefined;
  /** What came behind it. */
  readonly later: readonly Row[];
  readonly sized: Sized;
};

export type Row = { readonly item: Item; readonly tokens: number };

export type FillingOptions = {
  readonly rules: ReplayRules;
  readonly read: ReadEntry;
  /** Where `read` gives texts that stand for longer ones. */
  readonly lengths?: TextLengths;
};

export function fillingOf(session: Session, { rules, read, lengths }: FillingOptions): Filling {
  const { nodes } = session.conversation;
  const sources = traceSources(read);
  const { messages } = buildRequest(nodes, { read: sources.read, rules, reminders: "shown" });
  const items = contextItems(messages, sources, lengths);
  const stale = nodes.findLast((node) => sources.recounted.has(node));
  const behind = stale === undefined ? nodes : nodes.slice(nodes.indexOf(stale) + 1);
  const measured = isCut(session) ? [] : behind.flatMap((node) => measuredAt(node, session) ?? []);
  const last = measured.at(-1);
  const carried = stale === undefined ? undefined : sources.recounted.get(stale);
  const sized = sizeItems(items, { first: measured[0], last, carried });
  const rows = items.map((item, at) => ({ item, tokens: sized.tokens[at] ?? 0 }));
  const end = last === undefined ? -1 : items.findLastIndex((item) => item.source?.messageId === last.messageId);
  return {
    messages: messages.length,
    rows,
    measured: end < 0 ? undefined : last,
    later: end < 0 ? [] : rows.slice(end + 1),
    sized,
  };
}

/** The chain lost what stood in front of it: what was counted on it is of the whole, and not of what is sent now. */
function isCut({ findings, conversation: { nodes } }: Session): boolean {
  if (findings.some(({ code }) => code === "history-cut")) return true;
  const [first] = nodes;
  const isAnswer = first?.type === "assistant" || (first?.results.length ?? 0) > 0;
  return isAnswer && findings.some(({ code }) => code === "second-root");
}

export function measuredAt(node: Node, { log }: Session): Measured | undefined {
  const id = node.type === "assistant" ? (node.messageId ?? node.id) : undefined;
  const message = id === undefined ? undefined : log.messages.get(id);
  return message === undefined ? undefined : measuredOf(message, node.line);
}

export const tokensIn = (rows: readonly Row[]): number => rows.reduce((sum, { tokens }) => sum + tokens, 0);
