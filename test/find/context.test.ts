// Hand-made sessions -> what `contextOf` says fills their window: totals as counted, shares that add up, places in the log.
import { describe, expect, it } from "vitest";
import { type ContextReport, contextOf, imageTokens } from "../../src/find/index.ts";
import type { JsonObject } from "../../src/format/index.ts";
import { newestRules } from "../../src/graph/index.ts";
import { type Craft, call, craft, open, text } from "../craft.ts";

const words = (bytes: number): string => "woven ".repeat(Math.ceil(bytes / 6)).slice(0, bytes);

/** A line of the model whose request held `sent` tokens and whose answer had `answered`. */
function counted(log: Craft, block: JsonObject, usage: { readonly sent: number; readonly answered: number }): void {
  log.reply([block], { message: messageOf(block, usage, "end_turn") });
}

function messageOf(
  block: JsonObject,
  { sent, answered }: { readonly sent: number; readonly answered: number },
  stop: string | null,
): JsonObject {
  const figures = { input_tokens: 7, cache_read_input_tokens: sent - 107, cache_creation_input_tokens: 100 };
  return {
    id: `msg_${sent}`,
    type: "message",
    role: "assistant",
    model: "claude-opus-4-5",
    content: [block],
    stop_reason: stop,
    usage: { ...figures, output_tokens: answered },
  };
}

function contextIn(log: Craft, windowTokens?: number): ContextReport {
  const { session, read } = open(log.bytes());
  return contextOf(session, { rules: newestRules, read, windowTokens, limit: 10 });
}

const sum = (report: ContextReport): number =>
  report.roles.reduce((total, share) => total + share.tokens, report.unseenTokens ?? 0);

const share = (shares: ContextReport["tools"], name: string): number =>
  shares.find((one) => one.name === name)?.tokens ?? 0;

describe("the total", () => {
  it.each([
    ["an answer without a parent", null],
    ["a parent that is gone", "nowhere"],
  ])("is an estimate where the log lost what was counted: %s", (_, parentUuid) => {
    const log = craft();
    log.prompt(words(600));
    counted(log, text("One"), { sent: 20_000, answered: 50 });
    log.prompt("Go on");
    const block = text("done");
    const late = { parentUuid, timestamp: "2031-01-01T00:00:00.000Z" };
    log.reply([block], { ...late, message: messageOf(block, { sent: 21_000, answered: 20 }, "end_turn") });
    const { total, measured } = contextIn(log);
    expect(total.grade).toBe("estimate");
    expect(total.tokens).toBeLessThan(100);
    expect(measured).toBeUndefined();
  });

  it("is what the API counted for the last message, and exact", () => {
    const log = craft();
    log.prompt(words(600));
    counted(log, text("done"), { sent: 20_000, answered: 50 });
    const { total, measured, since } = contextIn(log);
    expect(total).toEqual({ tokens: 20_050, grade: "exact" });
    expect(measured).toMatchObject({ inputTokens: 7, cacheReadTokens: 19_893, cacheWriteTokens: 100, line: 2 });
    expect(since).toEqual({ tokens: 0, items: 0 });
  });

  it.each([undefined, ""])("is so for a message without an id, too: %j", (id) => {
    const log = craft();
    log.prompt("Weave.");
    const { id: _id, ...message } = messageOf(text("Done."), { sent: 5000, answered: 70 }, "end_turn");
    log.reply([text("Done.")], { message: { ...message, ...(id !== undefined && { id }) } });
    expect(contextIn(log)).toMatchObject({ total: { tokens: 5070, grade: "exact" }, measured: { tokens: 5070 } });
  });

  it("is a floor where the client never finished the count of the answer", () => {
    const log = craft();
    log.prompt("go");
    log.reply([text("done")], { message: messageOf(text("done"), { sent: 900, answered: 1 }, null) });
    expect(contextIn(log).total).toEqual({ tokens: 901, grade: "floor" });
  });

  it("adds an estimate of what came after the last count", () => {
    const log = craft();
    log.prompt("read it");
    counted(log, call("c1", "Read", { file_path: "/home/ada/loom/warp.ts" }), { sent: 9000, answered: 20 });
    log.result("c1", { content: words(4000) });
    const { total, since } = contextIn(log);
    expect(since.tokens).toBeGreaterThan(900);
    expect(total).toEqual({ tokens: 9020 + since.tokens, grade: "estimate" });
  });

  it("is an estimate without the system prompt where nothing was counted", () => {
    const log = craft();
    log.prompt(words(4000));
    const { total, unseenTokens, method, measured } = contextIn(log);
    expect([measured, unseenTokens]).toEqual([undefined, undefined]);
    expect(method).toEqual({ bytesPerToken: 4, calibration: "rule of thumb" });
    expect(total.grade).toBe("estimate");
    expect(total.tokens).toBeGreaterThanOrEqual(1000);
  });
});

describe("the shares", () => {
  const log = craft();
  log.prompt(words(300));
  counted(log, call("c1", "Read", { file_path: "/home/ada/loom/warp.ts" }), { sent: 15_000, answered: 30 });
  log.result("c1", { content: `${words(9000)}\n<system-reminder>mind the shuttle</system-reminder>` });
  counted(log, call("c2", "Bash", { command: "make" }), { sent: 18_030, answered: 40 });
  log.result("c2", { content: words(1500) });
  counted(log, text("done"), { sent: 18_600, answered: 10 });
  const report = contextIn(log);

  it("add up to the total together with what the log does not show", () => {
    expect(sum(report)).toBe(report.total.tokens);
    expect(report.blocks.reduce((total, one) => total + one.tokens, report.unseenTokens ?? 0)).toBe(18_610);
    expect(report.unseenTokens).toBeGreaterThan(14_000);
  });

  it("are sized by the growth between the first and the last count", () => {
    expect(report.method.calibration).toBe("two points");
    // About 10,600 bytes came in while 3,610 tokens did.
    expect(report.method.bytesPerToken).toBeCloseTo(2.95, 1);
  });

  it("name the tools and the files that they are about, calls and results together", () => {
    expect(report.tools.map(({ name, items }) => [name, items])).toEqual([
      ["Read", 2],
      ["Bash", 2],
    ]);
    expect(report.files.map(({ name }) => name)).toEqual(["/home/ada/loom/warp.ts"]);
    expect(share(report.tools, "Read")).toBeGreaterThan(3000);
    expect(share(report.files, "/home/ada/loom/warp.ts")).toBe(share(report.tools, "Read"));
  });

  it("tell reminders from the results that they stand in", () => {
    expect(report.reminders).toMatchObject([{ name: "in the text", items: 1, bytes: 51 }]);
    expect(share(report.blocks, "reminder")).toBeGreaterThan(0);
  });

  it("list the largest items first, with their lines", () => {
    expect(report.biggest.slice(0, 2)).toMatchObject([
      { line: 3, block: "tool_result", tool: "Read", file: "/home/ada/loom/warp.ts", bytes: 8999 },
      { line: 5, block: "tool_result", tool: "Bash" },
    ]);
  });
});

describe("reminders and pictures", () => {
  it("go by the sort of their attachment, sized by what it holds where its wording is not in the log", () => {
    const log = craft("2.1.325");
    log.prompt("go");
    log.link("attachment", { attachment: { type: "skill_listing", content: words(800), skillCount: 2 } });
    log.link("attachment", {
      attachment: { type: "date", date: "2026-01-02" },
      rendered: [{ content: "<system-reminder>\nToday is Friday.\n</system-reminder>" }],
      renderedRole: "system",
    });
    log.reply([text("done")]);
    const { reminders } = contextIn(log);
    expect(reminders.map(({ name }) => name).toSorted()).toEqual(["date", "skill_listing"]);
    expect(reminders.find(({ name }) => name === "skill_listing")?.bytes).toBeGreaterThanOrEqual(800);
    expect(reminders.find(({ name }) => name === "date")?.bytes).toBe(54);
  });

  it("count a picture by the piece, not by its bytes", () => {
    const log = craft();
    const source = { type: "base64", media_type: "image/png", data: words(90_000) };
    log.prompt([{ type: "image", source }, text("what is this?")]);
    counted(log, text("a loom"), { sent: 20_000, answered: 20 });
    expect(share(contextIn(log).blocks, "image")).toBe(imageTokens);
  });
});

describe("a compacted session", () => {
  const log = craft();
  log.prompt(words(3000));
  counted(log, text(words(500)), { sent: 150_000, answered: 300 });
  const before = log.prompt("and now?");
  log.link("system", {
    subtype: "compact_boundary",
    parentUuid: null,
    logicalParentUuid: before,
    compactMetadata: { trigger: "auto", preTokens: 150_400, postTokens: 2000 },
  });
  log.prompt(`This session is being continued. ${words(900)}`, { isCompactSummary: true });
  counted(log, text("going on"), { sent: 17_000, answered: 5 });
  const report = contextIn(log);

  it("says how much is not sent any more, as the client wrote it", () => {
    expect(report.compacted).toEqual({
      times: 1,
      entries: 3,
      line: 4,
      trigger: "auto",
      preTokens: 150_400,
      postTokens: 2000,
    });
  });

  it("counts only what stands behind the boundary", () => {
    expect(report.total).toEqual({ tokens: 17_005, grade: "exact" });
    expect(report.biggest[0]).toMatchObject({ line: 5, block: "text", role: "user" });
  });
});

describe("the window", () => {
  const sized = (sent: number): Craft => {
    const log = craft();
    log.prompt("go");
    counted(log, text("done"), { sent, answered: 1 });
    return log;
  };

  it("has 200,000 tokens, or a million where the session outgrew that, or as many as asked", () => {
    expect(contextIn(sized(199_000)).window).toEqual({ tokens: 200_000, source: "default" });
    expect(contextIn(sized(200_500)).window).toEqual({ tokens: 1_000_000, source: "seen" });
    expect(contextIn(sized(200_500), 400_000).window).toEqual({ tokens: 400_000, source: "asked" });
  });
});
