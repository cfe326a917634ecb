// Sessions that somebody has open, asked over HTTP to be changed -> a preview that says who, and a refusal without any flag in it.
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { objectField, stringField } from "../../src/format/index.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { post } from "./asking.ts";
import { type ServedHome, served } from "./served.ts";

const id = "55555555-5555-4555-8555-555555555555";
const home = scratchFolder();
const registry = join(home, "sessions", `${process.pid}.json`);
let daemon: ServedHome;
let path: string;

beforeAll(async () => {
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", say("Woven"));
  path = writeLog(home, `-home-ada-loom/${id}`, log.text());
  daemon = await served(home, { actions: "allowed" });
});

async function refused(op: string): Promise<readonly [inUse: object, error: object]> {
  const preview = (await post(daemon, `/actions/${op}/preview`, { session: id })).json();
  const done = await post(daemon, `/actions/${op}`, { plan: stringField(preview, "plan") });
  expect([done.status, existsSync(path)]).toEqual([409, true]);
  return [objectField(preview, "inUse") ?? {}, objectField(done.json(), "error") ?? {}];
}

test.for(["clone", "delete"])("%s of a session that a client has open names the client and no flag", async (op) => {
  mkdirSync(join(home, "sessions"), { recursive: true });
  writeFileSync(registry, JSON.stringify({ pid: process.pid, sessionId: id, startedAt: Date.now() }));
  const message = `this session is in use: the client with process ${process.pid} has it open (${registry})`;
  const words = { message, hint: "it can be done when that client has ended; nothing was written" };
  expect(await refused(op)).toEqual([words, { code: "in-use", ...words }]);
  rmSync(registry);
});

test("a log that was written to a moment ago, by nobody knows whom, is refused without a flag too", async () => {
  const now = new Date();
  utimesSync(path, now, now);
  const hint = "it can be done when it was quiet for a minute, or its client has ended; nothing was written";
  const told = await refused("clone");
  expect(told).toMatchObject([{ hint }, { code: "in-use", hint }]);
  const fresh = /^this session may be in use: it was written to \d+ s ago, and no client says that it has it open$/;
  for (const one of told) expect(one).toHaveProperty("message", expect.stringMatching(fresh));
});

test("what does no harm to a session in use is previewed without a word about it", async () => {
  const now = new Date();
  utimesSync(path, now, now);
  const told = (await post(daemon, "/actions/title/preview", { session: id, title: "Loom" })).json();
  expect(told["inUse"]).toBeNull();
});
