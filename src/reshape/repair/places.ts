// A survey -> lists of its entries by what a search for a parent asks: the search reads a list, not the whole log.
import type { Node } from "../../graph/index.ts";
import type { StateNote } from "./entry-note.ts";
import type { Survey } from "./survey.ts";

/** All lists are in the order of the log. */
export type Places = {
  /** Entries on the lane of another that others can hang on at all. */
  readonly possibleParents: (node: Node) => readonly Node[];
  readonly linesOf: (messageId: string) => readonly Node[];
  /** A person's entries of one turn, as newer clients count turns. */
  readonly promptsOf: (turn: string) => readonly Node[];
  readonly lastPromptBefore: (at: number) => StateNote | undefined;
  /** What a line of an unknown type hangs on, through others of such types. */
  readonly aboveUnknown: (id: string) => Node | undefined;
  /** How many entries stand in front of a place in the view. */
  readonly indexAt: (at: number) => number;
};

export function placesOf(survey: Survey): Places {
  const known = placesBySurvey.get(survey) ?? gathered(survey);
  placesBySurvey.set(survey, known);
  return known;
}

const placesBySurvey = new WeakMap<Survey, Places>();

function gathered(survey: Survey): Places {
  const { entries, states, scope, find, thread } = survey;
  const [own, agents]: [Node[], Node[]] = [[], []];
  const [lines, prompts] = [new Map<string, Node[]>(), new Map<string, Node[]>()];
  const isAgents = ({ sidechain }: Node): boolean => sidechain && scope === "main";
  for (const { node, note } of entries) {
    if (node.id !== undefined && node.type !== "progress" && find(node.id) === node)
      (isAgents(node) ? agents : own).push(node);
    if (node.messageId !== undefined && thread.links.isLive(node)) append(lines, node.messageId, node);
    if (node.type === "user" && note.turn !== undefined) append(prompts, note.turn, node);
  }
  const lastPrompts = states.filter(({ type }) => type === "last-prompt");
  return {
    possibleParents: (node) => (isAgents(node) ? agents : own),
    linesOf: (messageId) => lines.get(messageId) ?? [],
    promptsOf: (turn) => prompts.get(turn) ?? [],
    lastPromptBefore: (at) => lastPrompts[countAt(lastPrompts, at) - 1],
    aboveUnknown: unknownsIn(survey),
    indexAt: (at) => countAt(entries, at),
  };
}

function append(lists: Map<string, Node[]>, key: string, node: Node): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [node]);
  else list.push(node);
}

/** How many of these stand in front of a place in the view. */
function countAt(placed: readonly { readonly at: number }[], at: number): number {
  let [from, to] = [0, placed.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((placed[middle]?.at ?? Infinity) < at) from = middle + 1;
    else to = middle;
  }
  return from;
}

function unknownsIn({ states, find }: Survey): Places["aboveUnknown"] {
  const parents = new Map<string, string | undefined>();
  for (const { uuid, parent } of states) if (uuid !== undefined && !parents.has(uuid)) parents.set(uuid, parent);
  const known = new Map<string, Node | undefined>();
  return (id) => {
    const passed = new Set<string>();
    let [named, found]: [string | undefined, Node | undefined] = [id, undefined];
    while (named !== undefined && found === undefined && !passed.has(named) && !known.has(named)) {
      passed.add(named);
      named = parents.get(named);
      found = find(named);
    }
    if (found === undefined && named !== undefined) found = known.get(named);
    for (const one of passed) known.set(one, found);
    return found;
  };
}
