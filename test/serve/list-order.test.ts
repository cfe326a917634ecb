// A home whose files were copied, so that their own times say nothing -> the list in the order of what the logs say, narrowed or not.
import { utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { type JsonObject, arrayField, isObject, stringField } from "../../src/format/index.ts";
import { newestRows } from "../../src/serve/list/newest-page.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const idOf = (at: number): string => `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`;
const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();

function logOf(at: number): string {
  const message = { role: "user", content: `Weave ${at}` };
  const entry = { type: "user", uuid: `u${at}`, parentUuid: null, sessionId: idOf(at), cwd: "/home/ada/loom" };
  return `${JSON.stringify({ ...entry, timestamp: timeOf(at), message })}\n`;
}

const rowsIn = (told: JsonObject): readonly JsonObject[] => (arrayField(told, "sessions") ?? []).filter(isObject);
const endsIn = (told: JsonObject): readonly string[] => rowsIn(told).map((row) => stringField(row, "end") ?? "");

test("the list of a copied home is in the order of its logs, narrowed or not, page by page", async () => {
  const home = scratchFolder();
  const times = [5, 2, 7, 1, 6, 3, 4];
  times.forEach((at, copied) => {
    const path = writeLog(home, `-home-ada-loom/${idOf(at)}`, logOf(at));
    utimesSync(path, 1_800_000_000 + copied, 1_800_000_000 + copied);
  });
  const { api } = await served(home);
  const newest = times.toSorted((a, b) => b - a).map(timeOf);
  expect(endsIn((await api("/sessions")).json())).toEqual(newest);
  expect(endsIn((await api("/sessions?q=weave")).json())).toEqual(newest);
  expect(endsIn((await api("/sessions?limit=2&offset=3")).json())).toEqual(newest.slice(3, 5));
  expect(endsIn((await api("/sessions?sort=oldest")).json())).toEqual(newest.toReversed());
});

test("no more files are read than the page takes, where their own times are true", () => {
  const files = Array.from({ length: 1000 }, (_, at) => at);
  let read = 0;
  const options = {
    rowOf: (file: number) => ((read += 1), file),
    timeOf: (row: number) => row,
    latestOf: (file: number) => file,
  };
  expect(newestRows(files, { ...options, count: 3 })).toEqual([999, 998, 997]);
  expect(read).toBe(64);
  expect(newestRows(files, { ...options, latestOf: () => 2000, count: 3 })).toEqual([999, 998, 997]);
  expect(read).toBe(1064);
});

test("a log whose file has no UUID for a name is listed, opened and reloaded by that name", async () => {
  const home = scratchFolder();
  writeLog(home, `-home-ada-loom/${idOf(1)}`, logOf(1));
  writeLog(home, "-home-ada-loom/my.notes.v2", `${logOf(1)}${logOf(2).replaceAll(idOf(2), idOf(1))}`);
  const { api, ask } = await served(home);
  expect(rowsIn((await api("/sessions")).json()).map((row) => row["sessionId"])).toEqual(["my.notes.v2", idOf(1)]);
  expect((await api("/sessions/my.notes.v2")).json()).toMatchObject({ sessionId: "my.notes.v2", lines: 2 });
  expect((await api(`/sessions/${idOf(1)}`)).json()).toMatchObject({ lines: 1 });
  const pages = await Promise.all(["/s/my.notes.v2", "/s/my.notes.v2/files", "/x.js"].map((path) => ask(path)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 404]);
});
