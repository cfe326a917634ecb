// Laws of the engine on logs that hang together in every wrong way: all lines accounted for, nothing worse, nothing done twice.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, isObject } from "../../src/format/index.ts";
import { type Log, checkRequest } from "../../src/graph/index.ts";
import { freshUuids, isIdlePlan, ledgerOf, planClone, planFork, startDraft, sumsUp } from "../../src/reshape/index.ts";
import { bytesOf, call, craft, open, seeded, text } from "../craft.ts";
import { tangle } from "../graph/tangle.ts";
import {
  entriesOf,
  identityOf,
  linesOf,
  newSessionId,
  plain,
  planned,
  render,
  requestOf,
  sourceOf,
  supply,
} from "./engine-source.ts";

const dangling = ({ nodes, byId }: Log): number =>
  nodes.filter(({ parent }) => parent !== undefined && !byId.has(parent)).length;

describe("a clone of any log", () => {
  it("accounts for every line, and no more parents lead nowhere", () => {
    let straightened = 0;
    fc.assert(
      fc.property(tangle, (log) => {
        const source = sourceOf(bytesOf(log), "s");
        const plan = planned(planClone(source, supply()));
        expect(sumsUp(plan, source.session.log.tally.lines)).toBe(true);
        const same = render(plan, source, plain(source));
        const isIdle = isIdlePlan(plan);
        expect(isIdle ? linesOf(same) : []).toEqual(isIdle ? linesOf(source.bytes) : []);
        straightened += isIdle ? 0 : 1;
        const { kept, changed, added } = ledgerOf(plan);
        const result = open(same);
        expect(result.log.tally.lines).toBe(kept + changed + added);
        expect(dangling(result.log)).toBeLessThanOrEqual(dangling(source.session.log));
      }),
      seeded(2000),
    );
    expect(straightened).toBeGreaterThan(20);
  });
});

describe("lines dropped at random", () => {
  /** A linear conversation with calls, notes, backups and a compaction in the middle. */
  function session(): Uint8Array {
    const { prompt, reply, result, link, state, bytes } = craft("2.1.325");
    for (let turn = 0; turn < 6; turn++) {
      const asked = prompt(`ask ${turn}`);
      state("file-history-snapshot", { messageId: asked, snapshot: { messageId: asked, trackedFileBackups: {} } });
      const [one, two] = [`t${turn}a`, `t${turn}b`];
      reply([{ type: "thinking", thinking: "h", signature: "s" }], { messageId: `m${turn}` });
      const first = reply([call(one)], { messageId: `m${turn}` });
      const second = reply([call(two)], { messageId: `m${turn}` });
      result(two, { parentUuid: second, sourceToolAssistantUUID: second });
      result(one, { parentUuid: first, sourceToolAssistantUUID: first });
      link("attachment", { attachment: { type: "date", date: "x" } });
      const end = reply([text(`done ${turn}`)]);
      if (turn === 2) {
        link("system", {
          subtype: "compact_boundary",
          parentUuid: null,
          logicalParentUuid: end,
          compactMetadata: { trigger: "auto" },
        });
        prompt("summary", { isCompactSummary: true });
      }
      state("last-prompt", { leafUuid: end });
    }
    return bytes();
  }
  const bytes = session();
  const source = sourceOf(bytes);
  const count = source.session.log.tally.lines;

  it("leave pairs and parents whole, every reference answered, and nothing to do", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: count }), { minLength: 1, maxLength: 12 }), (lines) => {
        const draft = startDraft(source, supply());
        for (const line of lines) draft.drop(line, "test");
        const plan = draft.plan();
        expect(sumsUp(plan, count)).toBe(true);
        const same = render(plan, source, plain(source));
        const result = open(same);
        const bad = result.session.findings.filter(
          ({ severity, code }) => severity !== "info" && code !== "second-root" && code !== "boundary-without-summary",
        );
        expect(bad).toEqual([]);
        expect(
          checkRequest(requestOf(result)).filter(({ problem }) => !problem.startsWith("the first message")),
        ).toEqual([]);
        const ids = new Set(entriesOf(same).map((entry) => entry["uuid"]));
        for (const entry of entriesOf(same)) for (const id of pointersOf(entry)) expect(ids).toContain(id);
        expect(isIdlePlan(planned(planClone(sourceOf(same), supply())))).toBe(true);
      }),
      seeded(400),
    );
  });
});

function pointersOf(entry: JsonObject): readonly Json[] {
  const snapshot = entry["snapshot"];
  const keys = ["parentUuid", "logicalParentUuid", "leafUuid", "messageId", "sourceToolAssistantUUID"];
  const inner = isObject(snapshot) ? [snapshot["messageId"]] : [];
  return [...keys.map((key) => entry[key]), ...inner].filter((id) => id !== undefined && id !== null);
}

describe("what is rendered", () => {
  const line = (fields: string): Uint8Array => bytesOf(`{${fields}}\n`);
  const head =
    '"parentUuid":null,"uuid":"u-1","type":"user","timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","content":"x"}';
  const odd = `"n":12345678901234567890,"f":1.0,"d":1,"d":2,"s":"\\ud83d","l":"\u2028", "sp" : [ 1 ,2 ]`;

  it("differs from a line in its ids alone", () => {
    const source = sourceOf(line(`${head},${odd},"sessionId":"S","session_id":"S"`), "S");
    const plan = planned(planClone(source, supply()));
    const [rendered] = linesOf(render(plan, source));
    const fresh = freshUuids(newSessionId)("u-1");
    const mark = `,"forkedFrom":{"sessionId":"S","messageUuid":"u-1"}`;
    expect(rendered).toBe(
      `{${head.replace("u-1", fresh)},${odd},"sessionId":"${newSessionId}","session_id":"${newSessionId}"${mark}}`,
    );
  });

  it("keeps CR LF, byte order marks and damaged lines, and ends the last line", () => {
    const log = `\ufeff{"type":"mode","mode":"x"}\r\n\n{"torn":\nnot json\n{"type":"tag"}{"type":"tag"}\n[1]`;
    const source = sourceOf(bytesOf(log));
    const rendered = render(planned(planClone(source, supply())), source);
    expect(Buffer.from(rendered).toString("utf8")).toBe(`${log}\n`);
  });

  it("renames entries in every place where the client names them, and no call or message", () => {
    const { prompt, reply, link, state, bytes } = craft("2.1.325");
    const asked = prompt("x", { uuid: "first-id" });
    const said = reply([call("first-id"), text("first-id")], { uuid: "second-id", requestId: "first-id" });
    link("system", {
      subtype: "compact_boundary",
      parentUuid: null,
      logicalParentUuid: said,
      compactMetadata: {
        preservedMessages: { anchorUuid: asked, uuids: [asked, said], allUuids: [asked] },
        preservedSegment: { headUuid: asked, anchorUuid: said, tailUuid: said },
      },
    });
    prompt("s", { isCompactSummary: true, summarizedTurnPromptUuids: [asked], interruptedMessageId: said });
    state("file-history-delta", { messageId: said, snapshotMessageId: asked });
    state("file-history-snapshot", { messageId: asked, snapshot: { messageId: asked } });
    state("summary", { leafUuid: said });
    const source = sourceOf(bytes());
    const rendered = Buffer.from(render(planned(planClone(source, supply())), source)).toString("utf8");
    const unmarked = rendered.replaceAll(/,"forkedFrom":\{[^}]*\}/g, "");
    expect(unmarked).not.toContain("second-id");
    // A call, a text and a request that happen to be spelled like the entry.
    expect(unmarked.match(/"first-id"/g)).toHaveLength(3);
    expect(unmarked.split(freshUuids(newSessionId)("first-id"))).toHaveLength(11);
  });

  it("follows folders: the session's own wherever it stands, a project's only where it is a path", () => {
    const { prompt, reply, result, bytes } = craft();
    const home = "/home/ada/.claude/projects/-home-ada-loom";
    const id = "11111111-2222-4333-8444-555555555555";
    prompt("look at /home/ada/loom/a.ts and /home/ada/loom");
    reply([call("t1", "Read", { file_path: "/home/ada/loom/a.ts", other: "/home/ada/loomed" })]);
    result("t1", {
      content: `saved to: ${home}/${id}/tool-results/b.txt now`,
      toolUseResult: {
        file: { filePath: "/home/ada/loom/a.ts" },
        stdout: "/home/ada/loom/a\n/home/ada/loom/b",
        cwd: "/home/ada/loom",
      },
    });
    const source = sourceOf(bytes());
    const folders = [
      { from: `${home}/${id}`, to: `${home}/${newSessionId}` },
      { from: "/home/ada/loom", to: "/srv/new loom" },
    ];
    const [asked, said, answer] = entriesOf(
      render(planned(planClone(source, supply())), source, identityOf(source, { folders })),
    );
    expect(asked).toMatchObject({
      cwd: "/srv/new loom",
      message: { content: "look at /home/ada/loom/a.ts and /home/ada/loom" },
    });
    expect(said).toMatchObject({
      message: { content: [{ input: { file_path: "/srv/new loom/a.ts", other: "/home/ada/loomed" } }] },
    });
    expect(answer).toMatchObject({
      message: { content: [{ content: `saved to: ${home}/${newSessionId}/tool-results/b.txt now` }] },
      toolUseResult: {
        file: { filePath: "/srv/new loom/a.ts" },
        stdout: "/home/ada/loom/a\n/home/ada/loom/b",
        cwd: "/srv/new loom",
      },
    });
  });
});

describe("fresh uuids", () => {
  it("are version 4 in shape, always the same, and a million of them are all different", () => {
    const fresh = freshUuids(newSessionId);
    const all = new Set<string>();
    for (let made = 0; made < 1_000_000; made++)
      all.add(fresh(`00000000-0000-4000-8000-${String(made).padStart(12, "0")}`));
    expect(all.size).toBe(1_000_000);
    const [first] = all;
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(fresh("x")).toBe(freshUuids(newSessionId)("x"));
    expect(fresh("x")).not.toBe(freshUuids("another")("x"));
    expect(fresh("")).not.toBe(fresh("\0"));
  });
});

describe("a draft", () => {
  it("ends with what was added behind the end, and never with a branch that was left", () => {
    const { prompt, reply, bytes } = craft("2.1.325");
    const root = prompt("go");
    const end = reply([text("the end")]);
    prompt("astray", { parentUuid: root, timestamp: "2026-01-02T03:04:05.100Z" });
    reply([text("lost")], { timestamp: "2026-01-02T03:04:05.200Z" });
    const source = sourceOf(bytes());
    const draft = startDraft(source, supply());
    draft.endWith(2);
    draft.add(2, {
      parentUuid: end,
      isSidechain: false,
      type: "user",
      message: { role: "user", content: "added" },
      uuid: draft.supply.newUuid(),
      timestamp: "2026-01-02T03:04:07.000Z",
      sessionId: source.sessionId,
    });
    const result = open(render(draft.plan(), source));
    expect(JSON.stringify(requestOf(result))).not.toContain("lost");
  });

  it("keeps the objects of a damaged line as lines of their own", () => {
    const first =
      '{"parentUuid":null,"uuid":"a","type":"user","timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","content":"one"}}';
    const second = first.replace('"a"', '"b"').replace("null", '"a"').replace("one", "two").replace("05.000", "06.000");
    const source = sourceOf(bytesOf(`${first}${second}\n`), "S");
    const draft = startDraft(source, supply());
    draft.keepPart(1, { start: 0, end: first.length });
    draft.keepPart(
      1,
      { start: first.length, end: first.length + second.length },
      { op: "set", path: ["isMeta"], value: true },
    );
    const plan = draft.plan();
    expect(ledgerOf(plan)).toEqual({ kept: 0, changed: 1, dropped: 0, added: 1 });
    expect(sumsUp(plan, 1)).toBe(true);
    expect(linesOf(render(plan, source, plain(source)))).toEqual([first, `${second.slice(0, -1)},"isMeta":true}`]);
  });

  it("of a fork answers in a log that holds nothing", () => {
    expect(planFork(sourceOf(bytesOf("")), { at: "1" }, supply())).toMatchObject({
      ok: false,
      problem: "the session has no turn",
    });
  });
});
