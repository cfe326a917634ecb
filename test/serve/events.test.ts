// What the daemon tells by itself: appended lines, new and lost sessions, homes that go and come; in order, once, and again on demand.
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type JsonObject, arrayField, isObject } from "../../src/format/index.ts";
import { eventRing } from "../../src/serve/events/ring.ts";
import { scratchFolder } from "../cli/tree.ts";
import { type Heard, listenTo } from "./listening.ts";
import { served } from "./served.ts";

const id = "66666666-6666-4666-8666-666666666666";
const lineOf = (at: number): string =>
  `${JSON.stringify({ type: "user", uuid: `u${at}`, parentUuid: null, sessionId: id, cwd: "/home/ada/loom", timestamp: new Date().toISOString(), message: { role: "user", content: `Weave ${at}` } })}\n`;

function liveHome(): { readonly home: string; readonly path: string } {
  const home = join(scratchFolder(), "home");
  const folder = join(home, "projects", "-home-ada-loom");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  writeFileSync(path, lineOf(0));
  return { home, path };
}

const logsOf = ({ data }: Heard): readonly JsonObject[] => (arrayField(data, "logs") ?? []).filter(isObject);
const ends = (path: string) => (heard: Heard) => logsOf(heard).some((log) => log["to"] === statSync(path).size);

test("appended lines are told once and in order, byte by byte, to whoever listens", async () => {
  const { home, path } = liveHome();
  const { daemon } = await served(home);
  const listeners = await Promise.all([1, 2, 3].map(() => listenTo(daemon)));
  const start = statSync(path).size;
  for (let at = 1; at <= 200; at++) {
    appendFileSync(path, lineOf(at));
    if (at % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const { next, all, end } of listeners) {
    await next(ends(path));
    const grown = all.filter(({ event }) => event === "appended").flatMap(logsOf);
    expect(grown.reduce((sum, { lines }) => sum + Number(lines), 0)).toBe(200);
    expect(grown.reduce((to, log) => (log["from"] === to ? Number(log["to"]) : Number.NaN), start)).toBe(
      statSync(path).size,
    );
    const ids = all.flatMap((heard) => heard.id ?? []);
    expect(ids).toEqual(ids.map((_, at) => (ids[0] ?? 0) + at));
    end();
  }
});

test("who comes back with the last id gets what it missed, and who was away too long is told to reload", async () => {
  const { home, path } = liveHome();
  const { daemon } = await served(home, { ring: { frames: 8, bytes: 1_000_000 } });
  const first = await listenTo(daemon);
  appendFileSync(path, lineOf(1));
  const { id: seen = 0 } = await first.next(ends(path));
  first.end();
  appendFileSync(path, lineOf(2));
  const second = await listenTo(daemon, `?since=${seen}`);
  expect(logsOf(await second.next(ends(path)))).toMatchObject([{ sessionId: id, lines: 1 }]);
  for (let at = 3; at < 20; at++) {
    appendFileSync(path, lineOf(at));
    await second.next(ends(path));
  }
  second.end();
  const late = await listenTo(daemon, `?since=${seen}`);
  const reload = await late.next(({ event }) => event === "reload");
  expect(reload.data).toEqual({ reason: "behind" });
  expect(reload.id).toBeGreaterThan(seen);
  late.end();
  for (const since of ["99999999999999", "x", "-1"]) {
    const stranger = await listenTo(daemon, `?since=${since}`);
    expect((await stranger.next(({ event }) => event === "reload")).data).toEqual({ reason: "unknown" });
    stranger.end();
  }
});

test("new and removed sessions, statuses and a log that begins anew are told", async () => {
  const { home, path } = liveHome();
  const { daemon, api } = await served(home);
  const { next, end } = await listenTo(daemon);
  const other = "77777777-7777-4777-8777-777777777777";
  writeFileSync(path.replace(id, other), lineOf(1).replaceAll(id, other));
  expect((await next(({ event }) => event === "sessions")).data).toEqual({ added: [other], removed: [] });
  const status = await next(({ event, data }) => event === "status" && JSON.stringify(data).includes(other));
  expect(arrayField(status.data, "sessions")).toMatchObject([{ sessionId: other, title: "Weave 1", project: "loom" }]);
  expect((await api("/status")).json()["sessions"]).toHaveLength(2);
  expect((await api(`/sessions/${other}`)).json()["status"]).toMatchObject({ agents: 0 });
  writeFileSync(path, lineOf(9));
  appendFileSync(path, lineOf(10));
  await next((heard) => logsOf(heard).some((log) => log["generation"] === 2 && log["from"] === 0));
  rmSync(path.replace(id, other));
  await next(({ event, data }) => event === "sessions" && JSON.stringify(data).includes(`"removed":["${other}"]`));
  end();
}, 30_000);

test("a home that vanishes is told of, and is picked up when it returns", async () => {
  const { home, path } = liveHome();
  const { daemon, api } = await served(home);
  const { next, end } = await listenTo(daemon);
  renameSync(home, `${home}-away`);
  await next(({ event, data }) => event === "home" && data["isThere"] === false);
  expect((await api("/health")).json()["homes"]).toEqual([{ path: home, isThere: false }]);
  expect((await api("/sessions")).json()["total"]).toBe(0);
  renameSync(`${home}-away`, home);
  await next(({ event, data }) => event === "home" && data["isThere"] === true);
  appendFileSync(path, lineOf(1));
  await next(ends(path));
  expect((await api(`/sessions/${id}/rows`)).json()["total"]).toBe(1);
  end();
}, 30_000);

test("a ring keeps as many events and bytes as it may, and knows what it still reaches", () => {
  const ring = eventRing(1000, { frames: 4, bytes: 10_000 });
  for (let at = 1; at <= 10; at++) ring.add("note", JSON.stringify({ at }));
  expect([ring.newest(), ring.reaches(1005), ring.reaches(1006), ring.reaches(1011)]).toEqual([
    1010,
    false,
    true,
    false,
  ]);
  expect(ring.after(1006)?.id).toBe(1007);
  expect(ring.after(1010)).toBeUndefined();
  const small = eventRing(0, { frames: 100, bytes: 100 });
  for (let at = 1; at <= 10; at++) small.add("note", `"${"x".repeat(60)}"`);
  expect([small.reaches(8), small.reaches(9)]).toEqual([false, true]);
});
