// A worker process for tests: it answers, waits, hangs, blocks, crashes or leaks, as each question says.
// It loads nothing of src, so that it starts at once on a busy machine; see answering.ts for what it does instead.
import { readFileSync } from "node:fs";
import process from "node:process";
import type { Asked, Question, Said } from "../../src/serve/lane/question.ts";

process.on("disconnect", () => process.exit(0));

/** A worker that hangs does not see that its test was killed: it ends by itself. */
const longerThanAnyTestMs = 300_000;

/** Blocks the thread without taking a processor from other tests. */
function busy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(ms, longerThanAnyTestMs));
}

const kept: number[][] = [];

async function work({ about, args }: Question): Promise<void> {
  // Through the daemon a session's id says what to do.
  if (args["id"] === "hang") busy(Infinity);
  switch (about) {
    case "hang":
      return busy(Infinity);
    case "busy":
      return busy(Number(args["ms"]));
    case "block":
      return void readFileSync(args["path"] ?? "");
    case "wait":
      return await new Promise((resolve) => setTimeout(resolve, Number(args["ms"])));
    case "wait-hang":
      await new Promise((resolve) => setTimeout(resolve, Number(args["ms"])));
      return busy(Infinity);
    case "hang-later":
      // Behind the answer, which is sent before the next turn of the loop.
      return void setImmediate(() => busy(Infinity));
    case "never":
      return await new Promise(() => undefined);
    case "crash":
      return process.exit(3);
    case "throw-later":
      await new Promise((resolve) => setTimeout(resolve, 5));
      return void setImmediate(() => {
        throw new Error("not caught");
      });
    case "garbage":
      process.send?.("neither a question nor an answer");
      return await new Promise(() => undefined);
    case "leak":
      for (;;) kept.push(Array.from({ length: 100_000 }, () => Math.random()));
  }
}

if (process.argv[2] === "dies-at-start") process.exit(4);
if (process.argv[2] === "never-ready") busy(Infinity);
const say = (said: Said): void => void process.send?.(said);
process.on("message", ({ id, question }: Asked) => {
  let isAnswered = false;
  say({ id, state: "begun" });
  setImmediate(() => {
    if (!isAnswered) say({ id, state: "waiting" });
  });
  void work(question).then(() => {
    isAnswered = true;
    const body = Uint8Array.from(Buffer.from(JSON.stringify({ key: question.args["key"], pid: process.pid })));
    say({ id, answer: { status: 200, type: "application/json", body } });
  });
});
say({ ready: true });
