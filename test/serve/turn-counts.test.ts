// A session that was left and taken up elsewhere -> the list's turns are those of the head and of its branches, as the page says them.
import { expect, test } from "vitest";
import { type JsonObject, arrayField, isObject, numberField } from "../../src/format/index.ts";
import { turnWords } from "../../src/ui/reader/turn-words.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const id = "44444444-4444-4444-8444-444444444444";

/** One answer that nobody asked for, a turn, two more that were left, and another one. */
function branchedHome(): string {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.answer("m0", say("Ready"));
  log.prompt("Weave");
  const woven = log.answer("m1", say("Woven"));
  for (const turn of [1, 2]) {
    log.prompt(`Dye it, ${turn}`);
    log.answer(`d${turn}`, say("Dyed"));
  }
  log.goBackTo(woven);
  log.prompt("Wash it");
  log.answer("m2", say("Washed"));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  return home;
}

const objects = (told: JsonObject, name: string): readonly JsonObject[] =>
  (arrayField(told, name) ?? []).filter(isObject);
const numbers = (told: JsonObject) =>
  objects(told, "turns").map((turn) => ({ number: numberField(turn, "number") ?? 0 }));

test("turns of the list are those on the path and those on branches that were left, and each is called so", async () => {
  const { api } = await served(branchedHome(), { index: "kept" });
  const listed = async (): Promise<unknown> => objects((await api("/sessions")).json(), "sessions")[0]?.["turns"];
  await expect.poll(listed, { timeout: 30_000 }).toBe(4);
  const head = (await api(`/sessions/${id}`)).json();
  const branches = objects(head, "branches").map((branch) => ({ turns: numbers(branch) }));
  expect(numbers(head).map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(turnWords({ turns: numbers(head), branches })).toBe("2 turns, 2 more on a left branch");
});
