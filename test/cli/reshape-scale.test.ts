// Reshaping commands and `clew context` -> one scale: what a command says it saves is what `context` shows gone, and no untrue total is exact.
import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { counted, totalOf, words } from "./counted-log.ts";
import { type Printed, aged, bytesAt, parsed, reshapeHome, weaveId } from "./reshape-home.ts";
import { say, smallLog } from "./small-log.ts";

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
  expect(out).toMatch(/tokens fewer to send: reminders and attachments -[\d,]+\n/);
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

/** The same log with the parent of one line leading nowhere. */
function broken(log: string, at: number): string {
  const lines = log.split("\n");
  const line = parsed(lines[at] ?? "");
  return lines.with(at, JSON.stringify({ ...line, parentUuid: "dead0000-0000-4000-8000-00000000dead" })).join("\n");
}

describe("a repair", () => {
  test.each([[2], [6], [13], [21]])(
    "of a log whose conversation is cut at line %i says what the broken one sends, and ends with what `context` tells",
    async (at) => {
      const whole = await totalOf(reshapeHome(counted(6)), weaveId);
      const scene = reshapeHome(broken(counted(6), at));
      const told = await scene.json("repair", weaveId, "--dry-run");
      const { path, ...made } = await scene.json("repair", weaveId);
      const after = await totalOf(scene, aged(path));
      expect(after).toEqual(whole);
      for (const { tokensBefore, tokensAfter, tokensSaved } of [told, made]) {
        expect(Math.abs(Number(tokensAfter) - whole.tokens)).toBeLessThan(10);
        expect(Number(tokensBefore) - Number(tokensAfter)).toBe(tokensSaved);
        expect(Number(tokensSaved)).toBeLessThan(0);
      }
    },
  );

  test("counts what a lost beginning left out, by what the whole was counted", async () => {
    const scene = reshapeHome(broken(counted(6), 15));
    // Three of six turns of the same size are sent, behind 15,000 tokens that no log shows.
    const whole = await totalOf(reshapeHome(counted(6)), weaveId);
    const { tokensBefore } = await scene.json("repair", weaveId, "--dry-run");
    expect(Math.abs(Number(tokensBefore) - (15_000 + (whole.tokens - 15_000) / 2))).toBeLessThan(200);
  });

  test("tells what is more with a plus, and which of its totals `context` tells", async () => {
    const { out } = await reshapeHome(broken(counted(6), 15)).run("repair", weaveId, "--dry-run");
    expect(out).toMatch(
      /tokens more to send: text \+[\d,]+, tool calls \+[\d,]+, tool results \+[\d,]+, rem.* \+[\d,]+\n/,
    );
    expect(out).toMatch(
      /\n {2}\(about [\d,]+ before, and [\d,]+ after, as `clew context` tells, with system prompt and/,
    );
  });
});

describe("a result with a true count of its own", () => {
  test.each([
    ["fork", ["--at", "2"]],
    ["split", ["--at", "2"]],
  ] as const)("of %s is told by that count, as `context` tells it", async (command, flags) => {
    const scene = reshapeHome(counted(6, { laterRate: 2 }));
    const before = await totalOf(scene, weaveId);
    const [made] = await scene.all(command, weaveId, ...flags);
    const after = await totalOf(scene, aged(made?.["path"]));
    expect(after.grade).toBe("exact");
    expect(Math.abs(Number(made?.["tokensBefore"]) - before.tokens)).toBeLessThan(10);
    expect(Math.abs(Number(made?.["tokensAfter"]) - after.tokens)).toBeLessThan(10);
    const parts = Object.values(parsed(JSON.stringify(made?.["tokensSavedBy"]))).map(Number);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(made?.["tokensSaved"]);
  });

  test("is not taken for true of what a compaction stood for, once that is taken back", async () => {
    const scene = reshapeHome(counted(6));
    const { path } = await scene.json("compress", weaveId, "--keep-turns", "1");
    const [last = ""] = bytesAt(path).trimEnd().split("\n").slice(-1);
    const { uuid, sessionId } = parsed(last);
    const later = smallLog({ sessionId: String(sessionId), envelope: { cwd: "/home/ada/loom" } });
    later.goBackTo(String(uuid));
    later.prompt(words(300));
    const message = { id: "msg_later", type: "message", role: "assistant", model: "claude-opus-5-5" };
    const usage = { input_tokens: 23_000, output_tokens: 200 };
    later.answer("msg_later", say(words(600)), {
      message: { ...message, content: [say(words(600))], stop_reason: "end_turn", usage },
    });
    appendFileSync(String(path), later.text());
    const before = await totalOf(scene, aged(path));
    expect(before).toEqual({ tokens: 23_200, grade: "exact" });
    const { path: back, tokensAfter } = await scene.json("compress", String(path), "--undo");
    const after = await totalOf(scene, aged(back));
    expect(after.grade).toBe("estimate");
    expect(after.tokens).toBeGreaterThan(40_000);
    expect(Math.abs(Number(tokensAfter) - after.tokens)).toBeLessThan(10);
  });
});
