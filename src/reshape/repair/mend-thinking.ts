// Messages of nothing but thinking before another message begins -> taken out, and what hung on them hangs on what they hung on.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import type { BlockNote } from "./entry-note.ts";
import type { Entry, Survey } from "./survey.ts";

/** The newest client leaves such a line out by itself; older ones send it, and no message may be thinking alone. */
export function mendThinking(survey: Survey, bench: Bench): void {
  const silent = thinkingOnly(survey);
  const gone = new Set(silent.map(({ node }) => node));
  const keptAbove = keptAboveIn(gone, survey);
  for (const { node, at } of silent) {
    const parent = keptAbove(node);
    for (const child of survey.thread.links.childrenOf(node))
      if (!gone.has(child))
        bench.change(survey.entryOf(child).at, { op: "set", path: ["parentUuid"], value: parent ?? null });
    bench.drop(at, "thinking without an answer", "set-aside");
    bench.step("thinking-only", "{line}: a message of nothing but thinking was taken out; the line is set aside.", at);
  }
}

/** The id that a child takes over; one that leads nowhere stays as it is. */
function keptAboveIn(gone: ReadonlySet<Node>, { find }: Survey): (node: Node) => string | undefined {
  const known = new Map<Node, string | undefined>();
  return (node) => {
    const passed = new Set<Node>([node]);
    let id = node.parent;
    for (let above = find(id); above !== undefined && gone.has(above) && !passed.has(above); above = find(id)) {
      if (known.has(above)) return remember(passed, known.get(above));
      passed.add(above);
      id = above.parent;
    }
    return remember(passed, id);
  };

  function remember(passed: ReadonlySet<Node>, id: string | undefined): string | undefined {
    for (const one of passed) known.set(one, id);
    return id;
  }
}

const isThinking = ({ type }: BlockNote): boolean => type === "thinking" || type === "redacted_thinking";

/** Messages on the path that say nothing aloud before another begins; those that a kill or a person cut short are as clients leave them. */
function thinkingOnly({ thread, entryOf }: Survey): readonly Entry[] {
  const path = thread.path.filter((node) => node.type === "user" || node.type === "assistant");
  const spoken = new Set(
    path.filter((node) => !entryOf(node).note.blocks.every(isThinking)).map((node) => node.messageId),
  );
  const isSilent = (node: Node): boolean =>
    node.type === "assistant" &&
    !spoken.has(node.messageId) &&
    entryOf(node).note.blocks.length > 0 &&
    entryOf(node).note.blocks.every(isThinking);
  const nextOther = nextOthers(path);
  let last: Node | undefined;
  return path.flatMap((node, place) => {
    const before = last;
    if (node.type === "assistant") last = node;
    if (!isSilent(node)) return [];
    const next = nextOther[place];
    // In the midst of another response clients leave it out, and only then the response stays one.
    return next?.type === "assistant" && next.messageId !== before?.messageId ? [entryOf(node)] : [];
  });
}

/** For each place the first entry behind it that is not of the same message. */
function nextOthers(path: readonly Node[]): readonly (Node | undefined)[] {
  const others: (Node | undefined)[] = Array.from({ length: path.length });
  for (let place = path.length - 2; place >= 0; place--) {
    const next = path[place + 1];
    const isSame = next?.messageId !== undefined && next.messageId === path[place]?.messageId;
    others[place] = isSame ? others[place + 1] : next;
  }
  return others;
}
