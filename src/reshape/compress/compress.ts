// A session and how many turns stay -> a plan: boundary and summary in front of those turns; older lines stay, and are no longer sent.
import { type JsonObject, decodeLine, utf8Bytes } from "../../format/index.ts";
import type { ContextScale, Node, Session } from "../../graph/index.ts";
import { type Draft, startDraft } from "../draft.ts";
import type { Planned, Source, Supply } from "../plan.ts";
import { chainEntries } from "../trim/chain-entries.ts";
import { bytesIn, bytesPerToken, countedTokens, recount, tokensIn } from "../trim/context-count.ts";
import { unchangedPlan } from "../trim/unchanged.ts";
import { isBlankAnswer } from "../trim/weight.ts";
import { type Compacting, boundaryEntry, summaryEntry } from "./boundary.ts";
import { type Cut, cutAt } from "./cut.ts";
import type { CompressIntention } from "./intention.ts";
import { extractOf, summaryText, wordedBy } from "./summary.ts";
import { toldTurns } from "./told-turn.ts";

export function planCompress(source: Source, intention: CompressIntention, supply: Supply): Planned {
  const found = cutAt(source, intention.keepTurns);
  if (found.kind === "fault") return found.fault;
  if (found.kind === "nothing") return { ok: true, plan: unchangedPlan(source) };
  const { cut } = found;
  const entries = compacting(source, cut, { intention, supply });
  const draft = startDraft(source, supply);
  draft.add(cut.behind, boundaryEntry(entries));
  draft.add(cut.behind, summaryEntry(entries));
  clearWay(source, cut, draft);
  draft.change(cut.head.line, { op: "set", path: ["parentUuid"], value: entries.ids.summary });
  const { scale } = intention;
  recount(draft, source, { wantedTokens: tokensAfter(cut, entries, scale), scale });
  draft.step("compressed", "older entries are told by a summary now", cut.last.line);
  return { ok: true, plan: draft.plan() };
}

/** Clients up to 2.1.8 end at a progress line and would not see the summary; what they then meet must be fit to send. */
function clearWay(source: Source, { staying }: Cut, draft: Draft): void {
  const { links } = source.session;
  const isLeaf = (node: Node): boolean => node === source.session.conversation.leaf;
  for (const node of staying) {
    const [parent, named] = [links.parentOf(node), node.parent === undefined ? undefined : links.find(node.parent)];
    if (named?.type !== "progress" || parent?.id === undefined) continue;
    draft.change(node.line, { op: "set", path: ["parentUuid"], value: parent.id });
  }
  const wanted = new Set(staying.filter((node) => node.type === "assistant" && !isLeaf(node)));
  for (const [node, decoded] of chainEntries(source, (each) => wanted.has(each)))
    if ("raw" in decoded && isBlankAnswer(decoded.raw)) draft.drop(node.line, "never sent again");
}

/** What the older turns say, for whoever words the summary: one text for each turn. Earlier summaries stay as they are. */
export function* olderTurns(source: Source, keepTurns: number): Generator<string, void, undefined> {
  const found = cutAt(source, keepTurns);
  if (found.kind !== "cut") return;
  for (const turn of toldTurns(source, found.cut.older)) {
    const calls = turn.calls.map(({ name, target, failed }) => `- ${name} ${target}${failed ? " (failed)" : ""}`);
    const said = [...turn.prompts.map((text) => `Person: ${text}`), ...turn.notices.map((text) => `Notice: ${text}`)];
    const answers = turn.said.map((text) => `Model: ${text}`);
    yield [...said, ...answers, ...calls].join("\n");
  }
}

type Given = { readonly intention: CompressIntention; readonly supply: Supply };

function compacting(source: Source, { older, head, last }: Cut, { intention, supply }: Given): Compacting {
  const turns = toldTurns(source, older);
  const body = intention.summary === undefined ? extractOf(turns, intention) : wordedBy(intention.summary, turns);
  const boundary = supply.newUuid();
  return {
    model: entryAt(source, head.line),
    sessionId: source.sessionId,
    lastSummarised: last.id ?? null,
    preTokens: tokensBefore(source.session),
    text: summaryText(body),
    now: supply.now(),
    ids: { boundary, summary: supply.newUuid() },
  };
}

function entryAt(source: Source, line: number): JsonObject {
  for (const found of source.lines(line, line)) {
    const decoded = decodeLine(found);
    if ("raw" in decoded) return decoded.raw;
  }
  return {};
}

/** What the last answer says was in the context, or a quarter of the bytes. */
function tokensBefore(session: Session): number {
  const counted = countedTokens(session);
  return counted > 0 ? counted : Math.ceil(bytesIn(session.conversation.nodes) / bytesPerToken);
}

const tokensAfter = ({ staying }: Cut, { text }: Compacting, scale: ContextScale | undefined): number =>
  tokensIn([...staying, { sizeBytes: utf8Bytes(text).length }], scale);
