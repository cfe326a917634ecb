// Laws of clones: the same conversation under other ids; lines differ from their source in ids alone.
import { describe, expect, it } from "vitest";
import { rulesFor } from "../../src/graph/index.ts";
import { isIdlePlan, ledgerOf, planClone } from "../../src/reshape/index.ts";
import { bytesOf, call, craft, open, text } from "../craft.ts";
import {
  entriesOf,
  linesOf,
  newSessionId,
  plain,
  planned,
  render,
  requestOf,
  sourceOf,
  supply,
} from "./engine-source.ts";

const versions = ["2.0.76", "2.1.45", "2.1.150", "2.1.325"].map((version) => rulesFor(version));

function plainSession(): Uint8Array {
  const { prompt, reply, result, link, state, raw, bytes } = craft();
  state("mode", { mode: "normal" });
  prompt("first");
  reply([{ type: "thinking", thinking: "hm", signature: "s" }], { messageId: "m1" });
  reply([call("t1", "Read", { n: 1 })], { messageId: "m1" });
  const asked = reply([call("t2")], { messageId: "m1" });
  result("t1", { sourceToolAssistantUUID: "e4" });
  result("t2", { sourceToolAssistantUUID: asked });
  link("system", { subtype: "turn_duration", durationMs: 5 });
  reply([text("done")]);
  raw("");
  raw("// a note");
  raw('{"type":"new-kind","n":12345678901234567890,"f":1.0,"f":2.0,"s":"\\ud83d","l":"\u2028"}');
  prompt("second");
  reply([text("bye")]);
  return bytes();
}

describe("a clone", () => {
  it("asks nothing of a session that is linear", () => {
    const source = sourceOf(plainSession());
    const plan = planned(planClone(source, supply()));
    expect(isIdlePlan(plan)).toBe(true);
    expect(ledgerOf(plan)).toEqual({ kept: 14, changed: 0, dropped: 0, added: 0 });
    expect(Buffer.compare(render(plan, source, plain(source)), source.bytes)).toBe(0);
  });

  it("sends what its source sends, in every version", () => {
    const source = sourceOf(plainSession());
    const result = open(render(planned(planClone(source, supply())), source));
    for (const rules of versions) expect(requestOf(result, rules)).toEqual(requestOf(source.opened, rules));
  });

  it("has other ids, and tells of every entry where it comes from", () => {
    const source = sourceOf(plainSession());
    const entries = entriesOf(render(planned(planClone(source, supply())), source));
    const before = entriesOf(source.bytes);
    const sessions = entries.flatMap((entry) => entry["sessionId"] ?? []);
    expect(new Set(sessions)).toEqual(new Set([newSessionId]));
    const chain = entries.filter((entry) => "uuid" in entry);
    const old = before.filter((entry) => "uuid" in entry).map((entry) => entry["uuid"]);
    expect(chain.map((entry) => entry["forkedFrom"])).toEqual(
      old.map((messageUuid) => ({ sessionId: source.sessionId, messageUuid })),
    );
    expect(chain.filter((entry) => old.includes(entry["uuid"] ?? null))).toEqual([]);
  });

  it("leaves lines that name no id as they are", () => {
    const source = sourceOf(plainSession());
    const lines = linesOf(render(planned(planClone(source, supply())), source));
    expect(lines.slice(9, 12)).toEqual(linesOf(source.bytes).slice(9, 12));
    expect(lines[11]).toContain("12345678901234567890");
  });

  it("knows ids by what their keys say, however these are spelled, and keeps the spelling", () => {
    const keys = ["sessionId", "uuid", "parentUuid", "sourceToolAssistantUUID"];
    const spell = (key: string): string => String.raw`"\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":`;
    const plainly = Buffer.from(plainSession()).toString();
    const odd = keys.reduce((log, key) => log.replaceAll(`"${key}":`, spell(key)), plainly);
    const cloned = (log: string): string => {
      const source = sourceOf(bytesOf(log));
      return Buffer.from(render(planned(planClone(source, supply())), source)).toString();
    };
    const result = cloned(odd);
    for (const key of keys) expect(result).toContain(spell(key));
    expect(keys.reduce((log, key) => log.replaceAll(spell(key), `"${key}":`), result)).toBe(cloned(plainly));
  });

  it("knows the session's own id however it is spelled", () => {
    const odd = Buffer.from(plainSession())
      .toString()
      .replaceAll('"sessionId":"1', String.raw`"sessionId":"\u0031`);
    const source = sourceOf(bytesOf(odd));
    const entries = entriesOf(render(planned(planClone(source, supply())), source));
    expect(new Set(entries.flatMap((entry) => entry["sessionId"] ?? []))).toEqual(new Set([newSessionId]));
  });
});

describe("calls that ran side by side", () => {
  /** As 2.1.325 writes them: results between the message's own lines, and the answer hangs on the last one. */
  function sideBySide(): Uint8Array {
    const { prompt, reply, result, link, bytes } = craft("2.1.325");
    prompt("go");
    const one = reply([call("t1")], { messageId: "m1" });
    const two = reply([call("t2")], { messageId: "m1" });
    result("t2", { sourceToolAssistantUUID: two });
    const three = reply([call("t3")], { messageId: "m1" });
    result("t3", { sourceToolAssistantUUID: three });
    result("t1", { parentUuid: one, sourceToolAssistantUUID: one });
    link("attachment", { attachment: { type: "date", date: "x" } });
    reply([text("done")]);
    return bytes();
  }

  it("are one line of descent in a clone, so that older clients keep them", () => {
    const source = sourceOf(sideBySide());
    const plan = planned(planClone(source, supply()));
    const result = open(render(plan, source));
    expect(requestOf(result)).toEqual(requestOf(source.opened));
    for (const rules of versions) expect(requestOf(result, rules)).toHaveLength(4);
    expect(result.session.path).toHaveLength(result.session.chain.nodes.length);
    expect(result.session.findings.filter(({ code }) => code === "parent-after-child")).toEqual([]);
    expect(ledgerOf(plan)).toMatchObject({ dropped: 0, added: 0 });
  });

  it("are not touched twice", () => {
    const source = sourceOf(sideBySide());
    const once = sourceOf(render(planned(planClone(source, supply())), source, plain(source)));
    expect(isIdlePlan(planned(planClone(once, supply())))).toBe(true);
  });
});

describe("the end of the conversation", () => {
  it("is last and newest in a clone, also where a last-prompt line chose it", () => {
    const { prompt, reply, state, bytes } = craft("2.1.325");
    prompt("go");
    const here = reply([text("one")]);
    prompt("away");
    reply([text("elsewhere")]);
    prompt("here", { parentUuid: here, timestamp: "2026-01-02T03:04:05.500Z" });
    const leaf = reply([text("end")], { timestamp: "2026-01-02T03:04:05.600Z" });
    prompt("dead", { parentUuid: here });
    state("last-prompt", { leafUuid: leaf, explicit: true });
    const source = sourceOf(bytes());
    const result = open(render(planned(planClone(source, supply())), source));
    for (const rules of versions) expect(JSON.stringify(requestOf(result, rules))).toContain("end");
    expect(requestOf(result)).toEqual(requestOf(source.opened));
    const again = sourceOf(render(planned(planClone(source, supply())), source, plain(source)));
    expect(isIdlePlan(planned(planClone(again, supply())))).toBe(true);
  });

  it("stays where a person rewound to, although the way went on from there", () => {
    const { prompt, reply, state, bytes } = craft("2.1.325");
    prompt("go");
    const leaf = reply([text("one")]);
    prompt("away");
    reply([text("elsewhere")]);
    state("last-prompt", { leafUuid: leaf, explicit: true });
    const source = sourceOf(bytes());
    const result = open(render(planned(planClone(source, supply())), source));
    for (const rules of versions) expect(JSON.stringify(requestOf(result, rules))).not.toContain("elsewhere");
    expect(requestOf(result)).toEqual(requestOf(source.opened));
  });
});
