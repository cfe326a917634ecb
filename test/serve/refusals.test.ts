// Questions that lack something or ask for the impossible -> refused by name, each with what it should be.
import { expect, test } from "vitest";
import { objectField, stringField } from "../../src/format/index.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { post } from "./asking.ts";
import { type Told, served } from "./served.ts";

const id = "99999999-9999-4999-8999-999999999999";

function quietHome(): string {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", say("Woven"));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  return home;
}

function refusalIn(told: Told): readonly unknown[] {
  const error = objectField(told.json(), "error") ?? {};
  return [told.status, stringField(error, "message"), stringField(error, "hint")];
}

test("a question without what it needs is refused by the parameter's name", async () => {
  const { api } = await served(quietHome());
  const from1 = "it should be a whole number from 1 on";
  const [unplaced, none, never] = await Promise.all(
    [`/sessions/${id}/locate`, `/sessions/${id}/locate?line=0`, "/stats?days=0"].map((path) => api(path)),
  ).then((all) => all.map(refusalIn));
  expect(unplaced).toEqual([400, "the parameter line is missing", "see docs/api.md"]);
  expect(none).toEqual([400, 'line is "0"', from1]);
  expect(never).toEqual([400, 'days is "0"', from1]);
});

test("what makes no sense is refused before anything is read for it", async () => {
  const { api } = await served(quietHome());
  const other = id.replaceAll("9", "8");
  const paths = [
    `/sessions/${other}/rows?from=abc`,
    `/sessions/${other}/find?q=x&branch=abc`,
    `/sessions/${other}/entry/abc`,
    `/sessions/${other}/locate?line=abc`,
    `/sessions/${other}/request?from=abc`,
    "/files/diff?path=/nowhere&to=abc",
    "/search?q=(&limit=abc",
  ];
  const told = await Promise.all(paths.map((path) => api(path)));
  expect(told.map((one) => refusalIn(one).slice(0, 2))).toEqual(
    ["from", "branch", "line", "line", "from", "to", "limit"].map((name) => [400, `${name} is "abc"`]),
  );
});

test("whoever asks for the headers of the events gets them, and an end", async () => {
  const { api } = await served(quietHome());
  const told = await api("/events", { method: "HEAD" });
  expect([told.status, told.headers["content-type"], told.bytes.length]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
    0,
  ]);
});

test("an action needs a session, and a plan that was sent to another action can still be used for its own", async () => {
  const daemon = await served(quietHome(), { actions: "allowed" });
  const nameless = await post(daemon, "/actions/clone/preview", {});
  expect(refusalIn(nameless)).toEqual([400, "the parameter session is missing", "see docs/api.md"]);
  const { plan } = (await post(daemon, "/actions/clone/preview", { session: id })).json();
  const strayed = await post(daemon, "/actions/fork", { plan });
  expect(refusalIn(strayed).slice(0, 2)).toEqual([409, "this plan is for another action: clone"]);
  expect((await post(daemon, "/actions/clone", { plan })).status).toBe(200);
});
