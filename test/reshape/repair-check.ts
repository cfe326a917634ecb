// One kind of damage to a small conversation -> what repair says it did, and what the conversation is afterwards.
import { expect } from "vitest";
import { type JsonObject, isObject } from "../../src/format/index.ts";
import { call, craft, text } from "../craft.ts";
import { type Repaired, repaired } from "../damage/repairing.ts";

/** Two turns: a question with two calls side by side, and a second question. */
export function conversation(): readonly string[] {
  const log = craft();
  log.prompt("What is in the folder?", { uuid: "ask" });
  log.reply([{ type: "thinking", thinking: "Look.", signature: "c2ln" }], {
    uuid: "think",
    messageId: "m1",
    requestId: "r1",
  });
  log.reply([text("Looking.")], { uuid: "say", messageId: "m1", requestId: "r1" });
  log.reply([call("t1")], { uuid: "use", messageId: "m1", requestId: "r1" });
  log.result("t1", { uuid: "got", sourceToolAssistantUUID: "use", content: "a.txt" });
  log.reply([text("One file.")], { uuid: "answer", messageId: "m2", requestId: "r2" });
  log.prompt("And in the other one?", { uuid: "ask2" });
  log.reply([call("t2")], { uuid: "use2", messageId: "m3", requestId: "r3" });
  log.result("t2", { uuid: "got2", sourceToolAssistantUUID: "use2", content: "b.txt" });
  log.reply([text("Another one.")], { uuid: "answer2", messageId: "m4", requestId: "r4" });
  return log.text().trimEnd().split("\n");
}

export const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);
export const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
export const entriesOf = (result: Uint8Array): readonly JsonObject[] =>
  new TextDecoder()
    .decode(result)
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
    .filter(isObject);

export function changed(line: string | undefined, fields: JsonObject): string {
  const raw: unknown = JSON.parse(line ?? "{}");
  return JSON.stringify({ ...(isObject(raw) ? raw : {}), ...fields });
}

export function without(line: string | undefined, key: string): string {
  const raw: unknown = JSON.parse(line ?? "{}");
  return JSON.stringify(isObject(raw) ? Object.fromEntries(Object.entries(raw).filter(([name]) => name !== key)) : {});
}

/** Repairs, checks that repairing again does nothing, and that these steps were taken. */
export function check(damaged: string, steps: readonly string[]): Repaired {
  const result = repaired(bytes(damaged));
  expect(result.plan.steps.map(({ code }) => code)).toEqual(steps);
  expect(result.isIdle).toBe(steps.length === 0);
  expect(repaired(result.bytes).plan.steps).toEqual([]);
  return result;
}

/** The same, and everything is again as it was. */
export function checkWhole(damaged: string, steps: readonly string[]): void {
  const sound = entriesOf(bytes(joined(conversation())));
  expect(entriesOf(check(damaged, steps).bytes)).toEqual(sound);
}

/** The uuids along the parents from the last line to the first. */
export function lineage(result: Uint8Array): readonly unknown[] {
  const entries = entriesOf(result);
  const byId = new Map(entries.map((entry) => [entry["uuid"], entry]));
  const found: unknown[] = [];
  for (
    let entry = entries.at(-1);
    entry !== undefined && found.length < 100;
    entry = byId.get(entry["parentUuid"] ?? "")
  )
    found.unshift(entry["uuid"]);
  return found;
}
