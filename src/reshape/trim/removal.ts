// Which calls go -> which messages have nothing left to say, and the one call in each stretch whose place a note takes.
import type { CallId } from "../../format/index.ts";
import type { Node, Session } from "../../graph/index.ts";
import { type CallTable, messageKey } from "./call-table.ts";
import type { FateOf } from "./fate.ts";
import { callsNote } from "./stub.ts";

export type Removal = {
  /** Messages of which only calls that go, thinking and blanks were left: their lines go. */
  readonly emptied: ReadonlySet<string>;
  /** The note that stands in place of this call. */
  readonly notes: ReadonlyMap<string, string>;
};

type Part = { readonly key: string; readonly removed: readonly { readonly id: CallId; readonly name: string }[] };

export const nothingRemoved: Removal = { emptied: new Set(), notes: new Map() };

export function removalOf({ path, log }: Session, table: CallTable, fateOf: FateOf): Removal {
  const isGone = ({ id }: { readonly id: CallId }): boolean => fateOf(id) === "remove";
  const touched = log.nodes.filter((node) => node.calls.some(isGone));
  if (touched.length === 0) return nothingRemoved;
  const keeping = new Set(log.nodes.filter((node) => !node.calls.every(isGone)).map(messageKey));
  const emptied = new Set<string>();
  const notes = new Map<CallId, string>();
  const isLeft = ({ key }: Part): boolean => table.speaking.has(key) || keeping.has(key);

  /** Messages that stand in a row once their results are gone. One note tells of all their calls. */
  function settle(parts: readonly Part[]): void {
    const removed = parts.flatMap((part) => part.removed);
    if (removed.length === 0) return;
    const gone = parts.filter((part) => part.removed.length > 0);
    for (const part of gone) if (!isLeft(part)) emptied.add(part.key);
    // In a message that goes on saying something. Else, if none does, alone: two prompts would meet without an answer.
    const speaker = gone.find((part) => table.speaking.has(part.key) && !keeping.has(part.key));
    const host = speaker ?? (parts.some(isLeft) ? undefined : gone[0]);
    const [first] = host?.removed ?? [];
    if (first !== undefined) notes.set(first.id, callsNote(removed.map(({ name }) => name)));
  }

  const partOf = (node: Node): Part => ({ key: messageKey(node), removed: node.calls.filter(isGone) });
  const isStaying = (node: Node): boolean =>
    node.type === "user"
      ? node.results.length === 0 || node.results.some(({ callId }) => fateOf(callId) !== "remove")
      : node.prompt !== undefined || node.subtype === "local_command";

  const onPath = new Set<string>();
  let run = new Map<string, Part>();
  const add = (to: Map<string, Part>, part: Part): void => {
    const before = to.get(part.key)?.removed ?? [];
    to.set(part.key, { key: part.key, removed: [...before, ...part.removed] });
  };
  for (const node of path) {
    if (node.type === "assistant") {
      onPath.add(messageKey(node));
      add(run, partOf(node));
    } else if (isStaying(node)) {
      settle([...run.values()]);
      run = new Map();
    }
  }
  settle([...run.values()]);

  // Beside the path each message stands for itself.
  const beside = new Map<string, Part>();
  for (const node of touched) if (!onPath.has(messageKey(node))) add(beside, partOf(node));
  for (const part of beside.values()) settle([part]);
  return { emptied, notes };
}
