// An entry that lost its parent -> the entry it most likely hung on, by its call, its message or its place; never one that hangs on it.
import type { Node } from "../../graph/index.ts";
import { countBefore } from "./count-before.ts";
import type { StateNote } from "./entry-note.ts";
import { isSurelyLater, mayAnswer } from "./later.ts";
import { beginsSidechain, isInline, sidechainEnd } from "./sidechain-parent.ts";
import { placesOf } from "./places.ts";
import type { Survey } from "./survey.ts";

export type Family = {
  readonly survey: Survey;
  /** With the parents that were mended before. */
  readonly parentOf: (node: Node) => Node | undefined;
  readonly hasChild: (node: Node) => boolean;
  /** Whether an entry hangs, however far, on another. */
  readonly isBelow: (node: Node, other: Node) => boolean;
};

export function chosenParent(node: Node, family: Family): Node | undefined {
  if (isInline(node, family.survey) && beginsSidechain(node)) return undefined;
  const before = entryBefore(node, node.line - 1, family);
  if (node.results.length > 0) return resultParent(node, before, family) ?? before;
  const lost = throughUnknown(node, family) ?? throughLostLine(node, family);
  if (lost !== undefined) return lost;
  const rival = rivalOf(node, family);
  if (rival !== undefined) return family.parentOf(rival);
  if (node.messageId !== undefined && before !== undefined && !isOfMessage(before, node.messageId, family)) {
    const line = lineBefore(node, family);
    if (line !== undefined) return line;
  }
  return branchStart(node, family) ?? awaited(node, before, family) ?? before;
}

/** An answer behind the note of an interruption goes to what was still waiting for it. */
function awaited(node: Node, before: Node | undefined, family: Family): Node | undefined {
  if (before === undefined || mayAnswer(node, before)) return undefined;
  const { survey } = family;
  for (let index = before.index - 1; index >= Math.max(0, before.index - mostLooked); index--) {
    const one = survey.entries[index]?.node;
    if (one === undefined || !isWaiting(one, family) || survey.isParted(one, node)) continue;
    return fits(one, node, family) ? one : undefined;
  }
  return undefined;
}

/** So many entries in front of one are looked at. */
const mostLooked = 2000;

/** A call whose result is nowhere, or what nobody goes on from. Results side by side are answered together: one of them goes on. */
function isWaiting(one: Node, { survey, hasChild }: Family): boolean {
  const resultsOf = resultsIn(survey);
  if (one.type === "assistant") return one.calls.some(({ id }) => !resultsOf.has(id));
  if (one.type !== "user" || one.prompt === "interruption" || hasChild(one)) return false;
  const message = survey.callerOf(one)?.messageId;
  const lines = message === undefined ? [] : [...survey.thread.links.linesOf(message)];
  return !lines.some(({ calls }) => calls.some(({ id }) => resultsOf.get(id)?.some(hasChild) === true));
}

const resultsBySurvey = new WeakMap<Survey, ReadonlyMap<string, readonly Node[]>>();

/** By call, branches that were left included; many lost lines ask. */
function resultsIn(survey: Survey): ReadonlyMap<string, readonly Node[]> {
  const known = resultsBySurvey.get(survey);
  if (known !== undefined) return known;
  const results = new Map<string, Node[]>();
  for (const { node } of survey.entries)
    for (const { callId } of node.results) {
      const others = results.get(callId);
      if (others === undefined) results.set(callId, [node]);
      else others.push(node);
    }
  resultsBySurvey.set(survey, results);
  return results;
}

/** An earlier entry that hung on the same lost one: a prompt beside it was given after a rewind, and hangs where that one hangs. */
function rivalOf(node: Node, { survey }: Family): Node | undefined {
  const { parent } = node;
  const isPrompt = node.type === "user" && node.results.length === 0 && node.prompt !== "interruption";
  if (!isPrompt || parent === undefined || parent === node.id || survey.find(parent) !== undefined) return undefined;
  return survey.namersOf(parent).find((other) => other.index < node.index && survey.isSameLane(other, node));
}

/** How far in front the lost line may stand that an entry names: calls side by side put some lines between. */
const nearLines = 6;

/** The line that it names was lost here: what that line hung on, or what stood in front of it. */
function throughLostLine(node: Node, family: Family): Node | undefined {
  const { ghosts, find } = family.survey;
  if (node.parent === undefined || ghosts.length === 0) return undefined;
  const lost = ghostsByName(family.survey).get(node.parent);
  if (lost === undefined || lost.at >= node.line - 1) return undefined;
  const named = find(lost.ghost.parent);
  return named !== undefined && fits(named, node, family) ? named : entryBefore(node, lost.at, family);
}

/** It hangs on a line of a type that clients do not follow: what that one hangs on. */
function throughUnknown(node: Node, family: Family): Node | undefined {
  const { find } = family.survey;
  if (node.parent === undefined || find(node.parent) !== undefined) return undefined;
  const parent = placesOf(family.survey).aboveUnknown(node.parent);
  return parent !== undefined && fits(parent, node, family) ? parent : undefined;
}

type Lost = Survey["ghosts"][number];
const ghostsBySurvey = new WeakMap<Survey, ReadonlyMap<string, Lost>>();

/**
 * Lost lines by the uuid they had. Where it is lost with them it is told by the first entry behind that names one which nobody has; what
 * entries further down name was another line, and is lost without a trace.
 */
function ghostsByName(survey: Survey): ReadonlyMap<string, Lost> {
  const known = ghostsBySurvey.get(survey);
  if (known !== undefined) return known;
  const { ghosts, entries, find } = survey;
  const named = new Map<string, Lost>();
  const nameless: Lost[] = [];
  for (const lost of ghosts)
    if (lost.ghost.uuid === undefined) nameless.push(lost);
    else named.set(lost.ghost.uuid, lost);
  /** Those in front of the entry, the nearest last. */
  const open: Lost[] = [];
  let next = 0;
  for (const { node } of entries) {
    for (let lost = nameless[next]; lost !== undefined && lost.at < node.line - 1; lost = nameless[next]) {
      open.push(lost);
      next += 1;
    }
    // What it names may be wrong, but it is there.
    if (node.parent === undefined || named.has(node.parent) || find(node.parent) !== undefined) continue;
    const nearest = entries[Math.max(0, node.index - nearLines)]?.at ?? 0;
    const lost = open.at(-1);
    if (lost === undefined || lost.at < nearest) continue;
    named.set(node.parent, lost);
    open.pop();
  }
  ghostsBySurvey.set(survey, named);
  return named;
}

/** What stands in front of a place on the same lane. */
function entryBefore(node: Node, from: number, family: Family): Node | undefined {
  const { survey, hasChild } = family;
  // What was said later is no parent, wherever it stands.
  const isFit = (parent: Node): boolean =>
    survey.entryOf(parent).at < from && !isSurelyLater(parent, node) && fits(parent, node, family);
  if (isInline(node, survey)) return sidechainEnd(node, { survey, hasChild, isFit });
  const candidates = placesOf(survey).possibleParents(node);
  const end = countBefore(candidates, Math.min(node.index, placesOf(survey).indexAt(from)));
  const inFront = (isOne: (parent: Node) => boolean): Node | undefined => {
    for (let place = end - 1; place >= Math.max(0, end - mostLooked); place--) {
      const one = candidates[place];
      if (one !== undefined && isOne(one)) return one;
    }
    return undefined;
  };
  // Where all of them are later, a clock was set back: it hung on one of them.
  const isPlaced = (parent: Node): boolean => fits(parent, node, family);
  return inFront(isFit) ?? (node.parent === undefined ? undefined : inFront(isPlaced));
}

function fits(parent: Node, node: Node, { survey, isBelow }: Family): boolean {
  if (parent === node || parent.id === undefined || parent.type === "progress") return false;
  if (survey.find(parent.id) !== parent || !survey.isSameLane(parent, node)) return false;
  return (!survey.hasForwardLinks && parent.index < node.index) || !isBelow(parent, node);
}

/** Results hang on their call's line; where they stand in one line of descent, on the one before of the same message. */
function resultParent(node: Node, before: Node | undefined, family: Family): Node | undefined {
  const caller = family.survey.callerOf(node);
  if (caller === undefined || family.survey.isParted(caller, node)) return undefined;
  const isLinear = node.source === undefined && before !== undefined;
  if (isLinear && caller.messageId !== undefined && isOfMessage(before, caller.messageId, family)) return before;
  return fits(caller, node, family) ? caller : undefined;
}

function isOfMessage(node: Node, messageId: string, family: Family): boolean {
  if (node.messageId !== undefined) return node.messageId === messageId;
  return node.results.length > 0 && family.survey.callerOf(node)?.messageId === messageId;
}

/** The line of the same message in front of it. */
function lineBefore(node: Node, family: Family): Node | undefined {
  if (node.messageId === undefined) return undefined;
  const { survey } = family;
  const lines = placesOf(survey).linesOf(node.messageId);
  for (let place = countBefore(lines, node.index) - 1; place >= 0; place--) {
    const line = lines[place];
    // What is further in front is parted from it all the more.
    if (line === undefined || survey.isParted(line, node)) return undefined;
    if (fits(line, node, family)) return line;
  }
  return undefined;
}

/** A prompt that was given in the place of an earlier one hangs where that one hangs, or where a rewind left the conversation. */
function branchStart(node: Node, family: Family): Node | undefined {
  const { survey, parentOf } = family;
  if (node.type !== "user" || node.results.length > 0) return undefined;
  const { turn } = survey.entryOf(node).note;
  const rivals = turn === undefined ? [] : placesOf(survey).promptsOf(turn);
  const rival = rivals[countBefore(rivals, node.index) - 1];
  const parent = rewoundTo(node, survey) ?? (rival === undefined ? undefined : parentOf(rival));
  return parent !== undefined && fits(parent, node, family) ? parent : undefined;
}

function rewoundTo(node: Node, survey: Survey): Node | undefined {
  const rewind = rewindBefore(node, survey);
  return rewind === undefined ? undefined : survey.find(rewind.leaf);
}

/** The person went back to where nothing was said yet. */
export function isRewoundToStart(node: Node, survey: Survey): boolean {
  const rewind = rewindBefore(node, survey);
  return rewind !== undefined && rewind.leaf === undefined;
}

/** The rewind that stands between an entry and the one before it. */
function rewindBefore(node: Node, survey: Survey): StateNote | undefined {
  const before = survey.entries[node.index - 1]?.at ?? -1;
  const state = placesOf(survey).lastPromptBefore(node.line - 1);
  return state?.isExplicit === true && state.at > before ? state : undefined;
}
