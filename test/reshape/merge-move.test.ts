// Merges and moves: a fork's tail hangs on the session byte for byte; a moved session names its new folder where it means the project.
import { describe, expect, it } from "vitest";
import { checkRequest } from "../../src/graph/index.ts";
import {
  judge,
  ledgerOf,
  planClone,
  planFork,
  planMerge,
  planMove,
  savingsOf,
  sumsUp,
} from "../../src/reshape/index.ts";
import { type Craft, bytesOf, call, craft, open, text } from "../craft.ts";
import {
  type OpenSource,
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

function begun(): Craft {
  const made = craft("2.1.325");
  made.prompt("one");
  made.reply([call("t1")], { messageId: "m1" });
  made.result("t1", { sourceToolAssistantUUID: "e2" });
  made.reply([text("first")], { messageId: "m2" });
  return made;
}

function session(): OpenSource {
  const made = begun();
  made.prompt("here");
  made.reply([text("own end")], { messageId: "m3" });
  return sourceOf(made.bytes());
}

function goneOn(made: Craft, parent: string): void {
  made.prompt("there", { uuid: "f5", parentUuid: parent });
  made.reply([call("t9")], { uuid: "f6", messageId: "m8", n: null });
  made.result("t9", { uuid: "f7", sourceToolAssistantUUID: "f6" });
  made.reply([text("tail")], { uuid: "f8", messageId: "m9" });
}

/** As the client's own fork does it: the same uuids. */
function clientFork(): OpenSource {
  const made = begun();
  goneOn(made, "e4");
  return sourceOf(
    bytesOf(made.text().replaceAll("11111111-2222-4333-8444-555555555555", "77777777-2222-4333-8444-555555555555")),
    "77777777-2222-4333-8444-555555555555",
  );
}

/** As clew's own fork does it: other uuids, and marks that tell where they come from. */
function clewFork(): OpenSource {
  const source = session();
  const id = "77777777-2222-4333-8444-555555555555";
  const front = render(planned(planFork(source, { at: "1" }, supply())), source, identityOf(source, { to: id }));
  const made = craft("2.1.325");
  for (const line of linesOf(front)) made.raw(line);
  const leaf = entriesOf(front).at(-1)?.["uuid"];
  goneOn(made, typeof leaf === "string" ? leaf : "");
  return sourceOf(
    bytesOf(made.text().replaceAll('11111111-2222-4333-8444-555555555555","version', `${id}","version`)),
    id,
  );
}

describe("a merge", () => {
  it.each([
    ["the client's", clientFork],
    ["clew's", clewFork],
  ])("hangs the tail of %s fork on the session's end", (_, fork) => {
    const [source, other] = [session(), fork()];
    const plan = planned(planMerge(source, { fork: other }, supply()));
    expect(sumsUp(plan, 6)).toBe(true);
    expect(ledgerOf(plan)).toMatchObject({ kept: 6, changed: 0, dropped: 0, added: 4 });
    const bytes = render(plan, source);
    const result = open(bytes);
    const said = JSON.stringify(requestOf(result));
    expect(said.indexOf("own end")).toBeGreaterThan(0);
    expect(said.indexOf("tail")).toBeGreaterThan(said.indexOf("own end"));
    expect(checkRequest(requestOf(result))).toEqual([]);
    expect(result.session.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    const tail = entriesOf(bytes).slice(6);
    for (const entry of tail) expect(entry["sessionId"]).toBe(newSessionId);
    expect(tail[0]?.["forkedFrom"]).toEqual({ sessionId: other.sessionId, messageUuid: "f5" });
  });

  it("of a fork that was compacted since keeps what the compaction keeps, under the session's names", () => {
    const made = begun();
    made.link("system", {
      uuid: "f5",
      parentUuid: null,
      logicalParentUuid: "e4",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      compactMetadata: {
        trigger: "auto",
        preservedSegment: { headUuid: "e4", anchorUuid: "f7", tailUuid: "e4" },
        preservedMessages: { anchorUuid: "f7", uuids: ["e4"], allUuids: ["e4"] },
      },
    });
    made.link("attachment", { uuid: "f6", parentUuid: "f5", attachment: { type: "date", date: "2026-01-02" } });
    made.prompt("in short", { uuid: "f7", parentUuid: "f6", isCompactSummary: true });
    made.prompt("there", { uuid: "f8", parentUuid: "f7" });
    made.reply([text("tail")], { uuid: "f9", parentUuid: "f8", messageId: "m9" });
    const fork = sourceOf(made.bytes());
    const front = planned(planFork(fork, { at: "1" }, supply()));
    const source = sourceOf(render(front, fork), newSessionId);
    expect(source.session.path).toHaveLength(4);
    const short = sourceOf(bytesOf(`${linesOf(render(front, fork)).slice(0, 4).join("\n")}\n`), newSessionId);
    const result = open(render(planned(planMerge(short, { fork }, supply())), short));
    expect(result.session.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    const [boundary] = result.log.compactions.values();
    const kept = result.session.path[3]?.id;
    expect(boundary).toMatchObject({ logicalParent: kept, preserved: { by: "list", ids: [kept] } });
    const said = JSON.stringify(requestOf(result));
    for (const words of ["in short", "first", "there", "tail"]) expect(said).toContain(words);
    expect(said).not.toContain('"one"');
  });

  it("keeps the bytes of what it takes over", () => {
    const [source, fork] = [session(), clientFork()];
    const plan = planned(planMerge(source, { fork }, supply()));
    const lines = linesOf(render(plan, source, plain(source)));
    expect(lines[7]).toBe(linesOf(fork.bytes)[5]?.replace(fork.sessionId, source.sessionId));
  });

  it("of sessions that share nothing, or of a fork without words of its own, is refused", () => {
    const stranger = craft();
    stranger.prompt("else", { uuid: "z1" });
    const fork = sourceOf(stranger.bytes());
    expect(planMerge(session(), { fork }, supply())).toMatchObject({
      ok: false,
      problem: "the two sessions share no entry: the one is no fork of the other",
    });
    const same = sourceOf(begun().bytes());
    expect(planMerge(session(), { fork: same }, supply())).toMatchObject({
      ok: false,
      problem: "nothing was said in the fork behind what both share",
    });
  });
});

describe("a move", () => {
  it("names the new folder in every entry", () => {
    const source = session();
    const answer = planMove(source, { to: "/srv/loom/" }, supply());
    if (!answer.ok) throw new Error(answer.problem);
    const entries = entriesOf(render(answer.plan, source, identityOf(source, { folders: answer.folders })));
    expect(new Set(entries.map((entry) => entry["cwd"]))).toEqual(new Set(["/srv/loom"]));
  });

  it.each([
    [{ to: "/srv/loom" }, "/srv/loom"],
    [{ to: "/srv", from: "/home/ada" }, "/srv/loom"],
    [{ to: "/srv", from: "/home/ada/", held: "/home/ada/wool/a" }, "/srv/wool/a"],
    [{ to: "/srv", from: "/home/ada/loom", held: "/home/ada/loom-2" }, "/srv"],
  ])("of %o belongs to %s", (intention, cwd) => {
    expect(planMove(session(), intention, supply())).toMatchObject({ ok: true, cwd });
  });

  it.each([
    [{ to: "loom" }, '"loom" is no absolute path', []],
    [{ to: "/home/ada/loom" }, 'the session belongs to "/home/ada/loom" already', []],
    [{ to: "/srv", from: "/home/bob" }, 'no entry of the session was written in "/home/bob"', ["/home/ada/loom"]],
  ])("of %o is refused", (intention, problem, choices) => {
    expect(planMove(session(), intention, supply())).toMatchObject({ ok: false, problem, choices });
  });

  it("from another system's path knows its separators", () => {
    const made = craft();
    made.prompt("x", { cwd: "C:\\work\\loom" });
    made.reply([call("t1", "Read", { file_path: "C:\\work\\loom\\a.ts" })], { cwd: "C:\\work\\loom" });
    const source = sourceOf(made.bytes());
    const answer = planMove(source, { to: "/srv/loom" }, supply());
    if (!answer.ok) throw new Error(answer.problem);
    const [asked, said] = entriesOf(render(answer.plan, source, identityOf(source, { folders: answer.folders })));
    expect(asked?.["cwd"]).toBe("/srv/loom");
    expect(planMove(source, { to: "/srv", from: "C:\\work" }, supply())).toMatchObject({ cwd: "/srv/loom" });
    expect(said).toMatchObject({ message: { content: [{ input: { file_path: "/srv/loom/a.ts" } }] } });
  });
});

describe("the verdict", () => {
  const judged = ({ session: one, read }: ReturnType<typeof open>) => ({
    session: one,
    request: requestOf({ ...open(bytesOf("")), session: one, read }),
  });

  it("finds a clone no worse than its source", () => {
    const source = session();
    const plan = planned(planClone(source, supply()));
    const after = judged(open(render(plan, source)));
    const before = judged(source.opened);
    expect(judge(plan, { before, after, promised: before.request })).toEqual({ ok: true });
  });

  it("tells every way in which a result is worse", () => {
    const source = session();
    const plan = planned(planClone(source, supply()));
    const lines = linesOf(render(plan, source));
    const broken = open(bytesOf([lines[0], ...lines.slice(2)].map((line) => `${line}\n`).join("")));
    const before = judged(source.opened);
    const verdict = judge(plan, { before, after: judged(broken), promised: before.request });
    expect(verdict).toMatchObject({ ok: false });
    const reasons = verdict.ok ? "" : verdict.reasons.join("\n");
    expect(reasons).toContain("orphan-result 1 times, 0 before");
    expect(reasons).toContain("that is not the 5 lines of the result");
    expect(reasons).toContain("1 parents are not in the result, 0 were not in the source");
    expect(reasons).toContain("the request is not as promised");
  });
});

describe("savings", () => {
  it("are told by sort of content, and add up", () => {
    const long = "x".repeat(4000);
    const before = [
      { role: "user" as const, content: "abcd".repeat(10) },
      { role: "assistant" as const, content: [{ type: "thinking", thinking: long, signature: "" }, call("t1")] },
      {
        role: "user" as const,
        content: [
          { type: "tool_result", tool_use_id: "t1", content: [text(long), { type: "image" }] },
          { type: "image" },
        ],
      },
    ];
    const { saved, savedTokens, beforeTokens, afterTokens } = savingsOf(before, before.slice(0, 1));
    expect(saved).toEqual({ text: 0, thinking: 1000, tool_use: 2, tool_result: 1000, image: 3000, other: 0 });
    expect(savedTokens).toBe(5002);
    expect(beforeTokens - afterTokens).toBe(savedTokens);
  });
});
