// Results of trimmed sessions, and merges -> figures on the scale that is known: what was counted before a trim is never called exact.
import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/format/index.ts";
import { counted, totalOf, words } from "./counted-log.ts";
import { type ReshapeHome, aged, bytesAt, parsed, reshapeHome, weaveId } from "./reshape-home.ts";
import { call, say, smallLog } from "./small-log.ts";

describe("a result whose last answer was counted before something was trimmed", () => {
  const near = (tokens: unknown, wanted: number): void => {
    expect(Math.abs(Number(tokens) - wanted)).toBeLessThan(10);
  };

  test.each([
    ["fork", ["--at", "4"]],
    ["fork", ["--at", "1"]],
    ["split", ["--at", "4"]],
  ] as const)("of %s %o is reckoned by the scale of the trimmed session, and sends less", async (command, flags) => {
    const scene = reshapeHome(counted(6));
    const { path } = await scene.json("trim", weaveId, "--calls", "stub", "--attachments");
    const before = await totalOf(scene, aged(path));
    const [made] = await scene.all(command, String(path), ...flags);
    const after = await totalOf(scene, aged(made?.["path"]));
    expect(after.grade).toBe("estimate");
    near(made?.["tokensBefore"], before.tokens);
    near(made?.["tokensAfter"], after.tokens);
    expect(Number(made?.["tokensSaved"])).toBeGreaterThan(100);
    expect(after.tokens).toBeGreaterThan(15_000);
  });

  test("is marked once more when it is cut once more, and nothing else of it is", async () => {
    const scene = reshapeHome(counted(6));
    const { path } = await scene.json("trim", weaveId, "--calls", "stub");
    const { path: four } = await scene.json("fork", aged(path), "--at", "4");
    const { path: two, tokensSaved } = await scene.json("fork", aged(four), "--at", "2");
    expect(bytesAt(two).match(/"clewRecounted"/g)).toHaveLength(1);
    expect(Number(tokensSaved)).toBeGreaterThan(100);
    expect(await totalOf(scene, aged(two))).toMatchObject({ grade: "estimate" });
  });

  test("stays exact where the answer was counted after the trim", async () => {
    const scene = reshapeHome(counted(6));
    const { path } = await scene.json("trim", weaveId, "--calls", "stub");
    goOn(path, [23_000, 24_000]);
    const { path: made } = await scene.json("fork", aged(path), "--at", "7");
    expect(await totalOf(scene, aged(made))).toEqual({ tokens: 23_200, grade: "exact" });
  });
});

/** The client compacts, reads a file and answers. */
function compacted(log: string): string {
  const { uuid } = parsed(log.trimEnd().split("\n").at(-1) ?? "");
  const later = smallLog({ sessionId: "c0ac7000-0000-4000-8000-000000000000", envelope: { sessionId: weaveId } });
  const metadata = { trigger: "auto", preTokens: 60_000 };
  later.system("compact_boundary", { parentUuid: null, logicalParentUuid: String(uuid), compactMetadata: metadata });
  later.prompt("In short: it was woven.", { isCompactSummary: true });
  const answer = (id: string, block: JsonObject, input: number): void => {
    const usage = { input_tokens: input, output_tokens: 100 };
    const message = { id, type: "message", role: "assistant", model: "claude-opus-5-5", content: [block] };
    later.answer(id, block, { message: { ...message, stop_reason: "end_turn", usage } });
  };
  later.prompt("And now?");
  answer("msg_read", call("toolu_late", "Read", { file_path: "late.txt" }), 16_000);
  later.result("toolu_late", words(9000));
  answer("msg_told", say("It is read."), 19_000);
  return log + later.text();
}

describe("taking back a compaction behind which something was trimmed", () => {
  test("of the client brings everything back, and is not called exact", async () => {
    const scene = reshapeHome(compacted(counted(6)));
    const { path } = await scene.json("trim", weaveId, "--calls", "stub", "--thinking", "--attachments");
    const { path: back, ...made } = await scene.json("compress", aged(path), "--undo");
    const after = await totalOf(scene, aged(back));
    expect(after.grade).toBe("estimate");
    expect(Math.abs(Number(made["tokensAfter"]) - after.tokens)).toBeLessThan(10);
    const plain = reshapeHome(compacted(counted(6)));
    const { path: whole } = await plain.json("compress", weaveId, "--undo");
    const said = async ({ run }: ReshapeHome, of: unknown): Promise<string> => (await run("request", aged(of))).out;
    expect((await said(scene, back)) === (await said(plain, whole))).toBe(true);
  });
});

/** As a client goes on with a session, one turn for each count. */
function goOn(path: unknown, counts: readonly number[], asked = words(300)): void {
  const [last = ""] = bytesAt(path).trimEnd().split("\n").slice(-1);
  const { uuid, sessionId } = parsed(last);
  const later = smallLog({ sessionId: String(sessionId), envelope: { cwd: "/home/ada/loom" } });
  later.goBackTo(String(uuid));
  for (const input of counts) {
    const message = { id: `msg_${input}`, type: "message", role: "assistant", model: "claude-opus-5-5" };
    const usage = { input_tokens: input, output_tokens: 200 };
    later.prompt(asked);
    const content = [say(asked)];
    later.answer(`msg_${input}`, say(asked), { message: { ...message, content, stop_reason: "end_turn", usage } });
  }
  appendFileSync(String(path), later.text());
  aged(path);
}

test("a merge tells what the fork's own words are, on the scale of the session", async () => {
  const scene = reshapeHome(counted(4));
  const { path } = await scene.json("fork", weaveId, "--at", "4");
  goOn(path, [62_000], "Shall it be so?");
  const made = await scene.json("merge", weaveId, String(path));
  expect(Number(made["tokensSaved"])).toBeLessThan(0);
  expect(Number(made["tokensSaved"])).toBeGreaterThan(-40);
  expect(made["tokensSavedBy"]).toMatchObject({ text: made["tokensSaved"], other: 0 });
  const before = await totalOf(scene, weaveId);
  const after = await totalOf(scene, aged(made["path"]));
  expect(after.grade).toBe("estimate");
  expect(after.tokens - before.tokens).toBe(-Number(made["tokensSaved"]));
});
