// Contents that no client could send -> contents that can be sent: strings as blocks, nothing empty, no image too large, no call half made.
import type { Bench } from "./bench.ts";
import type { BlockNote } from "./entry-note.ts";
import type { Entry, Survey } from "./survey.ts";

/** What clients themselves write for a message that has nothing to say. */
const nothingSaid = [{ type: "text", text: "(no content)" }];

export function mendContent(survey: Survey, bench: Bench): void {
  const served = servedCalls(survey);
  for (const entry of survey.entries) {
    const { note, node } = entry;
    // Before blocks are removed: the paths of the images count those too.
    for (const { path, problem } of note.largeImages) {
      const text = `[an image of ${problem} stood here: more than can be sent]`;
      bench.change(entry.at, { op: "set", path, value: { type: "text", text } });
      bench.setAside(entry.at, "an image too large to send");
      bench.step(
        "large-image",
        `{line}: an image of ${problem} was replaced by a note; the line is set aside.`,
        entry.at,
      );
    }
    if (node.type === "assistant" && note.content === "string") spellOut(entry, bench);
    else if (node.type === "user" && note.content === "string") fillPrompt(entry, bench);
    else if (note.content === "array") mendBlocks(entry, served, bench);
  }
}

function spellOut({ at }: Entry, bench: Bench): void {
  const raw = bench.read(at);
  const message = raw?.["message"];
  const text = typeof message === "object" && message !== null && "content" in message ? message["content"] : undefined;
  if (typeof text !== "string") return;
  const value = text === "" ? nothingSaid : [{ type: "text", text }];
  bench.change(at, { op: "set", path: ["message", "content"], value });
  bench.step("string-content", "{line}: what the model said was made a block, as clients write and expect it.", at);
}

/** A prompt of one string without a letter is sent as it is, and refused. */
function fillPrompt({ at, note }: Entry, bench: Bench): void {
  if (note.blocks[0]?.text === "said") return;
  bench.change(at, { op: "set", path: ["message", "content"], value: "(no content)" });
  bench.step("empty-text", "{line}: an empty prompt was marked as such.", at);
}

function mendBlocks({ at, note, node }: Entry, served: ReadonlySet<string>, bench: Bench): void {
  const isUnserved = (block: BlockNote): boolean =>
    node.type === "assistant" && serverCalls.has(block.type) && (block.id === undefined || !served.has(block.id));
  const isEmpty = ({ text }: BlockNote): boolean =>
    text === "empty" || (text === "blank" && node.type === "assistant" && note.blocks.length > 1);
  const gone = note.blocks.flatMap((block, index) => (isEmpty(block) || isUnserved(block) ? [index] : []));
  if (gone.length === 0) return;
  const unserved = note.blocks.filter(isUnserved).length;
  if (unserved > 0) {
    bench.setAside(at, "a call of the server without its result");
    bench.step(
      "server-call",
      "{line}: a call that the server ran has no result and was taken out; the line is set aside.",
      at,
    );
  }
  if (gone.length > unserved) bench.step("empty-text", "{line}: an empty text was taken out.", at);
  if (gone.length === note.blocks.length)
    return bench.change(at, { op: "set", path: ["message", "content"], value: nothingSaid });
  // Each change counts the blocks as those before it leave them.
  for (const [before, index] of gone.entries())
    bench.change(at, { op: "remove", path: ["message", "content", index - before] });
}

const serverCalls: ReadonlySet<string> = new Set(["server_tool_use", "mcp_tool_use"]);

/** Calls whose result stands in the same message; it may stand on another line of it. */
function servedCalls({ entries }: Survey): ReadonlySet<string> {
  const served = new Set<string>();
  for (const { node, note } of entries)
    if (node.type === "assistant") for (const { callId } of note.blocks) if (callId !== undefined) served.add(callId);
  return served;
}
