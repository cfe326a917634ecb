// A shape of client and a number of turns -> a made-up session with calls side by side, thinking, pictures and all that goes along.
import type { JsonObject } from "../../src/format/index.ts";
import { type Craft, call, craft, text } from "../craft.ts";

export const shapes = ["2.0.36", "2.1.45", "2.1.325"] as const;
export type Shape = (typeof shapes)[number];

const picture: JsonObject = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=".repeat(400) },
};
const thought = (words: string): JsonObject => ({
  type: "thinking",
  thinking: words,
  signature: `signed ${words}`.repeat(20),
});
const lines = (words: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${at + 1} ${words}`).join("\n");

/** Each turn: three calls side by side, an edit, and an answer; every second one begins without words of the model. */
export function weave(shape: Shape, turns: number): Craft {
  const made = craft(shape);
  if (shape === "2.1.325") opening(made);
  for (let turn = 1; turn <= turns; turn++) {
    const said = turn % 3 === 0 ? [text(`prompt ${turn} with a picture`), picture] : `prompt ${turn}: make it so`;
    made.prompt(said);
    if (shape === "2.1.325") around(made, turn);
    sideBySide(made, shape, turn);
    edit(made, turn);
    made.reply([text(`Answer ${turn}. I changed src/part-${turn}.ts because the test failed with 3 errors.`)]);
    if (shape !== "2.0.36") made.state("mode", { mode: "normal" });
  }
  return made;
}

/** As clients do it: a boundary behind `last`, and the summary. */
export function compact(made: Craft, last: string): void {
  made.link("system", {
    uuid: "cut",
    parentUuid: null,
    logicalParentUuid: last,
    subtype: "compact_boundary",
    compactMetadata: { trigger: "auto", preTokens: 9000 },
  });
  made.prompt("in short", { uuid: "sum", isCompactSummary: true });
}

function opening(made: Craft): void {
  made.link("attachment", {
    attachment: { type: "date", date: "2026-01-02" },
    rendered: [{ content: "<system-reminder>2 January</system-reminder>" }],
    renderedRole: "system",
  });
  made.link("attachment", { attachment: { type: "prompt_snapshot", system: lines("You are", 200) } });
}

function around(made: Craft, turn: number): void {
  made.state("api-request-blob", { hash: `h${turn}`, message: { role: "user", content: lines("again", 50) } });
  made.state("api-request", { id: `r${turn}`, tail: [`h${turn}`] });
  made.link("attachment", { attachment: { type: "hook_success", hookEvent: "PreToolUse", content: "", stdout: "ok" } });
}

function sideBySide(made: Craft, shape: Shape, turn: number): void {
  const messageId = `msg_look_${turn}`;
  const ids = [`toolu_a${turn}`, `toolu_b${turn}`, `toolu_c${turn}`] as const;
  made.reply([thought(`look ${turn}`)], { messageId });
  if (turn % 2 === 0) made.reply([text(`I look at part ${turn} first.`)], { messageId });
  const calls = [
    made.reply([call(ids[0], "Read", { file_path: `/home/ada/loom/src/part-${turn}.ts` })], { messageId }),
    made.reply([call(ids[1], "Grep", { pattern: `part${turn}` })], { messageId }),
    made.reply([call(ids[2], "Bash", { command: "npm test" })], { messageId }),
  ] as const;
  const isTree = shape !== "2.0.36";
  const link = (at: 0 | 1 | 2): { parentUuid?: string; sourceToolAssistantUUID?: string } =>
    isTree ? { parentUuid: calls[at], sourceToolAssistantUUID: calls[at] } : {};
  if (shape === "2.1.45")
    made.link("progress", { data: { type: "bash_progress", output: lines("tick", 20) }, parentToolUseID: ids[2] });
  made.result(ids[1], {
    content: lines("found here", 30),
    toolUseResult: { mode: "content", numLines: 30 },
    ...link(1),
  });
  const seen = turn % 4 === 0 ? [picture] : lines("the code of the loom", 150);
  const copy = {
    type: "text",
    file: { filePath: `/home/ada/loom/src/part-${turn}.ts`, content: lines("the code of the loom", 150) },
  };
  made.result(ids[0], { content: seen, toolUseResult: copy, ...link(0) });
  made.result(ids[2], {
    content: lines("ok 漢字", 80),
    toolUseResult: { stdout: lines("ok 漢字", 80), stderr: "" },
    ...link(2),
  });
}

function edit(made: Craft, turn: number): void {
  const id = `toolu_d${turn}`;
  const input = { file_path: `/home/ada/loom/src/part-${turn}.ts`, old_string: "a", new_string: "b" };
  made.reply([thought(`edit ${turn}`)], { messageId: `msg_edit_${turn}` });
  made.reply([call(id, "Edit", input)], { messageId: `msg_edit_${turn}` });
  made.result(id, {
    content: `The file part-${turn}.ts has been updated. ${lines("see", 20)}`,
    toolUseResult: { filePath: input.file_path, originalFile: lines("old", 90) },
  });
}
