// Two homes, one named like the beginning of the other, with copies of one session -> each keeps its own agents and its own retention.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { arrayField, isObject, parsedObject } from "../../src/format/index.ts";
import { clew, nowMs } from "../cli/fake-io.ts";
import { call, say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { listDesk, readDesk } from "../../src/serve/index.ts";

const id = "51515151-5151-4151-8151-515151515151";
const agentId = "a515151";
const dayMs = 24 * 60 * 60 * 1000;
const noMarks = { titles: () => new Map(), makings: () => new Map(), kept: () => () => false };

/** The copy in the second home is newer, has no agents, and is kept for 400 days. */
function twoHomes(): readonly [string, string] {
  const folder = scratchFolder();
  const homes = [join(folder, ".claude"), join(folder, ".claude-work")] as const;
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", call("toolu_1", "Agent", { prompt: "Dye it", description: "Dye it" }));
  log.result("toolu_1", "Dyed");
  log.answer("m2", say("Woven"));
  const agent = smallLog({ sessionId: id, envelope: { isSidechain: true, agentId } });
  agent.prompt("Dye it");
  agent.answer("m3", say("Dyed"));
  const paths = homes.map((home) => writeLog(home, `-home-ada-loom/${id}`, log.text()));
  writeLog(homes[0], `-home-ada-loom/${id}/subagents/agent-${agentId}`, agent.text());
  paths.forEach((path, at) => {
    const time = (nowMs - (28 - at) * dayMs) / 1000;
    utimesSync(path, time, time);
  });
  mkdirSync(homes[1], { recursive: true });
  writeFileSync(join(homes[1], "settings.json"), JSON.stringify({ cleanupPeriodDays: 400 }));
  return homes;
}

const objectsIn = (text: string): readonly object[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [parsedObject(line) ?? {}]));
const wanted = [
  { agents: 0, expiresInDays: 373, tags: [] },
  { agents: 1, expiresInDays: 2, tags: ["expiring"] },
];

test("the list of the daemon counts only agents of the same home, and goes by that home's settings", async () => {
  const homes = twoHomes();
  const openIndex = () => Promise.resolve(undefined);
  const { answer: desk } = listDesk({ homes, openIndex, ...noMarks, moment: () => 0 });
  const { body } = await desk({ about: "sessions", args: {}, nowMs });
  const told = arrayField(parsedObject(new TextDecoder().decode(body)) ?? {}, "sessions") ?? [];
  expect(told.filter(isObject).toSorted((a, b) => Number(a["agents"]) - Number(b["agents"]))).toMatchObject(wanted);
});

test("`clew ls` says the same", async () => {
  const [first, second] = twoHomes();
  const { out } = await clew(["ls", "--json", "--dir", first, "--dir", second]);
  const rows = objectsIn(out).filter(isObject);
  expect(rows.toSorted((a, b) => Number(a["agents"]) - Number(b["agents"]))).toMatchObject(wanted);
});

const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };

test("a copy in another home shows none of the agents that are not its own", async () => {
  const desk = readDesk({ homes: twoHomes(), clock, ...noMarks, resume: () => null });
  const answer = await desk.answer({ about: "head", args: { id }, nowMs });
  const head = parsedObject(new TextDecoder().decode(answer?.body)) ?? {};
  expect(head["path"]).toContain(".claude-work");
  expect(arrayField(head, "agents")).toEqual([]);
  await expect(desk.answer({ about: "head", args: { id, agentId }, nowMs })).rejects.toThrow("no log of an agent");
});
