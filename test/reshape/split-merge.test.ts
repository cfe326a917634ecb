// Splits and merges: every line of a session is in one of two parts, and a merge brings all lines that the fork has beyond the common part.
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../src/format/index.ts";
import { planMerge, planSplit } from "../../src/reshape/index.ts";
import { type Craft, call, craft, open, text } from "../craft.ts";
import {
  type OpenSource,
  entriesOf,
  identityOf,
  newSessionId,
  planned,
  render,
  requestOf,
  sourceOf,
  supply,
} from "./engine-source.ts";
import { compact, weave } from "./woven.ts";

const otherId = "77777777-2222-4333-8444-555555555555";

function snapshot(made: Craft, id: string): void {
  const kept = { messageId: id, trackedFileBackups: { [`${id}.ts`]: { backupFileName: "b", version: 1 } } };
  made.state("file-history-snapshot", { messageId: id, snapshot: kept, isSnapshotUpdate: false });
}

/** Four turns, with all sorts of lines beside the chain, a branch that was left and an agent in the file. */
function session(): OpenSource {
  const made = craft("2.1.325");
  made.state("summary", { summary: "An older one", leafUuid: "elsewhere" });
  made.state("custom-title", { customTitle: "A title" });
  for (const turn of [1, 2, 3, 4]) {
    made.state("queue-operation", { operation: "enqueue", content: `prompt ${turn}` });
    snapshot(made, `p${turn}`);
    made.prompt(`prompt ${turn}`, { uuid: `p${turn}` });
    made.state("mode", { mode: "normal" });
    const one = made.reply([call(`t${turn}`, "Task")], { uuid: `u${turn}`, messageId: `m${turn}` });
    made.prompt("look", { uuid: `s${turn}`, parentUuid: null, isSidechain: true });
    made.state("file-history-delta", { messageId: one, snapshotMessageId: `p${turn}`, trackingPath: "a.ts" });
    made.result(`t${turn}`, { uuid: `r${turn}`, parentUuid: one });
    const end = made.reply([text(`answer ${turn}`)], { uuid: `a${turn}` });
    made.prompt(`astray ${turn}`, { uuid: `x${turn}` });
    made.link("system", { uuid: `d${turn}`, parentUuid: end, subtype: "turn_duration" });
    made.state("pr-link", { prNumber: turn });
    made.state("bridge-session", { bridge: "always the same" });
    made.state("last-prompt", { lastPrompt: "without a leaf" });
    made.state("of-tomorrow", { n: { deep: [turn] } });
    made.state("last-prompt", { leafUuid: `a${turn}`, lastPrompt: `prompt ${turn}` });
  }
  return sourceOf(made.bytes());
}

const idKeys = /^(uuid|parentUuid|sessionId|messageId|snapshotMessageId|leafUuid|forkedFrom|sourceToolAssistantUUID)$/;

/** What is said, ids, times and counts aside. */
const content = (entry: JsonObject): string =>
  JSON.stringify(entry, (key, value: unknown) =>
    idKeys.test(key) || key === "timestamp" || key === "usage" || key === "clewRecounted" ? undefined : value,
  );

const contents = (entries: readonly JsonObject[]): readonly string[] => entries.map(content).sort();

function parts(source: OpenSource, at: string): { readonly front: OpenSource; readonly back: OpenSource } {
  const answer = planSplit(source, { at }, supply());
  if (!answer.ok) throw new Error(answer.problem);
  const [front, back] = [[answer.front, newSessionId] as const, [answer.back, otherId] as const].map(([plan, to]) =>
    sourceOf(render(plan, source, identityOf(source, { to })), to),
  );
  if (front === undefined || back === undefined) throw new Error("two parts");
  return { front, back };
}

const warnings = ({ session: { findings } }: OpenSource): readonly unknown[] =>
  findings.filter(({ severity }) => severity !== "info");

describe("a split", () => {
  test.each(["1", "2", "3", "u2"])("at %s leaves no line out, and merged again it is the session", (at) => {
    const source = session();
    const { front, back } = parts(source, at);
    const all = contents(entriesOf(source.bytes));
    const both = new Set(contents([...entriesOf(front.bytes), ...entriesOf(back.bytes)]));
    expect(all.filter((line) => !both.has(line))).toEqual([]);
    const plan = planned(planMerge(front, { fork: back, parts: "of-one-session" }, supply()));
    const merged = sourceOf(render(plan, front, identityOf(front, { to: otherId })), otherId);
    expect(contents(entriesOf(merged.bytes))).toEqual(all);
    expect(merged.session.conversation.leaf?.type).toBe("assistant");
    expect([warnings(front), warnings(back), warnings(merged)]).toEqual([[], [], []]);
    expect(JSON.stringify(requestOf(merged.opened))).toBe(JSON.stringify(requestOf(source.opened)));
  });

  it.each(["2.0.36", "2.1.45", "2.1.325"] as const)("of calls side by side as %s writes them does so too", (shape) => {
    const source = sourceOf(weave(shape, 4).bytes());
    const { front, back } = parts(source, "2");
    const plan = planned(planMerge(front, { fork: back, parts: "of-one-session" }, supply()));
    const merged = render(plan, front, identityOf(front, { to: otherId }));
    expect(contents(entriesOf(merged))).toEqual(contents(entriesOf(source.bytes)));
    expect(JSON.stringify(requestOf(open(merged)))).toBe(JSON.stringify(requestOf(source.opened)));
  });
});

test.each(["1", "2", "3"])("A split at %s of a compacted session leaves no line out, and can be merged again", (at) => {
  const made = weave("2.1.325", 2);
  const last = made.reply([text("The end of that.")], { uuid: "last" });
  made.state("of-tomorrow", { n: 1 });
  compact(made, last);
  for (const turn of [3, 4]) {
    made.prompt(`prompt ${turn}`);
    made.reply([text(`answer ${turn}`)]);
  }
  const source = sourceOf(made.bytes());
  const { front, back } = parts(source, at);
  const plan = planned(planMerge(front, { fork: back, parts: "of-one-session" }, supply()));
  const merged = render(plan, front, identityOf(front, { to: otherId }));
  const named = (bytes: Uint8Array): readonly string[] =>
    contents(entriesOf(bytes).map(({ logicalParentUuid: _, ...entry }) => entry));
  expect(named(merged)).toEqual(named(source.bytes));
  expect(JSON.stringify(requestOf(open(merged)))).toBe(JSON.stringify(requestOf(source.opened)));
});

/** What both begin with. */
function begun(): Craft {
  const made = craft("2.1.325");
  made.state("custom-title", { customTitle: "A title" });
  snapshot(made, "e3");
  made.prompt("one", { uuid: "e3" });
  made.state("of-tomorrow", { common: true });
  made.reply([text("first")], { uuid: "e5", messageId: "m1" });
  return made;
}

function goneOn(made: Craft): void {
  made.state("pr-link", { prNumber: 7, prUrl: "https://example.org/7" });
  snapshot(made, "f1");
  made.prompt("there", { uuid: "f1", parentUuid: "e5" });
  made.state("custom-title", { customTitle: "A title (Branch)" });
  made.state("file-history-delta", { messageId: "f2", snapshotMessageId: "e3", trackingPath: "a.ts" });
  made.prompt("astray", { uuid: "f9" });
  made.state("of-tomorrow", { at: "f1", n: [1, { two: 2 }] });
  made.reply([text("tail")], { uuid: "f2", parentUuid: "f1", messageId: "m9" });
  made.state("queue-operation", { operation: "dequeue", content: "wait" });
}

describe("a merge", () => {
  const own = begun();
  own.prompt("here");
  own.reply([text("own end")], { messageId: "m3" });
  own.state("last-prompt", { leafUuid: "e7", lastPrompt: "here" });
  const source = sourceOf(own.bytes());

  function merged(...last: readonly JsonObject[]): OpenSource {
    const made = begun();
    goneOn(made);
    for (const fields of last) made.state("last-prompt", fields);
    const fork = sourceOf(made.bytes(), otherId);
    return sourceOf(render(planned(planMerge(source, { fork }, supply())), source), newSessionId);
  }

  it("brings every line of the fork's own part in its place, and none that the session has", () => {
    const entries = entriesOf(merged({ leafUuid: "f2", lastPrompt: "there" }).bytes);
    const types = entries.slice(8).map((entry) => entry["type"]);
    expect(types).toEqual([
      "pr-link",
      "file-history-snapshot",
      "user",
      "file-history-delta",
      "user",
      "of-tomorrow",
      "assistant",
      "queue-operation",
      "last-prompt",
    ]);
  });

  it("lets what it brings point at the entries of the result", () => {
    const { bytes } = merged();
    const [common, kept] = entriesOf(bytes).filter((entry) => entry["type"] === "file-history-snapshot");
    const delta = entriesOf(bytes).find((entry) => entry["type"] === "file-history-delta");
    const idOf = (words: string): unknown => entriesOf(bytes).find((entry) => content(entry).includes(words))?.["uuid"];
    expect(kept).toMatchObject({ messageId: idOf('"there"'), snapshot: { messageId: idOf('"there"') } });
    expect(delta).toMatchObject({ messageId: idOf('"tail"'), snapshotMessageId: common?.["messageId"] });
  });

  const leads: readonly (readonly JsonObject[])[] = [
    [],
    [{ leafUuid: "f2" }],
    [
      { leafUuid: "f9", explicit: true },
      { leafUuid: "f2", explicit: true },
    ],
    [{ leafUuid: "e5" }, { leafUuid: "f2" }],
  ];
  test.each(leads.map((lead) => [lead] as const))("of a fork that ends with %j ends with its last answer", (lead) => {
    const result = merged(...lead);
    const said = JSON.stringify(requestOf(result.opened));
    for (const words of ["one", "own end", "there", "tail"]) expect(said).toContain(words);
    expect(said).not.toContain("astray");
    expect(warnings(result)).toEqual([]);
    expect(result.session.log.state.customTitle).toBe("A title");
  });
});
