// A daemon that runs for days -> it tells no more of sessions that nobody used for a day, and whoever listens hears that they left.
import { expect, test } from "vitest";
import { parsedObject } from "../../src/format/index.ts";
import { type News, follow } from "../../src/serve/events/follow.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { handClock } from "../live/hand-clock.ts";

const id = "52525252-5252-4252-8252-525252525252";

test("a session of yesterday leaves the board of a daemon that runs on", () => {
  const hand = handClock(Date.UTC(2030, 0, 1));
  let passedMs = 0;
  const clock = { ...hand, nowMs: () => hand.nowMs() + passedMs };
  const home = scratchFolder();
  const timestamp = new Date(clock.nowMs()).toISOString();
  const message = { role: "user", content: "Weave" };
  writeLog(home, `-home-ada-loom/${id}`, `${JSON.stringify({ type: "user", uuid: "u1", timestamp, message })}\n`);
  const news: News[] = [];
  const end = follow({
    homes: [home],
    clock,
    processes: { ownPid: 1, domain: () => undefined, running: () => undefined },
    titles: () => new Map(),
    onNews: (one) => news.push(one),
  });
  hand.advance(1000);
  expect(news.flatMap(({ statuses }) => statuses)).toMatchObject([{ sessionId: id }]);
  passedMs = 86_400_000;
  hand.advance(1000);
  end();
  expect(news.flatMap(({ left }) => left)).toEqual([id]);
  const last = news.flatMap(({ events }) => events).findLast(([event]) => event === "status");
  expect(parsedObject(last?.[1] ?? "")).toMatchObject({ left: [id] });
});
