// An entry that lost its parent -> the entry it most likely hung on, by its call, its message or its place; never one that hangs on it.
import type { Node } from "../../graph/index.ts";
import { isSurelyLater } from "./later.ts";
import type { Survey } from "./survey.ts";

export type Family = {
  readonly survey: Survey;
  /** With the parents that were mended before. */
  readonly parentOf: (node: Node) => Node | undefined;
};

export function chosenParent(node: Node, family: Family): Node | undefined {
  const before = entryBefore(node, family);
  if (node.results.length > 0) return resultParent(node, before, family) ?? before;
  if (node.messageId !== undefined && before !== undefined && !isOfMessage(before, node.messageId, family)) {
    const line = lineBefore(node, family);
    if (line !== undefined) return line;
  }
  return branchStart(node, family) ?? before;
}

/** What stands in front of it on the same lane; a lost line there tells what it hung on itself. */
function entryBefore(node: Node, family: Family): Node | undefined {
  const { view, entries, find } = family.survey;
  let index = node.index - 1;
  for (let place = node.line - 2; place >= 0; place--) {
    const ghost = view[place]?.ghost;
    const named = ghost === undefined ? undefined : find(ghost.parent);
    if (named !== undefined && fits(named, node, family)) return named;
    const entry = entries[index];
    if (entry === undefined) return undefined;
    if (entry.at !== place) continue;
    index -= 1;
    // What was said later is no parent, wherever it stands.
    if (!isSurelyLater(entry.node, node) && fits(entry.node, node, family)) return entry.node;
  }
  return undefined;
}

function fits(parent: Node, node: Node, { survey, parentOf }: Family): boolean {
  if (parent === node || parent.id === undefined || parent.type === "progress") return false;
  if (survey.find(parent.id) !== parent || !survey.isSameLane(parent, node)) return false;
  if (!survey.hasForwardLinks && parent.index < node.index) return true;
  const seen = new Set<Node>();
  for (let above: Node | undefined = parent; above !== undefined && !seen.has(above); above = parentOf(above)) {
    if (above === node) return false;
    seen.add(above);
  }
  return true;
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
  const { links } = family.survey.thread;
  const lines = node.messageId === undefined ? [] : [...links.linesOf(node.messageId)];
  return lines.findLast(
    (line) => line.index < node.index && !family.survey.isParted(line, node) && fits(line, node, family),
  );
}

/** A prompt that was given in the place of an earlier one hangs where that one hangs, or where a rewind left the conversation. */
function branchStart(node: Node, family: Family): Node | undefined {
  const { survey, parentOf } = family;
  if (node.type !== "user" || node.results.length > 0) return undefined;
  const { turn } = survey.entryOf(node).note;
  const rival = survey.entries
    .slice(0, node.index)
    .findLast((entry) => turn !== undefined && entry.note.turn === turn && entry.node.type === "user");
  const parent = rewoundTo(node, survey) ?? (rival === undefined ? undefined : parentOf(rival.node));
  return parent !== undefined && fits(parent, node, family) ? parent : undefined;
}

function rewoundTo(node: Node, { states, entries, find }: Survey): Node | undefined {
  const before = entries[node.index - 1]?.at ?? -1;
  const state = states.findLast(({ at, type }) => type === "last-prompt" && at > before && at < node.line - 1);
  return state?.isExplicit === true ? find(state.leaf) : undefined;
}
