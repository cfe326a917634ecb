// Files -> lines and sessions: what is on the disk is read in pieces, found again line by line, and never written to.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeLines, splitLines } from "../../src/format/index.ts";
import { WorldError, agentPath, openLog, openSession, openSummary } from "../../src/store/index.ts";
import { call, craft, sessionId, text } from "../craft.ts";
import { makeTree } from "./tree.ts";

/** Over a megabyte, in lines of very different length, with a BOM, CR LF, damage and no end. */
function longLog(): string {
  const hand = craft();
  for (let at = 0; at < 60; at++) hand.prompt("x".repeat((at * at * at * 7) % 90_000));
  return `\ufeff${hand.text()}\r\nnot json\r\n{"type":"mode","mode":"n"}\r\n{"torn`;
}

const main = craft();
main.prompt("Go");
main.reply([call("toolu_1", "Agent", { prompt: "Count" }), call("toolu_2", "Agent", { prompt: "Sort" })]);
const agent = (task: string, id = sessionId): string => {
  const hand = craft();
  hand.prompt(task, { isSidechain: true, sessionId: id });
  hand.reply([text("Done")], { isSidechain: true, sessionId: id });
  return hand.text();
};
const project = "projects/-home-ada-loom";
const home = makeTree({
  "long.jsonl": longLog(),
  "empty.jsonl": "",
  [`${project}/agent-0a1b2c3d.jsonl`]: agent("Count"),
  [`${project}/agent-99999999.jsonl`]: agent("Count", "22222222-2222-4222-8222-222222222222"),
  [`${project}/${sessionId}/subagents/agent-a1.jsonl`]: agent("Whatever"),
  [`${project}/${sessionId}/subagents/agent-a1.meta.json`]: '{"agentType":"explore","toolUseId":"toolu_2"}',
  [`${project}/${sessionId}/subagents/deep/agent-a2.jsonl`]: agent("Nobody's"),
  [`${project}/${sessionId}/subagents/deep/agent-a2.meta.json`]: "{ not json",
  [`${project}/${sessionId}.jsonl`]: main.text(),
});
const at = (name: string): string => join(home, name);

describe("a log file", () => {
  it("has the lines of its bytes, and each of them can be read again by its number", () => {
    const file = openLog(at("long.jsonl"));
    const expected = [...decodeLines(splitLines([readFileSync(at("long.jsonl"))]))];
    const decoded = [...file.decoded()];
    const words = (one: (typeof decoded)[number]): string =>
      JSON.stringify({ ...one, line: { ...one.line, bytes: 0 } });
    expect(decoded.map(words)).toEqual(expected.map(words));
    expect(decoded.map(({ line }) => file.lineAt(line.number)).map((one) => one && words(one))).toEqual(
      expected.map(words),
    );
    expect([file.lineAt(0), file.lineAt(decoded.length + 1), file.lineAt(1.5)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    file.close();
  });

  it("tells how far it was read, and no more than its size", () => {
    const seen: number[] = [];
    const file = openLog(at("long.jsonl"), { onProgress: (done) => void seen.push(done) });
    expect([...file.lines()].length).toBeGreaterThan(60);
    expect(seen.at(-1)).toBe(file.sizeBytes);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    file.close();
  });

  it("may be empty", () => {
    const file = openLog(at("empty.jsonl"));
    expect([...file.lines()]).toEqual([]);
    file.close();
  });

  it("is said to be missing, or no file, in words", () => {
    const codes = ["nowhere.jsonl", "projects", "long.jsonl/below"].map((name) => {
      try {
        openLog(at(name)).close();
        return "opened";
      } catch (error) {
        return error instanceof WorldError ? `${error.code}: ${error.hint === "" ? "" : "hint"}` : "thrown";
      }
    });
    expect(codes).toEqual(["not-found: hint", "is-directory: hint", "not-found: hint"]);
  });
});

describe("a session file", () => {
  const path = at(`${project}/${sessionId}.jsonl`);

  it("is opened with its agents: those in its folder and the flat ones that name it", () => {
    const { session, id, close } = openSession(path);
    expect(id).toBe(sessionId);
    expect(session.agents.map((one) => `${one.id} ${one.layout} ${one.callId ?? "nobody"}`).toSorted()).toEqual([
      "0a1b2c3d flat toolu_1",
      "a1 nested toolu_2",
      "a2 nested nobody",
    ]);
    expect(agentPath(session, "agent-a1")).toBe(at(`${project}/${sessionId}/subagents/agent-a1.jsonl`));
    expect([agentPath(session, "0a"), agentPath(session, "a"), agentPath(session, "../a1")]).toEqual([
      at(`${project}/agent-0a1b2c3d.jsonl`),
      undefined,
      undefined,
    ]);
    close();
  });

  it("is summed up to the same numbers, and read without its agents when told so", () => {
    const opened = openSummary(path);
    const alone = openSummary(path, { agents: "left-out" });
    expect([opened.summary.turns, opened.summary.calls, opened.summary.agents, alone.summary.agents]).toEqual([
      1, 2, 3, 0,
    ]);
    opened.close();
    alone.close();
  });

  it("of an agent is read as an agent's", () => {
    const { session, close } = openSession(at(`${project}/agent-0a1b2c3d.jsonl`));
    expect([session.scope, session.turns.length, session.findings]).toEqual(["agent", 1, []]);
    close();
  });

  it("keeps its bytes and its time", () => {
    const before = [readFileSync(path, "utf8"), statSync(path).mtimeMs];
    openSession(path).close();
    expect([readFileSync(path, "utf8"), statSync(path).mtimeMs]).toEqual(before);
  });
});
