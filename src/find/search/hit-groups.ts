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

type Group = { readonly sessionId: string; readonly hits: Hit[]; more: number; read: number };

/** So many further places of a session are read in the hope of one that says more. */
const looksFurther = 6;

/** Whether another hit could make the preview better: there is room, or one that nobody said could give way. */
const wantsMore = ({ hits, read }: Group, perSession: number): boolean =>
  hits.length > 0 && read < perSession + looksFurther && (hits.length < perSession || hits.some(isAside));

/** Not said by anybody in the conversation. */
const isAside = ({ kind }: Hit): boolean => kind === "note" || kind === "title";

/** What stands around a conversation gives way to what was said in it. */
function take(group: Group, hit: Hit, perSession: number): void {
  group.read += 1;
  const { hits } = group;
  if (!repeats(group, hit) && hits.length < perSession) {
    hits.push(hit);
    return;
  }
  group.more += 1;
  const aside = hits.findLastIndex(isAside);
  if (aside < 0 || isAside(hit) || repeats(group, hit)) return;
  hits.splice(aside, 1);
  hits.push(hit);
}

/** The client writes titles and reminders again with every turn: a person wants to see each once. */
const repeats = ({ hits }: Group, hit: Hit): boolean =>
  hits.some(({ kind, snippet }) => kind === hit.kind && saysTheSame(snippet, hit.snippet));

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
    const group = groups.get(key) ?? { sessionId, hits: [], more: 0, read: 0 };
    const isNew = !groups.has(key);
    const isShown = isNew ? groups.size < options.sessions : wantsMore(group, options.perSession);
    const isSure = place.source === "scan" || options.isExact;
    const hit = isShown || !isSure ? reader.read(place) : undefined;
    if (hit === undefined && (isShown || !isSure)) continue;
    if (isNew) groups.set(key, group);
    if (isShown && hit !== undefined) take(group, hit, options.perSession);
    else group.more += 1;
    total += 1;
  }
  const sessions = [...groups.values()].flatMap(({ sessionId, hits, more }) =>
    hits.length === 0
      ? []
      : [{ sessionId, more, hits: hits.toSorted((a, b) => Number(isAside(a)) - Number(isAside(b))) }],
  );
  return { sessions, moreSessions: groups.size - sessions.length, total, isCounted };
}
