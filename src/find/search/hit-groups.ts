// Places in order -> the sessions they stand in, each with its first hits; the rest is counted, as far as that is quick.
import type { FoundPlace } from "./found-place.ts";
import type { Hit, HitReader } from "./hit.ts";

export type SessionHits = {
  readonly sessionId: string;
  readonly hits: readonly Hit[];
  /** Further ones that are not shown. */
  readonly more: number;
};

export type HitGroups = {
  readonly sessions: readonly SessionHits[];
  readonly moreSessions: number;
  /** All of them, shown or not. */
  readonly total: number;
  /** False when there may be more than were counted. */
  readonly isCounted: boolean;
};

export type GroupOptions = {
  readonly sessions: number;
  readonly perSession: number;
  /** So many places of the index are looked through when enough is found to show. */
  readonly countLimit: number;
  /** Whether the index is right without being looked at again. */
  readonly isExact: boolean;
};

/** One session may hold so many hits that others come into sight late. */
const patience = 50;

type Group = { readonly sessionId: string; readonly hits: Hit[]; more: number };

/** The client writes a title again with every turn: a person wants to see it once. */
const repeats = ({ hits }: Group, hit: Hit): boolean =>
  hit.kind === "title" && hits.some(({ kind, snippet }) => kind === "title" && saysTheSame(snippet, hit.snippet));

const saysTheSame = (a: Hit["snippet"], b: Hit["snippet"]): boolean =>
  a.length === b.length && a.every(({ text }, at) => text === b[at]?.text);

export function groupHits(places: Iterable<FoundPlace>, reader: HitReader, options: GroupOptions): HitGroups {
  const groups = new Map<string, Group>();
  let total = 0;
  let fromIndex = 0;
  let isCounted = true;
  for (const place of places) {
    if (place.source === "index") {
      fromIndex += 1;
      const isEnough = groups.size >= options.sessions ? options.countLimit : patience * options.countLimit;
      if (fromIndex > isEnough) {
        isCounted = false;
        break;
      }
    }
    const sessionId = reader.sessionId(place.file);
    const key = `${place.file.slug}/${sessionId}`;
    const group = groups.get(key) ?? { sessionId, hits: [], more: 0 };
    const isNew = !groups.has(key);
    const isShown = isNew
      ? groups.size < options.sessions
      : group.hits.length > 0 && group.hits.length < options.perSession;
    const isSure = place.source === "scan" || options.isExact;
    const hit = isShown || !isSure ? reader.read(place) : undefined;
    if (hit === undefined && (isShown || !isSure)) continue;
    if (isNew) groups.set(key, group);
    if (isShown && hit !== undefined && !repeats(group, hit)) group.hits.push(hit);
    else group.more += 1;
    total += 1;
  }
  const sessions = [...groups.values()].filter(({ hits }) => hits.length > 0);
  return { sessions, moreSessions: groups.size - sessions.length, total, isCounted };
}
