// Compressing: older turns become a summary in the client's own shape, clients of all versions take it up, and it can be taken back.
import { describe, expect, it } from "vitest";
import { isObject, numberField, objectField, stringField } from "../../src/format/index.ts";
import {
  type CompressIntention,
  type UncompressIntention,
  isIdlePlan,
  olderTurns,
  planCompress,
  planUncompress,
} from "../../src/reshape/index.ts";
import { call, craft, open, text } from "../craft.ts";
import { sourceOf, supply } from "./engine-source.ts";
import {
  errorsOf,
  lostParents,
  newProblems,
  planOf,
  promptsOf,
  rawLines,
  requestOf,
  reshaped,
  rulesOf,
  versions,
} from "./reshaped.ts";
import { shapes, weave } from "./woven.ts";

const compressed = (bytes: Uint8Array, intention: Partial<CompressIntention> = {}): Uint8Array =>
  reshaped(bytes, (source, supply) => planCompress(source, { keepTurns: 2, calls: "dropped", ...intention }, supply));
const uncompressed = (bytes: Uint8Array, intention: UncompressIntention = {}): Uint8Array =>
  reshaped(bytes, (source, supply) => planUncompress(source, intention, supply));
const sent = (bytes: Uint8Array, version: string): string => JSON.stringify(requestOf(bytes, rulesOf(version)));

describe.each(shapes)("a session of %s compressed to its last two turns", (shape) => {
  const before = weave(shape, 7).bytes();
  const after = compressed(before);

  it.each(versions)("is sent by %s as summary and two turns", (version) => {
    const messages = requestOf(after, rulesOf(version));
    const all = JSON.stringify(messages);
    expect(messages[0]?.role).toBe("user");
    expect(JSON.stringify(messages[0])).toContain("This session is being continued");
    for (const turn of [1, 2, 3, 4, 5, 6, 7]) expect(all.split(`prompt ${turn}`).length - 1).toBe(1);
    expect(all.match(/"tool_use"/g)).toHaveLength(8);
    expect(all).not.toContain("toolu_a5");
    expect(all).toContain("toolu_a6");
  });

  it("is accepted by clients of all versions", () => expect(newProblems(before, after)).toEqual([]));
  it("has no error and no lost parent", () => expect([errorsOf(after), lostParents(after)]).toEqual([[], 0]));
  it("still holds every line of the source but for what it hangs on, and a mark on the last count of tokens", () => {
    const changed = /^\{"parentUuid":(null|"[^"]*")|,"clewRecounted":true(?=\}$)/g;
    const left = new Set(linesOf(after).map((line) => line.replaceAll(changed, "")));
    expect(linesOf(before).filter((line) => !left.has(line.replaceAll(changed, "")))).toEqual([]);
  });
  it("has the turns that stay behind the boundary, in the file and in time", () => {
    const { log, session } = open(after);
    const boundary = log.nodes.find(({ line }) => line === log.lastBoundaryLine);
    const staying = session.conversation.nodes;
    expect(staying.every(({ line }) => line > log.lastBoundaryLine)).toBe(true);
    const times = [boundary, ...staying].map((node) => node?.timeMs ?? 0);
    expect(times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))).toBe(true);
  });
  it("is not compressed again to as many turns", () => {
    const again = planOf(after, (source, supply) => planCompress(source, { keepTurns: 2, calls: "dropped" }, supply));
    expect(isIdlePlan(again)).toBe(true);
  });
  it("takes its earlier summary in when it is compressed further", () => {
    const further = compressed(after, { keepTurns: 1 });
    expect(newProblems(before, further)).toEqual([]);
    for (const version of versions)
      for (const turn of [1, 2, 3, 4, 5, 6, 7]) expect(sent(further, version)).toContain(`prompt ${turn}`);
    expect(sent(further, "2.1.325").split("This session is being continued")).toHaveLength(2);
  });
  it("is sent as before once it was taken back", () => {
    const back = uncompressed(after);
    for (const version of versions) expect(sent(back, version)).toBe(sent(straight(before), version));
    expect(promptsOf(back)).toEqual(promptsOf(before));
  });
});

/** The source as any result is written: with calls side by side as one line of descent. */
function straight(bytes: Uint8Array): Uint8Array {
  return uncompressed(compressed(bytes, { keepTurns: 1 }));
}

const linesOf = (bytes: Uint8Array): readonly string[] => Buffer.from(bytes).toString("utf8").trimEnd().split("\n");

describe("the two new lines", () => {
  const after = compressed(weave("2.1.325", 3).bytes(), { keepTurns: 1 });
  const at = rawLines(after).findIndex((raw) => raw["subtype"] === "compact_boundary");
  const [boundary, summary, head] = rawLines(after).slice(at, at + 3);

  it("have the shape that the client gives them", () => {
    expect(boundary).toMatchObject({
      parentUuid: null,
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      level: "info",
      compactMetadata: { trigger: "manual", preTokens: 8 },
      cwd: "/home/ada/loom",
      version: "2.1.325",
    });
    expect(summary).toMatchObject({
      parentUuid: boundary?.["uuid"],
      type: "user",
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    });
    expect(head).toMatchObject({ parentUuid: summary?.["uuid"], type: "user" });
  });

  it("name the last entry that was summarised", () => {
    const named = rawLines(after).find((raw) => raw["uuid"] === boundary?.["logicalParentUuid"]);
    expect(JSON.stringify(named)).toContain("Answer 2.");
  });
});

describe("the summary", () => {
  const before = weave("2.0.36", 4).bytes();
  const summaryOf = (bytes: Uint8Array): string =>
    rawLines(bytes)
      .flatMap((raw) => (raw["isCompactSummary"] === true ? [JSON.stringify(raw)] : []))
      .join();

  it("names files, and calls only when asked", () => {
    expect(summaryOf(compressed(before))).toContain("Files changed: src/part-1.ts");
    expect(summaryOf(compressed(before))).not.toContain("Bash npm test");
    expect(summaryOf(compressed(before, { calls: "metadata" }))).toContain("Bash npm test");
  });

  it("holds no result of a call", () => expect(summaryOf(compressed(before))).not.toContain("the code of the loom"));

  it("is the given one, with what the person wrote behind it", () => {
    const given = summaryOf(compressed(before, { summary: "All went well." }));
    expect(given).toContain("All went well.");
    expect(given).toContain("prompt 1: make it so");
    expect(given).not.toContain("in extracts");
  });

  it("is told turn by turn to whoever words it", () => {
    const turns = [...olderTurns(sourceOf(before), 2)];
    expect(turns).toHaveLength(2);
    expect(turns[0]).toMatch(/^Person: prompt 1: make it so\n[\s\S]*- Bash npm test/);
  });

  it("keeps what a person said through a tool", () => {
    const made = craft("2.1.325");
    made.prompt("ask me");
    made.reply([call("q1", "AskUserQuestion")]);
    made.result("q1", { content: "The person chose blue" });
    made.reply([text("blue then")]);
    made.prompt("on");
    made.reply([text("on it")]);
    expect(summaryOf(compressed(made.bytes(), { keepTurns: 1 }))).toContain("The person chose blue");
  });
});

describe("the last answer's count of the context", () => {
  const full = {
    input_tokens: 2,
    cache_creation_input_tokens: 500,
    cache_read_input_tokens: 180_000,
    output_tokens: 700,
  };
  const made = craft("2.1.45");
  for (const turn of [1, 2, 3]) {
    made.prompt(`prompt ${turn}`);
    const message = { id: `msg_${turn}`, type: "message", role: "assistant", model: "claude-opus-4-5" };
    made.reply([], { message: { ...message, content: [text("x".repeat(9000))], stop_reason: null, usage: full } });
  }
  const countsIn = (bytes: Uint8Array): readonly unknown[] =>
    rawLines(bytes).flatMap((raw) => objectField(objectField(raw, "message") ?? {}, "usage") ?? []);

  it("is lowered to what is left, so that no client compacts at once", () => {
    const [first, second, last] = countsIn(compressed(made.bytes(), { keepTurns: 1 }));
    expect([first, second]).toEqual([full, full]);
    expect(last).toMatchObject({ input_tokens: 2, cache_creation_input_tokens: 500, output_tokens: 700 });
    const read = isObject(last) ? numberField(last, "cache_read_input_tokens") : undefined;
    expect(read).toBeGreaterThan(19_000);
    expect(read).toBeLessThan(30_000);
  });

  it("stays as it is where less was counted anyway", () => {
    const small = weave("2.0.36", 3).bytes();
    expect(countsIn(compressed(small))).toEqual(countsIn(small));
  });
});

describe("a client's own compaction", () => {
  function compactedByClient(): Uint8Array {
    const made = craft("2.1.325");
    made.prompt("one");
    const last = made.reply([text("answer one")]);
    made.link("system", {
      subtype: "compact_boundary",
      parentUuid: null,
      logicalParentUuid: last,
      compactMetadata: { trigger: "auto", preTokens: 9 },
    });
    made.prompt("This session is being continued. One was asked.", { isCompactSummary: true });
    made.prompt("two");
    made.reply([text("answer two")]);
    made.prompt("three");
    made.reply([text("answer three")]);
    return made.bytes();
  }

  it("is taken back to the state before it", () => {
    const back = uncompressed(compactedByClient());
    expect(JSON.stringify(requestOf(back))).toContain("answer one");
    expect(JSON.stringify(requestOf(back))).not.toMatch(/continued|two|three/);
    expect([errorsOf(back), lostParents(back)]).toEqual([[], 0]);
  });

  it("is taken back with what came later, when that is asked for", () => {
    const all = JSON.stringify(requestOf(uncompressed(compactedByClient(), { later: "kept" })));
    expect(all).toMatch(/answer one.*answer two.*answer three/s);
    expect(all).not.toContain("continued");
  });

  it("is taken into the summary of a further one, word for word", () => {
    const after = compressed(compactedByClient(), { keepTurns: 1 });
    expect(JSON.stringify(requestOf(after))).toMatch(/One was asked.*two.*three/s);
  });

  it("can be chosen among several", () => {
    const twice = compressed(compactedByClient(), { keepTurns: 1 });
    expect(JSON.stringify(requestOf(uncompressed(twice, { compaction: 1 })))).not.toMatch(/two|three/);
    expect(requestOf(uncompressed(twice, { compaction: 2 }))).toEqual(requestOf(compactedByClient()));
  });

  it("is left alone when everything behind it shall stay", () => {
    const plan = planOf(compactedByClient(), (source, supply) =>
      planCompress(source, { keepTurns: 2, calls: "dropped" }, supply),
    );
    expect(isIdlePlan(plan)).toBe(true);
  });
});

describe("what cannot be done is said", () => {
  it.each([
    ["compacting without a turn left", 0, "at least one turn must stay"],
    ["half a turn", 1.5, "at least one turn must stay"],
  ])("%s", (_, keepTurns, problem) => {
    const planned = planCompress(sourceOf(weave("2.0.36", 2).bytes()), { keepTurns, calls: "dropped" }, supply());
    expect(planned).toEqual({ ok: false, problem, choices: ["1"] });
  });

  it("taking back where nothing was compacted, or another one than there are", () => {
    const plain = weave("2.0.36", 3).bytes();
    expect(planUncompress(sourceOf(plain), {}, supply())).toMatchObject({ ok: false, choices: [] });
    const once = compressed(plain);
    expect(planUncompress(sourceOf(once), { compaction: 2 }, supply())).toMatchObject({
      ok: false,
      choices: ["1"],
    });
  });

  it("keeping turns that begin in front of what an earlier compaction preserved", () => {
    const made = craft("2.1.325");
    made.prompt("zero");
    made.reply([text("answer zero")]);
    const kept = made.prompt("one");
    const last = made.reply([text("answer one")]);
    const preserved = { anchorUuid: "sum", uuids: [kept, last] };
    made.link("system", {
      subtype: "compact_boundary",
      parentUuid: null,
      logicalParentUuid: last,
      compactMetadata: { trigger: "auto", preTokens: 9, preservedMessages: preserved },
    });
    made.prompt("Zero was asked.", { isCompactSummary: true, uuid: "sum" });
    made.prompt("two");
    made.reply([text("answer two")]);
    const bytes = made.bytes();
    expect(stringField(rawLines(bytes)[4] ?? {}, "subtype")).toBe("compact_boundary");
    const two = planCompress(sourceOf(bytes), { keepTurns: 2, calls: "dropped" }, supply());
    expect(two.ok && isIdlePlan(two.plan)).toBe(true);
    const one = compressed(bytes, { keepTurns: 1 });
    expect(JSON.stringify(requestOf(one))).toMatch(/Zero was asked.*one.*two/s);
    expect(newProblems(bytes, one)).toEqual([]);
  });
});
