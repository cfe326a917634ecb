// Entries of another session that hang on nothing here -> taken out and set aside; forks' entries, which hang together, stay.
import { stringField } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import type { Entry, Survey } from "./survey.ts";

export function mendForeign(survey: Survey, bench: Bench): void {
  const own = ownSession(survey);
  if (own === undefined) return;
  const islands = islandsOf(survey);
  const gone = new Set<string>();
  const stays = new Set<string>();
  for (const island of islands) {
    const ids = new Set(island.map(({ note }) => note.sessionId));
    if (isAlien(island, ids, { survey, own, bench })) {
      for (const { at } of island) bench.drop(at, "of another session", "set-aside");
      const first = island[0];
      if (first !== undefined)
        bench.step(
          "foreign-session",
          `From {line} on: ${island.length} entries of another session, which hang on nothing here, are set aside.`,
          first.at,
        );
      for (const id of ids) if (id !== undefined) gone.add(id);
    } else for (const id of ids) if (id !== undefined) stays.add(id);
  }
  for (const { at, sessionId } of survey.states)
    if (sessionId !== undefined && gone.has(sessionId) && !stays.has(sessionId))
      bench.drop(at, "of another session", "set-aside");
}

/** The one that the file is named after, if any entry names it; else the one that most entries name. */
function ownSession({ entries, sessionId }: Survey): string | undefined {
  const counts = new Map<string, number>();
  for (const { note } of entries)
    if (note.sessionId !== undefined) counts.set(note.sessionId, (counts.get(note.sessionId) ?? 0) + 1);
  if (counts.size < 2) return undefined;
  if (counts.has(sessionId)) return sessionId;
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Entries that hang together by their parents, as lists in file order. */
function islandsOf({ entries, find }: Survey): readonly (readonly Entry[])[] {
  const above = Int32Array.from(entries, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while ((above[root] ?? root) !== root) root = above[root] ?? root;
    for (let at = index; at !== root;) {
      const next = above[at] ?? root;
      above[at] = root;
      at = next;
    }
    return root;
  };
  for (const { node } of entries) {
    const parent = find(node.parent);
    if (parent !== undefined) above[rootOf(node.index)] = rootOf(parent.index);
  }
  const islands = new Map<number, Entry[]>();
  for (const entry of entries) {
    const root = rootOf(entry.node.index);
    const island = islands.get(root);
    if (island === undefined) islands.set(root, [entry]);
    else island.push(entry);
  }
  return [...islands.values()];
}

type Home = { readonly survey: Survey; readonly own: string; readonly bench: Bench };

function isAlien(island: readonly Entry[], ids: ReadonlySet<string | undefined>, home: Home): boolean {
  const { survey, own } = home;
  if (ids.has(own) || ids.has(undefined)) return false;
  // What goes on behind it without a parent of its own may have hung on it: a fork whose seam is damaged.
  if (island[0]?.node.index !== 0) return true;
  const last = island.at(-1);
  const next = survey.entries.find(
    ({ node }) => node.index > (last?.node.index ?? 0) && !node.sidechain && node.type !== "progress",
  );
  const isOwn = next !== undefined && next.note.sessionId === own;
  return !(isOwn && isSeam(next.node, survey) && isSameFolder(last, next, home));
}

/** A fork goes on where its source was; an excerpt that begins amidst may stand behind any other session. */
function isSameFolder(one: Entry | undefined, other: Entry, { bench }: Home): boolean {
  const [cwd, next] = [one, other].map((entry) =>
    entry === undefined ? undefined : stringField(bench.read(entry.at) ?? {}, "cwd"),
  );
  return cwd === undefined || next === undefined || cwd === next;
}

/** A prompt without any parent begins a session of its own; whatever else stands there has lost what it hung on. */
function isSeam(node: Node, { find }: Survey): boolean {
  if (node.parent !== undefined) return find(node.parent) === undefined;
  return node.type === "assistant" || node.results.length > 0;
}
