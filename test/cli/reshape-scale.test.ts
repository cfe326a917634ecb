// Reshaping commands and `clew context` -> one scale: what a command says it saves is what `context` shows gone, and no untrue total is exact.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/format/index.ts";
import { type Printed, type ReshapeHome, aged, parsed, reshapeHome, weaveId } from "./reshape-home.ts";
import { call, say, smallLog } from "./small-log.ts";

const words = (bytes: number): string => "woven ".repeat(Math.ceil(bytes / 6)).slice(0, bytes);

/** Three bytes of text to a token, and 15,000 tokens that no log shows. */
function counted(turns: number): string {
  let sentBytes = 0;
  const log = smallLog({ sessionId: weaveId });
  const answer = (id: string, block: JsonObject, bytes: number): void => {
    const usage = { input_tokens: 15_000 + Math.round(sentBytes / 3), output_tokens: Math.round(bytes / 3) };
    const message = { id, type: "message", role: "assistant", model: "claude-opus-5-5", content: [block] };
    log.answer(id, block, { message: { ...message, stop_reason: "end_turn", usage } });
    sentBytes += bytes;
  };
  for (let turn = 1; turn <= turns; turn++) {
    log.prompt(words(300));
    log.attachment({ type: "edited_text_file", filename: "/home/ada/loom/a.ts", snippet: words(9000) });
    sentBytes += 9300;
    answer(`msg_${turn}`, call(`toolu_${turn}`, "Read", { file_path: "row.txt" }), 30);
    log.result(`toolu_${turn}`, words(6000));
    sentBytes += 6000;
    answer(`msg_${turn}b`, say(words(600)), 600);
  }
  return log.text();
}

async function totalOf({ json }: ReshapeHome, name: unknown): Promise<{ tokens: number; grade: unknown }> {
  const { total } = await json("context", String(name));
  const { tokens, grade } = parsed(JSON.stringify(total));
  return { tokens: Number(tokens), grade };
}

test.each([
  ["trim", ["--calls", "stub"]],
  ["trim", ["--attachments"]],
  ["trim", ["--preset", "strong", "--keep-turns", "1"]],
  ["compress", ["--keep-turns", "1"]],
] as const)("what %s %o says it saves is what `context` shows gone", async (command, flags) => {
  const scene = reshapeHome(counted(6));
  const before = await totalOf(scene, weaveId);
  expect(before.grade).toBe("exact");
  const told = await scene.json(command, weaveId, ...flags, "--dry-run");
  const made = await scene.json(command, weaveId, ...flags);
  const figures = ({ tokensBefore, tokensAfter, tokensSaved, tokensSavedBy }: Printed): Printed => ({
    tokensBefore,
    tokensAfter,
    tokensSaved,
    tokensSavedBy,
  });
  expect(figures(made)).toEqual(figures(told));
  const after = await totalOf(scene, aged(made["path"]));
  expect(after.grade).toBe("estimate");
  const near = (tokens: unknown, wanted: number): void => {
    expect(Math.abs(Number(tokens) - wanted)).toBeLessThan(10);
  };
  near(told["tokensBefore"], before.tokens);
  near(told["tokensAfter"], after.tokens);
  near(told["tokensSaved"], before.tokens - after.tokens);
  expect(Number(told["tokensSaved"])).toBeGreaterThan(5000);
  // A result is reckoned as its source was, however often it is reshaped.
  const again = await scene.json("trim", aged(made["path"]), "--calls", "remove", "--keep-turns", "0");
  if (again["path"] !== null) near(again["tokensAfter"], (await totalOf(scene, aged(again["path"]))).tokens);
});

test("attachments are a category of their own among what is saved", async () => {
  const scene = reshapeHome(counted(4));
  const { tokensSavedBy, tokensSaved } = await scene.json("trim", weaveId, "--attachments", "--dry-run");
  expect(tokensSavedBy).toMatchObject({ text: 0, tool_result: 0, reminder: tokensSaved });
  const { out } = await scene.run("trim", weaveId, "--attachments", "--dry-run");
  expect(out).toMatch(/tokens fewer to send: reminders and attachments [\d,]+\n/);
});

test("the second part of a split is not counted by what the first part said, and says so", async () => {
  const scene = reshapeHome(counted(4));
  const whole = await totalOf(scene, weaveId);
  const [front, back] = await scene.all("split", weaveId, "--at", "2");
  expect(await totalOf(scene, aged(front?.["path"]))).toMatchObject({ grade: "exact" });
  const rest = await totalOf(scene, aged(back?.["path"]));
  expect(rest.grade).toBe("estimate");
  expect(Math.abs(rest.tokens - (15_000 + (whole.tokens - 15_000) / 2))).toBeLessThan(200);
});

test("a merge is not counted by what the fork alone counted", async () => {
  const scene = reshapeHome(counted(4));
  const { path } = await scene.json("fork", weaveId, "--at", "2");
  const { path: merged } = await scene.json("merge", aged(path), weaveId);
  expect(await totalOf(scene, aged(merged))).toMatchObject({ grade: "estimate" });
});
