// A session and what shall be trimmed of it -> a plan; two passes over the lines, of which only decisions are kept.
import { type Line, decodeLine, jsonText, locator } from "../../format/index.ts";
import type { Node, Session } from "../../graph/index.ts";
import { type Draft, startDraft } from "../draft.ts";
import type { Change, Plan, Refused, Source, Supply } from "../plan.ts";
import { agesOf } from "./age.ts";
import { type CallTable, readCalls } from "./call-table.ts";
import { bytesPerToken, countedTokens, recount, unseenTokens } from "./context-count.ts";
import { fatesOf } from "./fate.ts";
import type { TrimIntention } from "./intention.ts";
import { nothingRemoved, removalOf } from "./removal.ts";
import { type Shield, shieldOf, unknownIn } from "./shield.ts";
import { type Told, type TrimContext, type Trimmed, trimEntry } from "./trim-line.ts";
import { unchangedPlan } from "./unchanged.ts";
import { isLastWord, isRequestBlob } from "./weight.ts";

/** With about how many bytes fewer are sent. */
export type TrimPlanned = { readonly ok: true; readonly plan: Plan; readonly savedBytes: number } | Refused;

export function planTrim(source: Source, intention: TrimIntention, supply: Supply): TrimPlanned {
  const fault = unknownIn(source, intention);
  if (fault !== undefined) return fault;
  const { session } = source;
  const shield = shieldOf(source, intention);
  const ageOf = agesOf(session);
  const rules = intention.calls ?? [];
  const sent = new Set(session.conversation.nodes);
  const isUnsent = (node: Node): boolean => !sent.has(node);
  const held: Shield = { ...shield, holdsLine: (node) => isUnsent(node) || shield.holdsLine(node) };
  const table = rules.length === 0 ? noCalls : readCalls(source, { ageOf, shield: held });
  const fateOf = fatesOf(table, rules);
  const removal = rules.some(({ action }) => action === "remove") ? removalOf(session, table, fateOf) : nothingRemoved;
  const draft = startDraft(source, supply);
  const work = trimmer(draft, session);
  eachLine(
    source,
    { intention, ageOf, table, fateOf, removal, links: session.links, isEnd: endOf(session) },
    { shield, work, isUnsent },
  );
  if (work.isLessSent()) {
    const { scale } = intention;
    const wantedTokens = Math.max(
      countedTokens(session) - Math.floor(work.savedBytes() / bytesPerToken),
      scale?.unseenTokens ?? unseenTokens,
    );
    recount(draft, source, { wantedTokens, scale });
  }
  const savedBytes = work.savedBytes();
  return { ok: true, plan: draft.isIdle() ? unchangedPlan(source) : draft.plan(), savedBytes };
}

const noCalls: CallTable = { calls: new Map(), speaking: new Set() };

type Work = {
  readonly apply: (line: Line, trimmed: Trimmed) => void;
  readonly drop: (line: number, told: Told | "progress") => void;
  /** Of what is sent today. */
  readonly savedBytes: () => number;
  readonly isLessSent: () => boolean;
};

function trimmer(draft: Draft, { conversation }: Session): Work {
  const sent = new Map(conversation.nodes.map((node) => [node.line, node.sizeBytes]));
  let savedBytes = 0;
  let isLess = false;

  function drop(line: number, told: Told | "progress"): void {
    const sizeBytes = isHeard(told) ? sent.get(line) : undefined;
    if (sizeBytes !== undefined) lessBy(Math.max(0, sizeBytes - envelopeBytes));
    draft.drop(line, reasons[told]);
    draft.step(`trim-${told}`, sentences[told], line);
  }

  function lessBy(bytes: number): void {
    isLess = true;
    savedBytes += bytes;
  }

  return {
    drop,
    apply(line, trimmed) {
      if (trimmed === undefined) return;
      if (trimmed.kind === "dropped") return drop(line.number, trimmed.told);
      const mostBytes = trimmed.told.includes("image") ? imageBytes : Infinity;
      if (sent.has(line.number) && trimmed.told.some(isHeard))
        lessBy(Math.min(shrunkBy(line, trimmed.changes), mostBytes));
      for (const change of trimmed.changes) draft.change(line.number, change);
      for (const told of trimmed.told) draft.step(`trim-${told}`, sentences[told], line.number);
    },
    savedBytes: () => savedBytes,
    isLessSent: () => isLess,
  };
}

/** A picture counts little, however many bytes it has. */
const imageBytes = 1500 * bytesPerToken;
/** About what a line takes beside its content. */
const envelopeBytes = 800;

/** Whether the model would have seen it again. */
function isHeard(told: Told | "progress"): boolean {
  switch (told) {
    case "call":
    case "result":
    case "note":
    case "thinking":
    case "image":
    case "attachment":
      return true;
    case "copy":
    case "blob":
    case "weight":
    case "progress":
      return false;
  }
}

/** By what the changes take away of the message; the client's own copy is never sent. */
function shrunkBy({ bytes }: Line, changes: readonly Change[]): number {
  if (bytes === undefined) return 0;
  const locate = locator(bytes);
  let saved = 0;
  for (const change of changes) {
    const range = change.path[0] === "message" ? locate(change.path) : undefined;
    if (range === undefined) continue;
    const kept = change.op === "set" ? (jsonText(change.value) ?? "").length : 0;
    saved += Math.max(0, range.end - range.start - kept);
  }
  return saved;
}

const reasons: { readonly [told in Told | "progress"]: string } = {
  call: "a tool call that was to go",
  result: "the result of a call that goes",
  note: "a result that was to become a note",
  thinking: "thinking",
  image: "a picture",
  attachment: "an attachment",
  copy: "a copy of a result",
  blob: "a recorded request",
  weight: "never sent again",
  progress: "progress",
};

const sentences: { readonly [told in Told | "progress"]: string } = {
  call: "tool calls removed",
  result: "results of removed calls removed",
  note: "results replaced by a short note",
  thinking: "thinking removed",
  image: "pictures replaced by a short note",
  attachment: "attachments removed",
  copy: "the client's own copies of results removed",
  blob: "recorded requests removed",
  weight: "lines that are never sent again removed",
  progress: "progress lines removed",
};

type Lines = {
  readonly shield: Shield;
  readonly work: Work;
  /** In front of a compaction, or on a branch that was left. */
  readonly isUnsent: (node: Node) => boolean;
};

function eachLine(source: Source, context: TrimContext, { shield, work, isUnsent }: Lines): void {
  const { intention } = context;
  const unsent = unsentContext(context);
  const { nodes, tally } = source.session.log;
  const lastWords = new Map<string, number>();
  let at = 0;
  if (tally.lines === 0) return;
  for (const line of source.lines(1, tally.lines)) {
    const node = nodes[at]?.line === line.number ? nodes[at] : undefined;
    if (node !== undefined) at += 1;
    const own = node !== undefined && isUnsent(node) ? unsent : context;
    if (node !== undefined && (shield.holdsLine(node) || !isTouched(node, own))) continue;
    if (node?.type === "progress") {
      work.drop(line.number, "progress");
      continue;
    }
    const decoded = decodeLine(line);
    if (!("raw" in decoded)) continue;
    if (node !== undefined) work.apply(line, trimEntry(node, decoded.raw, own));
    else if (intention.requestBlobs !== undefined && isRequestBlob(decoded.type)) work.drop(line.number, "blob");
    else if (intention.deadWeight !== undefined && isLastWord(decoded.type)) {
      const before = lastWords.get(decoded.type);
      if (before !== undefined) work.drop(before, "weight");
      lastWords.set(decoded.type, line.number);
    }
  }
}

/** What is not sent makes nothing smaller but the file: it can still be brought back as it was. */
function unsentContext(context: TrimContext): TrimContext {
  const { calls: _calls, thinking: _thinking, images: _images, ...others } = context.intention;
  const { pastedImages: _pasted, attachments: _attachments, ...intention } = others;
  return { ...context, intention, fateOf: () => "keep", removal: nothingRemoved };
}

/** Whether the line must be looked at: most need not be parsed again. */
function isTouched(node: Node, { intention }: TrimContext): boolean {
  switch (node.type) {
    case "progress":
      return intention.progress !== undefined;
    case "system":
      return false;
    case "assistant":
      return intention.thinking !== undefined || node.calls.length > 0 || node.sizeBytes < blankLineBytes;
    case "user":
    case "attachment":
      return true;
  }
}

/** A line without words is short. */
const blankLineBytes = 8192;

/** The message that the conversation ends with, everything on the path behind it, and the line that tells its model. */
function endOf({ path, conversation, log }: Session): (node: Node) => boolean {
  const last = path.findLastIndex((node) => node.type === "user" || node.type === "assistant");
  const end = new Set(path.slice(Math.max(0, last)));
  const [answer, before] = path
    .filter((node) => node.type === "assistant")
    .slice(-2)
    .toReversed();
  const modelOf = (node: Node | undefined): string | undefined => log.messages.get(node?.messageId ?? "")?.model;
  if (answer !== undefined && before !== undefined && modelOf(answer) !== modelOf(before)) end.add(answer);
  return (node) => end.has(node) || node === conversation.leaf;
}
