// How many tokens the context holds after a plan -> the last answer's own count of it corrected, or clients would compact at once.
import { type Change, type JsonObject, type Path, decodeLine, numberField, objectField } from "../../format/index.ts";
import { type ContextScale, type Node, type Session, type Thread, recountedKey } from "../../graph/index.ts";
import type { Draft } from "../draft.ts";
import type { Source } from "../plan.ts";

/** A rule of thumb. */
export const bytesPerToken = 4;
/** The system prompt and the tools, which no plan changes. */
export const unseenTokens = 20_000;

/** What the last answer says was in the context; 0 when none says so. */
export function countedTokens(session: Session): number {
  const last = lastCounted(session);
  return last === undefined ? 0 : tokensOf(last.id, session);
}

/**
 * Clients up to 2.1.150 take the context to be as full as the last answer says and compact before anything is sent, however
 * little is left. What the answer itself cost (`output_tokens`) stays as it is. A count that is low enough stays too, but
 * is marked: it counted what is not sent any more.
 */
export function recount(draft: Recounter, source: Source, recounting: Recounting): void {
  const { wantedTokens, scale, last = lastCounted(source.session) } = recounting;
  if (last === undefined) return;
  for (const { line } of last.lines) draft.change(line, recountedMark(scale));
  if (tokensOf(last.id, source.session) <= wantedTokens) return;
  for (const { line } of last.lines) {
    for (const found of source.lines(line, line)) {
      const decoded = decodeLine(found);
      const message = "raw" in decoded ? objectField(decoded.raw, "message") : undefined;
      const usage = message === undefined ? undefined : objectField(message, "usage");
      if (usage !== undefined) lower(draft, line, { usage, wantedTokens });
    }
  }
  draft.step(
    "recounted",
    "the last answer says now how much is left to send, so that the client does not compact at once",
    last.lines[0]?.line ?? 0,
  );
}

/** With what no log shows. Lines tell more than is sent of them, so this is rather too much. */
export const tokensIn = (lines: readonly Sized[], scale: ContextScale | undefined): number =>
  (scale?.unseenTokens ?? unseenTokens) + Math.ceil(bytesIn(lines) / (scale?.bytesPerToken ?? bytesPerToken));

export const bytesIn = (lines: readonly Sized[]): number => lines.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

type Sized = Pick<Node, "sizeBytes">;

export type Recounting = {
  readonly wantedTokens: number;
  /** By which the source's tokens are reckoned: so are the result's then. */
  readonly scale?: ContextScale | undefined;
  /** The answer to be marked, if that is not the source's last one. */
  readonly last?: Counted | undefined;
};

type Recounter = Pick<Draft, "change" | "step">;

export const recountedMark = (scale: ContextScale | undefined): Change => ({
  op: "set",
  path: [recountedKey],
  value: scale ?? true,
});

export type Counted = { readonly id: string; readonly lines: readonly Node[] };

export function lastCounted({
  conversation,
  log,
  links,
}: Pick<Thread, "conversation" | "log" | "links">): Counted | undefined {
  const node = conversation.nodes.findLast(
    ({ messageId }) => messageId !== undefined && !(log.messages.get(messageId)?.isApiError ?? true),
  );
  if (node?.messageId === undefined) return undefined;
  return { id: node.messageId, lines: [...links.linesOf(node.messageId)] };
}

function tokensOf(id: string, { log }: Session): number {
  const message = log.messages.get(id);
  if (message === undefined) return 0;
  return message.input + message.output + message.cacheRead + message.cacheWrite5m + message.cacheWrite1h;
}

const countKeys = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];

type Lowered = { readonly usage: JsonObject; readonly wantedTokens: number };

function lower(draft: Recounter, line: number, { usage, wantedTokens }: Lowered): void {
  let left = Math.max(0, Math.floor(wantedTokens) - (numberField(usage, "output_tokens") ?? 0));
  for (const key of countKeys) {
    const count = numberField(usage, key) ?? 0;
    const path: Path = ["message", "usage", key];
    if (count > left) draft.change(line, { op: "set", path, value: left });
    left -= Math.min(count, left);
  }
}
