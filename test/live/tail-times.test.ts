// When the tail looks: soon, each log once at the start, and whatever becomes of the time of day.
import * as fs from "node:fs";
import { basename } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LiveDisk, type Start, type TailEvent, nodeLiveDisk, openTail, readRecent } from "../../src/live/index.ts";
import { type Stage, noHints, openStage } from "./stage.ts";

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

const kinds = (events: readonly TailEvent[]): readonly string[] => events.map(({ kind }) => kind);

test("a clock that is set back holds up nothing: new logs, new folders and homes that come back are seen", () => {
  stage.write("a.jsonl", "1\n");
  const { told } = stage.follow({ limits: { beatMs: 200 } });
  const since = told.events().length;
  const news = (): readonly TailEvent[] => told.events().slice(since);
  stage.clock.set(stage.clock.nowMs() - 3_600_000);
  stage.write("b.jsonl", "2\n");
  stage.write("../-q/c.jsonl", "3\n");
  stage.clock.advance(3000);
  const found = news().flatMap((event) => (event.kind === "found" ? [basename(event.file.path)] : []));
  expect(found.toSorted()).toEqual(["b.jsonl", "c.jsonl"]);
  fs.renameSync(stage.home, `${stage.home}-away`);
  stage.clock.advance(2000);
  fs.renameSync(`${stage.home}-away`, stage.home);
  stage.clock.advance(2000);
  expect(kinds(news())).toEqual(expect.arrayContaining(["home-gone", "home-back"]));
});

test("thousands of logs of today that are followed from where they were read are all found, each looked at once", () => {
  const count = 300;
  for (let at = 0; at < count; at++) stage.write(`${at}.jsonl`, `${at}\n`);
  let looks = 0;
  const disk: LiveDisk = { ...noHints, look: (path) => ((looks += 1), nodeLiveDisk.look(path)) };
  const heard: TailEvent[] = [];
  const startAt = ({ path }: { readonly path: string }): Start =>
    readRecent(path, { disk: nodeLiveDisk, mostBytes: 4096, sinceMs: 0 })?.cursor ?? "end";
  // As slow as a tree of thousands: a beat comes long before all have had their turn.
  const limits = { sliceLooks: 10, startRestMs: 150, beatMs: 200 };
  const tail = openTail({
    homes: [stage.home],
    clock: stage.clock,
    disk,
    startAt,
    limits,
    onEvent: (e) => heard.push(e),
  });
  stage.clock.advance(10_000);
  tail.close();
  expect(heard.at(-1)).toEqual({ kind: "ready", files: count });
  expect(looks).toBeLessThan(3 * count);
});
