// What the tail promises, one sentence each; the schedules beside this file try them all at once.
import * as fs from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LiveDisk, type TailEvent, nodeClock, nodeLiveDisk, openTail } from "../../src/live/index.ts";
import { type Stage, noHints, openStage } from "./stage.ts";

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

const kinds = (events: readonly TailEvent[]): readonly string[] => events.map(({ kind }) => kind);
const failing = (code: string): Error => Object.assign(new Error(code), { code });

test("a file that was there at the start is followed from its end, with the true number of the next line", () => {
  stage.write("a.jsonl", "1\n2\n3");
  const { look, told } = stage.follow();
  stage.append("a.jsonl", "33\n4\n");
  look();
  expect([...told.lines().values()]).toEqual([
    [
      { generation: 1, number: 3, offset: 4, text: "333" },
      { generation: 1, number: 4, offset: 8, text: "4" },
    ],
  ]);
});

test("a file that comes later is read whole, and a line only when its end has come", () => {
  const { look, texts } = stage.follow();
  stage.write("a.jsonl", "1\n2");
  look();
  expect(texts()).toEqual(["1"]);
  stage.append("a.jsonl", "2\n");
  look();
  expect(texts()).toEqual(["1", "22"]);
});

test("agents' logs are followed below their session, other files are not", () => {
  const { look, told } = stage.follow();
  const session = "11111111-1111-4111-8111-111111111111";
  stage.write(`${session}/subagents/agent-a1.jsonl`, "1\n");
  stage.write(`${session}/subagents/workflows/w/agent-b2.jsonl`, "2\n");
  stage.write(`${session}/resume-head.jsonl`, "3\n");
  stage.write("memory/notes.jsonl", "4\n");
  stage.write("notes.txt", "5\n");
  look();
  const found = told.events().flatMap((event) => (event.kind === "found" ? [event.file] : []));
  expect(found.map(({ agentId, sessionStem }) => `${agentId} of ${sessionStem}`).toSorted()).toEqual([
    `a1 of ${session}`,
    `b2 of ${session}`,
  ]);
});

test("hints alone bring lines, before anybody looks", async () => {
  const heard: TailEvent[] = [];
  let wake = (): void => undefined;
  const tail = openTail({
    homes: [stage.home],
    clock: nodeClock,
    limits: { beatMs: 1e6 },
    onEvent(event) {
      heard.push(event);
      wake();
    },
  });
  const until = (kind: TailEvent["kind"]): Promise<void> =>
    new Promise((resolve) => {
      wake = () => (heard.some((event) => event.kind === kind) ? resolve() : undefined);
      wake();
    });
  await until("ready");
  stage.write("a.jsonl", "1\n");
  await until("lines");
  tail.close();
  expect(kinds(heard)).toEqual(["ready", "found", "lines"]);
});

test("a system without watches is swept, and that is said once", () => {
  const watch = (): never => {
    throw failing("ENOSPC");
  };
  const { look, told, texts } = stage.follow({ disk: { ...nodeLiveDisk, watch } });
  stage.write("a.jsonl", "1\n");
  stage.write("b/subagents/agent-c.jsonl", "2\n");
  look();
  expect(told.events().filter(({ kind }) => kind === "watching-limited")).toEqual([
    { kind: "watching-limited", code: "ENOSPC" },
  ]);
  expect(texts()).toEqual(["1", "2"]);
});

test("a home that vanishes is reported, and followed on when it returns", () => {
  stage.write("a.jsonl", "1\n");
  const { look, told, texts } = stage.follow();
  const aside = `${stage.home}-aside`;
  fs.renameSync(stage.home, aside);
  // Longer than a single file would be waited for.
  for (let times = 0; times < 30; times += 1) look();
  fs.renameSync(aside, stage.home);
  stage.append("a.jsonl", "2\n");
  for (let times = 0; times < 2; times += 1) look();
  expect(kinds(told.events())).toEqual(["found", "ready", "home-gone", "home-back", "lines"]);
  expect(texts()).toEqual(["2"]);
});

test("a home that is not there yet is reported, and found when it comes", () => {
  fs.rmSync(stage.home, { recursive: true });
  const { look, told, texts } = stage.follow();
  stage.write("a.jsonl", "1\n");
  look();
  expect(kinds(told.events())).toEqual(["home-gone", "ready", "home-back", "found", "lines"]);
  expect(texts()).toEqual(["1"]);
});

test("other bytes of the same length under the same times are found when the file has settled", () => {
  const still = (look: ReturnType<LiveDisk["look"]>) => look && { ...look, modifiedMs: 1, changedMs: 1 };
  const disk: LiveDisk = {
    ...noHints,
    look: (path) => still(nodeLiveDisk.look(path)),
    facts: (descriptor) => ({ ...nodeLiveDisk.facts(descriptor), modifiedMs: 1, changedMs: 1 }),
  };
  const { look, texts, told } = stage.follow({ disk });
  stage.write("a.jsonl", "1\n");
  look();
  stage.write("a.jsonl", "2\n");
  look();
  expect(texts()).toEqual(["1", "2"]);
  expect(told.events().at(-2)).toMatchObject({ kind: "restarted", generation: 2, reason: "overwritten" });
});

test("what was read goes on from its cursors, and a file that is another one begins anew", () => {
  const first = stage.follow();
  stage.write("a.jsonl", "1\n");
  stage.write("b.jsonl", "1\n");
  first.look();
  const cursors = new Map(first.tail.cursors().map((cursor) => [cursor.path, cursor]));
  first.tail.close();
  stage.append("a.jsonl", "2\n");
  stage.write("b.jsonl", "other\n");
  const again = stage.follow({ startAt: ({ path }) => cursors.get(path) ?? "beginning" });
  const lines = new Map([...again.told.lines()].map(([name, list]) => [basename(name), list]));
  expect(lines.get("a.jsonl 1")).toEqual([{ generation: 1, number: 2, offset: 2, text: "2" }]);
  expect(lines.get("b.jsonl 1")).toEqual([{ generation: 2, number: 1, offset: 0, text: "other" }]);
});

test("a line of more than 64 MiB is told by its place", () => {
  const { look, told } = stage.follow();
  const size = 64 * 1024 * 1024 + 10;
  stage.write("a.jsonl", "1\n");
  fs.truncateSync(stage.path("a.jsonl"), size);
  look();
  stage.append("a.jsonl", "\n3\n");
  look();
  expect([...told.lines().values()].flat()).toEqual([
    { generation: 1, number: 1, offset: 0, text: "1" },
    { generation: 1, number: 2, offset: 2, text: `(${size - 1} bytes)` },
    { generation: 1, number: 3, offset: size + 1, text: "3" },
  ]);
});

test("a file that cannot be opened is reported once, and read on when it can", () => {
  let isShut = true;
  const open: LiveDisk["open"] = (path) => {
    if (isShut && path.endsWith("a.jsonl")) throw failing("EACCES");
    return nodeLiveDisk.open(path);
  };
  const { look, told, texts } = stage.follow({ disk: { ...noHints, open } });
  stage.write("a.jsonl", "1\n");
  for (let times = 0; times < 3; times += 1) look();
  isShut = false;
  look();
  expect(kinds(told.events())).toEqual(["ready", "found", "unreadable", "readable", "lines"]);
  expect(texts()).toEqual(["1"]);
});

test("when no more files may be open, others are closed and nothing is lost", () => {
  let open = 0;
  const disk: LiveDisk = {
    ...noHints,
    open(path) {
      if (open >= 4) throw failing("EMFILE");
      open += 1;
      return nodeLiveDisk.open(path);
    },
    close(descriptor) {
      open -= 1;
      nodeLiveDisk.close(descriptor);
    },
  };
  const { look, texts } = stage.follow({ disk });
  for (let file = 0; file < 20; file += 1) stage.write(`${file}.jsonl`, `${file}\n`);
  look();
  expect(texts().toSorted()).toEqual(Array.from({ length: 20 }, (_, file) => String(file)).toSorted());
});

test("four thousand quiet files are looked at seldom, and their folders are not listed again", () => {
  const looks = { file: 0, list: 0 };
  const disk: LiveDisk = {
    ...noHints,
    look(path) {
      looks.file += 1;
      return nodeLiveDisk.look(path);
    },
    list(path) {
      looks.list += 1;
      return nodeLiveDisk.list(path);
    },
  };
  for (let file = 0; file < 4000; file += 1) fs.writeFileSync(stage.path(`${file}.jsonl`), "1\n");
  stage.follow({ disk, limits: { beatMs: 200 } });
  stage.clock.advance(60_000);
  looks.file = 0;
  looks.list = 0;
  stage.clock.advance(10_000);
  expect(looks.file).toBeGreaterThanOrEqual(4000);
  expect(looks.file).toBeLessThan(4200);
  expect(looks.list).toBe(0);
});

test("what the listener throws is not taken for a trouble with a file", () => {
  const { look } = stage.follow({
    onEvent(event) {
      if (event.kind === "lines") throw failing("EIO");
    },
  });
  stage.write("a.jsonl", "1\n");
  expect(look).toThrow("EIO");
});

test("a closed tail tells nothing more and leaves no file open", () => {
  let open = 0;
  const disk: LiveDisk = {
    ...noHints,
    open(path) {
      open += 1;
      return nodeLiveDisk.open(path);
    },
    close(descriptor) {
      open -= 1;
      nodeLiveDisk.close(descriptor);
    },
  };
  const { tail, look, texts } = stage.follow({ disk });
  stage.write("a.jsonl", "1\n");
  look();
  expect(open).toBe(1);
  tail.close();
  stage.append("a.jsonl", "2\n");
  stage.clock.advance(10_000);
  expect([texts(), open]).toEqual([["1"], 0]);
});

test("a folder that is no config home is followed as well", () => {
  const folder = join(stage.home, "projects");
  const { look, told } = stage.follow({ homes: [folder] });
  stage.write("11111111-1111-4111-8111-111111111111.jsonl", "1\n");
  look();
  expect(kinds(told.events())).toEqual(["ready", "found", "lines"]);
});
