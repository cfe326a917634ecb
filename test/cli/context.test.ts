// `clew context` on small sessions -> its text, its JSON and its exit codes.
import { describe, expect, it } from "vitest";
import { clew } from "./fake-io.ts";
import { call, say, smallLog } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const sessionId = "c0ffee00-1111-4222-8333-444444444444";
const home = scratchFolder();

const log = smallLog({ sessionId });
log.prompt("What does the loom do?");
log.answer("msg_1", call("toolu_1", "Read", { file_path: "/home/ada/loom/src/warp.ts" }));
log.result("toolu_1", "const warp = 1;\n".repeat(40));
log.answer("msg_2", say("It weaves.\u001B[31m"));
writeLog(home, `-home-ada-loom/${sessionId}`, log.text());
writeLog(home, "-home-ada-loom/c0ffee01-1111-4222-8333-444444444444", '{"type":"mode","mode":"normal"}\n');

const far = scratchFolder();
const farLog = smallLog({ sessionId });
farLog.prompt("What does the loom do?");
farLog.answer("msg_1", call("toolu_1", "Read", { file_path: `/srv/${"far-away/".repeat(9)}warp.ts` }));
farLog.result("toolu_1", "const warp = 1;\n".repeat(40));
writeLog(far, `-home-ada-loom/${sessionId}`, farLog.text());

const run = (...args: readonly string[]) => clew(["context", ...args, "--dir", home]);

describe("clew context", () => {
  it("says the total, its grade, the window, the shares and the largest items", async () => {
    const { code, out } = await run(sessionId);
    expect(code).toBe(0);
    expect(out).toMatch(/^total +473 tokens in 4 messages \(exact\)$/m);
    expect(out).toMatch(/^window +░+ 0\.2 % of 200 k \(the usual size\)$/m);
    expect(out).toMatch(/^counted +423 sent \+ 50 answered at line 4 \(exact\)$/m);
    for (const name of ["user", "assistant", "(not in the log)", "tool_result", "Read", "src/warp.ts"])
      expect(out).toContain(name);
    expect(out).toMatch(/^ +3 +~\d+ +tool_result +Read +src\/warp\.ts$/m);
    expect(out).toMatch(/~ estimated: \d\.\d bytes of text per token/);
    expect(out).not.toContain("\u001B");
  });

  it("gives the same as one JSON object, with a grade beside every figure", async () => {
    const { code, out } = await run(sessionId, "--json", "--window", "1000");
    expect(code).toBe(0);
    const answer: unknown = JSON.parse(out);
    expect(answer).toMatchObject({
      session: sessionId,
      total: { tokens: 473, grade: "exact" },
      window: { tokens: 1000, source: "asked", share: 0.473 },
      measured: { tokens: 473, messageId: "msg_2", line: 4, grade: "exact" },
      since: { tokens: 0, items: 0, grade: "estimate" },
      unseen: { grade: "estimate" },
      method: { imageTokens: 1500, grade: "estimate" },
      tools: [{ name: "Read", items: 2, grade: "estimate" }],
      files: [{ name: "/home/ada/loom/src/warp.ts", items: 2 }],
      compacted: { times: 0, entries: 0, preTokens: null },
    });
  });

  it("leaves the end of a path where there is no room for all of it", async () => {
    const { out } = await clew(["context", sessionId, "--dir", far], { columns: 60 });
    expect(out).toMatch(/^…[^ ]+\/warp\.ts +~/m);
    expect(out).toMatch(/tool_result +Read +…[^ ]+\/warp\.ts$/m);
  });

  it("lists as many of the largest items as asked", async () => {
    const { out } = await run(sessionId, "--json", "--limit", "1");
    const answer: unknown = JSON.parse(out);
    expect(answer).toHaveProperty("biggest.length", 1);
  });

  it("ends with 1 and one line when there is nothing to resume", async () => {
    const { code, out, err } = await run("c0ffee01");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^clew: a client would find nothing to resume in this session[^\n]*\n$/);
  });
});
