// What the board of the daemon tells while names change and homes go: the same as the list of sessions, at any moment.
import { appendFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type JsonObject, arrayField, isObject } from "../../src/format/index.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { listenTo } from "./listening.ts";
import { served } from "./served.ts";

const id = "66666666-6666-4666-8666-666666666666";

function liveHome(): { readonly home: string; readonly path: string } {
  const home = join(scratchFolder(), "home");
  mkdirSync(home);
  const message = { role: "user", content: "Weave" };
  const entry = { type: "user", uuid: "u1", parentUuid: null, sessionId: id, cwd: "/home/ada/loom", message };
  const line = JSON.stringify({ ...entry, timestamp: new Date().toISOString() });
  return { home, path: writeLog(home, `-home-ada-loom/${id}`, `${line}\n`) };
}

const boardIn = (told: JsonObject): readonly JsonObject[] => (arrayField(told, "sessions") ?? []).filter(isObject);

test("a session that gets another title is told under it, though its status stays the same", async () => {
  const { home, path } = liveHome();
  const { daemon, api } = await served(home);
  const { next, end } = await listenTo(daemon);
  expect(boardIn((await api("/status")).json())).toMatchObject([{ sessionId: id, title: "Weave" }]);
  appendFileSync(path, `${JSON.stringify({ type: "custom-title", customTitle: "Loom", sessionId: id })}\n`);
  const isRenamed = (told: JsonObject): boolean => boardIn(told).some(({ title }) => title === "Loom");
  await next(({ event, data }) => event === "status" && isRenamed(data));
  expect(isRenamed((await api("/status")).json())).toBe(true);
  end();
});

test("the board is empty while its home is away, as the list is, and whoever listens is told to read anew", async () => {
  const { home } = liveHome();
  const { daemon, api } = await served(home);
  const away = await listenTo(daemon);
  renameSync(home, `${home}-away`);
  expect((await away.next(({ event }) => event === "reload")).data).toEqual({ reason: "homes" });
  away.end();
  const [status, list, health] = await Promise.all(["/status", "/sessions", "/health"].map((path) => api(path)));
  expect([status?.json()["sessions"], list?.json()["total"], health?.json()["sessions"]]).toEqual([[], 0, 0]);
  const back = await listenTo(daemon);
  renameSync(`${home}-away`, home);
  await back.next(({ event }) => event === "reload");
  back.end();
  expect(boardIn((await api("/status")).json())).toMatchObject([{ sessionId: id }]);
  expect((await api("/health")).json()["sessions"]).toBe(1);
});

test("a session whose log gets another name is told under that one alone", async () => {
  const { home, path } = liveHome();
  const { daemon, api } = await served(home);
  const { next, end } = await listenTo(daemon);
  const other = id.replaceAll("6", "7");
  renameSync(path, path.replace(id, other));
  const { data } = await next(({ event }) => event === "sessions");
  expect(data).toEqual({ added: [other], removed: [id] });
  await next(
    ({ event, data: told }) => event === "status" && boardIn(told).some(({ sessionId }) => sessionId === other),
  );
  expect(boardIn((await api("/status")).json()).map(({ sessionId }) => sessionId)).toEqual([other]);
  expect((await api("/health")).json()["sessions"]).toBe(1);
  end();
});

test("a session whose file has no id for a name has its status under both of its names, and leaves with its file", async () => {
  const { home, path } = liveHome();
  const notes = path.replace(id, "Notes");
  renameSync(path, notes);
  const { daemon, api } = await served(home);
  expect(boardIn((await api("/status")).json())).toMatchObject([{ sessionId: id, title: "Weave" }]);
  const status = { status: "working" };
  expect((await api("/sessions")).json()["sessions"]).toMatchObject([{ sessionId: "Notes", status }]);
  for (const name of ["Notes", id]) expect((await api(`/sessions/${name}`)).json()["status"]).toMatchObject(status);
  const { next, end } = await listenTo(daemon);
  rmSync(notes);
  expect((await next(({ event }) => event === "sessions")).data).toEqual({ added: [], removed: ["notes", id] });
  expect(boardIn((await api("/status")).json())).toEqual([]);
  end();
});
