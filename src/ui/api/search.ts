// A query and filters -> hits in the text of the sessions that pass, grouped by session.
import { ask } from "./client.ts";
import { count, fieldsOf, flag, list, maybeText, text, timeMs, exact, maybeExact } from "./fields.ts";
import { type Piece, decodePiece } from "./rows.ts";

export type Hit = {
  readonly line: number;
  readonly kind: string;
  readonly tool: string | undefined;
  readonly timeMs: number | undefined;
  readonly agent: string | undefined;
  readonly snippet: readonly Piece[];
};

export type SessionHits = {
  readonly sessionId: string;
  readonly title: string;
  readonly project: string | undefined;
  readonly more: number;
  readonly hits: readonly Hit[];
};

export type SearchAnswer = {
  readonly sessions: readonly SessionHits[];
  readonly total: number;
  readonly isCounted: boolean;
  readonly moreSessions: number;
  readonly isComplete: boolean;
  readonly source: string;
};

/** Which sessions are searched, in the terms of the API. */
export type SearchFilter = { readonly status?: string; readonly tag?: string };

export type SearchRequest = { readonly q: string; readonly filter: SearchFilter };

export async function searchText({ q, filter }: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
  const fields = fieldsOf(await ask("/search", { q, limit: 40, perSession: 3, ...filter }, signal));
  return {
    sessions: list(fields, "sessions", decodeSessionHits),
    total: count(fields, "total"),
    isCounted: flag(fields, "isCounted"),
    moreSessions: count(fields, "moreSessions"),
    isComplete: flag(fields, "isComplete"),
    source: text(fields, "source"),
  };
}

function decodeSessionHits(value: unknown): SessionHits {
  const fields = fieldsOf(value);
  return {
    sessionId: exact(fields, "sessionId"),
    title: text(fields, "title"),
    project: maybeText(fields, "project"),
    more: count(fields, "more"),
    hits: list(fields, "hits", decodeHit),
  };
}

function decodeHit(value: unknown): Hit {
  const fields = fieldsOf(value);
  return {
    line: count(fields, "line"),
    kind: text(fields, "kind"),
    tool: maybeText(fields, "tool"),
    timeMs: timeMs(fields, "time"),
    agent: maybeExact(fields, "agent"),
    snippet: list(fields, "snippet", decodePiece),
  };
}
