// Entries whose parent is lost, is themselves, or runs in a circle -> hung where they belong; boundaries and new beginnings stay roots.
import type { Json } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import { chosenParent, isRewoundToStart } from "./choose-parent.ts";
import { beginnings, isSurelyLater } from "./later.ts";
import { isInline } from "./sidechain-parent.ts";
import type { Survey } from "./survey.ts";

type Loss = { readonly node: Node; readonly code: string; readonly why: string };

export function mendParents(survey: Survey, bench: Bench): void {
  const losses = [...lostParents(survey)];
  if (losses.length === 0) return;
  /** As mended so far, so that no two mends make a circle. */
  const mended = new Map<Node, Node | undefined>();
  const lost = new Set(losses.map(({ node }) => node));
  const parentOf = (node: Node): Node | undefined =>
    mended.has(node) ? mended.get(node) : lost.has(node) ? undefined : survey.find(node.parent);
  const roots = rootsOf(survey, lost);
  const taken = new Set<Node>();
  const hasChild = (node: Node): boolean => taken.has(node) || hasChildIn(survey, node);
  for (const { node, code, why } of losses) {
    const { at } = survey.entryOf(node);
    const parent = isSummary(node)
      ? undefined
      : (chosenParent(node, { survey, parentOf, hasChild, isBelow: roots.isBelow }) ??
        hookInFront(node, survey, hasChild));
    mended.set(node, parent);
    roots.hang(node, parent);
    if (parent !== undefined) taken.add(parent);
    const isAsItWas = parent === undefined ? node.parent === undefined : parent.id === node.parent;
    // A conversation may begin amidst; agents inside it begin within it.
    const isLeft =
      parent === undefined &&
      code === "dangling-parent" &&
      !isSummary(node) &&
      !isInline(node, survey) &&
      !isBehindLoss(node, survey);
    if (isAsItWas || isLeft) continue;
    const value: Json = parent?.id ?? null;
    bench.change(at, { op: "set", path: ["parentUuid"], value });
    const where =
      parent === undefined
        ? "it is a beginning now"
        : `it hangs on line ${bench.lineOf(survey.entryOf(parent).at)} now`;
    bench.step(code, `{line} ${why}: ${where}.`, at);
  }
}

type Roots = {
  /** `other` is one whose parent is still to be found: a root. */
  readonly isBelow: (node: Node, other: Node) => boolean;
  readonly hang: (node: Node, parent: Node | undefined) => void;
};

/** Which entry each hangs on in the end, those that lost their parent being roots until they are hung elsewhere. */
function rootsOf({ entries, find }: Survey, lost: ReadonlySet<Node>): Roots {
  const above = Int32Array.from(entries, ({ node }) =>
    lost.has(node) ? node.index : (find(node.parent)?.index ?? node.index),
  );
  const rootOf = (index: number): number => {
    let root = index;
    while ((above[root] ?? root) !== root) {
      // Half of the way is cut off for the next one.
      const next = above[root] ?? root;
      above[root] = above[next] ?? next;
      root = above[root] ?? next;
    }
    return root;
  };
  return {
    isBelow: (node, other) => rootOf(node.index) === other.index,
    hang(node, parent) {
      if (parent !== undefined && rootOf(parent.index) !== node.index) above[node.index] = parent.index;
    },
  };
}

/** A log that is there from its beginning may begin with a hook's line, and the first prompt hangs on it. */
function hookInFront(node: Node, { entries }: Survey, hasChild: (node: Node) => boolean): Node | undefined {
  const hook = entries[node.index - 1]?.node;
  const isBeginning = hook?.type === "progress" && hook.parent === undefined && hook.id !== undefined;
  return node.type === "user" && isBeginning && !hasChild(hook) ? hook : undefined;
}

/** What it named was lost here and now, and was the beginning. In front of the model a note will stand for it. */
function isBehindLoss(node: Node, { ghosts }: Survey): boolean {
  return node.type !== "assistant" && (ghosts[0]?.at ?? Infinity) < node.line - 1;
}

function hasChildIn({ thread }: Survey, node: Node): boolean {
  for (const _ of thread.links.childrenOf(node)) return true;
  return false;
}

function* lostParents(survey: Survey): Generator<Loss, void, undefined> {
  const { entries, find, log } = survey;
  const circles = circleStarts(survey);
  const isExpected = expectedLoss(survey);
  const begun = beginnings();
  let isFirst = true;
  for (const { node } of entries) {
    const isOwn = survey.scope === "agent" || !node.sidechain;
    const isBoundary = log.compactions.has(node.line);
    // A hook's line begins nothing, but the conversation may go on through it.
    const isLink = isOwn && (node.type !== "progress" || (!isFirst && hasChildIn(survey, node)));
    const isBeginning =
      isFirst || isBoundary || isSummary(node) || begun.isAnew(node) || isRewoundToStart(node, survey);
    if (node.parent !== undefined && isAstray(node, survey))
      yield { node, code: "result-astray", why: "hung on what was said before its call" };
    else if (node.parent !== undefined && node.parent === node.id)
      yield { node, code: "self-parent", why: "was its own parent" };
    else if (circles.has(node)) yield { node, code: "cycle", why: "stood in a circle of parents" };
    else if (isLaterParent(node, find(node.parent)))
      yield { node, code: "later-parent", why: "named a parent that was written after it" };
    else if (node.parent !== undefined && find(node.parent) === undefined && !isBoundary) {
      if (!isExpected(node)) yield { node, code: "dangling-parent", why: "named a parent that is not there" };
    } else if (node.parent === undefined && isLink && !isBeginning)
      yield { node, code: "null-parent", why: "had no parent in the midst of the conversation" };
    begun.pass(node, isOwn ? "own" : "agent's");
    if (isOwn && node.type !== "progress") isFirst = false;
  }
}

/** What a compaction left of all before: where its boundary is lost, nothing in front is to be sent again. */
const isSummary = (node: Node): boolean => node.prompt === "compact_summary";

/** Nothing is answered before it is asked. */
function isAstray(node: Node, survey: Survey): boolean {
  const parent = node.results.length === 0 ? undefined : survey.find(node.parent);
  const caller = parent === undefined ? undefined : survey.callerOf(node);
  if (parent === undefined || caller === undefined || caller.index >= node.index) return false;
  return (
    parent.index < caller.index &&
    (parent.messageId === undefined || parent.messageId !== caller.messageId) &&
    survey.isSameLane(caller, node) &&
    !survey.isParted(caller, node)
  );
}

/** An excerpt lacks lines, mostly of the model: what clients rightly reach in it all the same, and agents' excerpts, stay as they are. */
function expectedLoss(survey: Survey): (node: Node) => boolean {
  const { thread, scope, find } = survey;
  if (!startsAmidst(survey)) return () => false;
  const bridged = new Map(thread.chain.breaks.map(({ at, bridgedTo }) => [at, bridgedTo]));
  const path = new Set(thread.path);
  const parentOf = (node: Node): Node | undefined => find(node.parent);
  const family = { survey, parentOf, hasChild: (node: Node) => hasChildIn(survey, node), isBelow: belowIn(survey) };
  const isFirst = (node: Node): boolean => node.index === 0;
  return (node) =>
    scope === "agent" ||
    node.sidechain ||
    isFirst(node) ||
    (node.type === "assistant" &&
      (bridged.has(node) ? bridged.get(node) === chosenParent(node, family) : path.has(node)));
}

/** So many links are followed; nothing hangs on an entry this far below it in front of it in the file. */
const mostLinks = 10_000;

const belowIn =
  ({ find }: Survey) =>
  (node: Node, other: Node): boolean => {
    let above: Node | undefined = node;
    for (let links = 0; above !== undefined && links < mostLinks; links += 1) {
      if (above === other) return true;
      above = find(above.parent);
    }
    return false;
  };

/** Behind it in the file and in time: a parent that only stands in the wrong place tells the right time. */
const isLaterParent = (node: Node, parent: Node | undefined): boolean =>
  parent !== undefined && parent.index > node.index && isSurelyLater(parent, node);

/** Somebody cut these lines out of a longer log: it begins with a note, or with an entry that hangs on something. */
function startsAmidst({ entries, find, view, log }: Survey): boolean {
  const first = entries.find(({ node }) => node.type !== "progress");
  const isCut = first?.node.parent !== undefined && find(first.node.parent) === undefined;
  const isNoted = (log.tally.damage.get("comment") ?? 0) > 0;
  // Where lines were lost here and now, no loss is to be expected.
  return (isCut || isNoted) && !view.some(({ ghost }) => ghost !== undefined);
}

/** Of every circle the entry that stands first: its parent stands behind it, so that is the wrong one. */
function circleStarts({ entries, find }: Survey): ReadonlySet<Node> {
  const colour = new Uint8Array(entries.length);
  const starts = new Set<Node>();
  for (const { node: start } of entries) {
    const passed: Node[] = [];
    let node: Node | undefined = start;
    while (node !== undefined && colour[node.index] === 0) {
      colour[node.index] = 1;
      passed.push(node);
      node = node.parent === node.id ? undefined : find(node.parent);
    }
    if (node !== undefined && colour[node.index] === 1) {
      const circle = passed.slice(passed.indexOf(node));
      starts.add(circle.reduce((first, one) => (one.index < first.index ? one : first)));
    }
    for (const one of passed) colour[one.index] = 2;
  }
  return starts;
}
