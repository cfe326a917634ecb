// What clew did with sessions -> the lists and heads of the daemon say what made each, and which are kept.
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answersOf } from "../../src/cli/serve/answers.ts";
import { type JsonObject, arrayField, isObject, parsedObject } from "../../src/format/index.ts";
import { nowMs } from "../cli/fake-io.ts";
import { reshapeHome, weaveId } from "../cli/reshape-home.ts";

const old = new Date(nowMs - 40 * 24 * 60 * 60 * 1000);

function scene(given: { readonly clientHome?: string } = {}) {
  const home = reshapeHome();
  utimesSync(home.path, old, old);
  const places = { cacheDir: join(home.data, "cache"), dataDir: home.data };
  const answer = answersOf({
    homes: [home.home],
    cwd: "/",
    timeZone: "UTC",
    command: "clew",
    demoHome: "/nowhere",
    ...places,
    ...given,
  });
  const ask = async (about: string, args: Readonly<Record<string, string>>): Promise<JsonObject> => {
    const { body } = await answer({ about, args, nowMs }, () => undefined);
    return parsedObject(typeof body === "string" ? body : new TextDecoder().decode(body)) ?? {};
  };
  const listed = async (args: Readonly<Record<string, string>> = {}) =>
    (arrayField(await ask("sessions", args), "sessions") ?? []).filter(isObject);
  return { ...home, ask, listed };
}

test("a session that clew made says so in the list and in its head", async () => {
  const { json, ask, listed } = scene();
  const id = String((await json("fork", weaveId, "--at", "2"))["sessionId"]);
  const madeBy = { command: "fork", from: weaveId, turns: "1-2" };
  expect((await listed()).find(({ sessionId }) => sessionId === id)).toMatchObject({ madeBy });
  expect(await ask("head", { id })).toMatchObject({ madeBy, isKept: false });
  expect(await ask("head", { id: weaveId })).toMatchObject({ madeBy: null });
});

test("what is kept is not among what is about to be deleted, as soon as it is kept", async () => {
  const { run, ask, listed } = scene();
  expect(await listed({ tag: "expiring" })).toHaveLength(1);
  await run("keep", weaveId);
  expect(await listed({ tag: "expiring" })).toEqual([]);
  expect(await listed({ tag: "kept" })).toMatchObject([{ sessionId: weaveId, tags: ["kept"] }]);
  expect(await ask("head", { id: weaveId })).toMatchObject({ isKept: true });
});

test("the line that goes on with a session names its home where a client would not look into it", async () => {
  const own = scene();
  const line = `claude --resume ${weaveId}`;
  expect(await own.ask("head", { id: weaveId })).toMatchObject({ resume: `cd /home/ada/loom && ${line}` });
  const { ask, home } = scene({ clientHome: "/home/ada/.claude" });
  const resume = `cd /home/ada/loom && CLAUDE_CONFIG_DIR=${home} ${line}`;
  expect(await ask("head", { id: weaveId })).toMatchObject({ resume });
  expect(await ask("search", { q: "weave" })).toMatchObject({ sessions: [{ sessionId: weaveId, resume }] });
});
