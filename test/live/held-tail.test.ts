// A tail whose start is held up for others -> a large tree waits, a small one does not, and neither loses a line.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TailEvent, openTail } from "../../src/live/index.ts";
import { type Stage, noHints, openStage } from "./stage.ts";

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

const kinds = (events: readonly TailEvent[]): readonly string[] => events.map(({ kind }) => kind);

test("a small tree that is still held up is followed once all of it is found", () => {
  stage.write("11111111-1111-4111-8111-111111111111.jsonl", "1\n");
  const heard: TailEvent[] = [];
  const { clock, home } = stage;
  const tail = openTail({
    homes: [home],
    clock,
    disk: noHints,
    until: new Promise(() => undefined),
    limits: { startLooks: 20 },
    onEvent: (event) => heard.push(event),
  });
  clock.advance(10_000);
  for (const line of ["2\n", "3\n"]) {
    stage.append("11111111-1111-4111-8111-111111111111.jsonl", line);
    clock.advance(3000);
  }
  tail.close();
  expect(kinds(heard)).toEqual(["found", "ready", "lines", "lines"]);
});

test("a large tree that is held up is found when it may go on, a small one at once", async () => {
  for (let at = 0; at < 40; at++) stage.write(`${at}/subagents/agent-a${at}.jsonl`, "1\n");
  const found = async (startLooks: number): Promise<readonly (readonly string[])[]> => {
    const heard: TailEvent[] = [];
    let goOn = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const limits = { sliceLooks: 10, startLooks };
    const { clock, home } = stage;
    const tail = openTail({
      homes: [home],
      clock,
      disk: noHints,
      until,
      limits,
      onEvent: (event) => heard.push(event),
    });
    clock.advance(900);
    const held = kinds(heard);
    goOn();
    await until;
    clock.advance(1000);
    tail.close();
    return [held, kinds(heard)];
  };
  const [held = [], all = []] = await found(20);
  expect(held).not.toContain("ready");
  expect(held.length).toBeLessThan(20);
  expect(all.filter((kind) => kind === "found")).toHaveLength(40);
  expect(all.at(-1)).toBe("ready");
  const [small] = await found(1000);
  expect(small).toContain("ready");
});
