// A session with its status -> the stable JSON that every answer and event tells it in; times are ISO text, absent is null.
import type { LiveSession, StatusName } from "../../live/index.ts";
import { needRank } from "../../view/index.ts";

export type Words = { readonly title: string; readonly project: string | null; readonly cwd: string | null };

export type StatusPart = {
  readonly status: StatusName;
  readonly confidence: string;
  readonly since: string | null;
  readonly evidence: readonly { readonly source: string; readonly text: string; readonly at: string | null }[];
  readonly call: {
    readonly id: string;
    readonly tool: string;
    readonly about: string;
    readonly agentId: string | null;
  } | null;
  readonly agents: number;
};

export type StatusJson = StatusPart &
  Words & { readonly sessionId: string; readonly path: string | null; readonly home: string };

/** Without what the list of sessions tells anyway. */
export const partOf = ({ status, confidence, since, evidence, call, agents }: StatusJson): StatusPart => ({
  status,
  confidence,
  since,
  evidence,
  call,
  agents,
});

function statusPart({ status: now }: LiveSession): StatusPart {
  const { status, confidence, sinceMs, call, agents } = now;
  return {
    status,
    confidence,
    since: isoTime(sinceMs),
    evidence: now.evidence.map(({ source, text, atMs }) => ({ source, text, at: isoTime(atMs) })),
    call:
      call === undefined ? null : { id: call.id, tool: call.tool, about: call.about, agentId: call.agentId ?? null },
    agents,
  };
}

export function statusJson(session: LiveSession, words: Words): StatusJson {
  const { sessionId, path, home } = session;
  return { sessionId, ...statusPart(session), ...words, path: path ?? null, home };
}

/** Of a number that is no time there is none. */
export function isoTime(ms: number | undefined): string | null {
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Those who need a person first, and the newest of them. */
export function byNeed(sessions: Iterable<StatusJson>): readonly StatusJson[] {
  return [...sessions].sort(
    (a, b) =>
      needRank(a.status) - needRank(b.status) ||
      (b.since ?? "").localeCompare(a.since ?? "") ||
      a.sessionId.localeCompare(b.sessionId),
  );
}
