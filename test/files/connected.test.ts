// The events of one path and of the files it came from -> the same history as from all events.
import { expect, test } from "vitest";
import { connectedEvents, replayFiles } from "../../src/graph/index.ts";
import { replaySimulation } from "./check-histories.ts";
import { simulate } from "./simulation.ts";

test("the history of a file needs no events but its own and those of its relatives", () => {
  let left = 0;
  for (let seed = 500; seed < 515; seed++) {
    const { events, histories, reader } = replaySimulation(simulate(seed, 40));
    for (const { key, path, versions } of histories.values()) {
      const own = connectedEvents(events, path);
      left += events.length - own.length;
      expect(replayFiles(own, reader).get(key)?.versions).toEqual(versions);
    }
  }
  expect(left).toBeGreaterThan(100);
}, 120_000);
