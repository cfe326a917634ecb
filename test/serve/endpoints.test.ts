// Every address of the API, asked over HTTP on the demo tree: each answers, with the fields that docs/api.md names.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type JsonObject, arrayField, isObject, numberField, stringField } from "../../src/format/index.ts";
import { call, say, smallLog } from "../cli/small-log.ts";
import { demoHome, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const own = "44444444-4444-4444-8444-444444444444";
const long = "thread ".repeat(10_000);

function ownLog(): string {
  const log = smallLog({ sessionId: own });
  const source = { type: "base64", media_type: "image/png", data: pixel };
  const script = { type: "base64", media_type: "text/html", data: Buffer.from("<script>").toString("base64") };
  const lie = { type: "base64", media_type: "image/png", data: Buffer.from("<svg onload=x>").toString("base64") };
  const pictures = [source, script, lie].map((one) => ({ type: "image", source: one }));
  const first = log.prompt("placeholder", {
    message: { role: "user", content: [{ type: "text", text: "Look at <b>this</b>" }, ...pictures] },
  });
  log.answer("m1", call("c1", "Bash", { command: "weave", note: long }));
  log.result(
    "c1",
    [
      { type: "text", text: long },
      { type: "image", source },
    ],
    { toolUseResult: { stdout: "", stderr: "frayed" } },
  );
  log.answer("m2", say("Done"));
  log.goBackTo(first);
  log.answer("m3", say("Another way, and the last one"));
  return log.text();
}

const base = demoHome();
writeLog(base, `-home-ada-loom/${own}`, ownLog());
const home = served(base, { index: "kept" });

const list = (value: JsonObject, name: string): readonly JsonObject[] =>
  (arrayField(value, name) ?? []).filter(isObject);
const get = async (path: string): Promise<JsonObject> => {
  const { api } = await home;
  const told = await api(path);
  expect([path, told.status, told.headers["content-type"]]).toEqual([path, 200, "application/json; charset=utf-8"]);
  return told.json();
};

describe("the whole", () => {
  test("health names version, homes and how far the index is", async () => {
    const told = await get("/health");
    expect(told).toMatchObject({ name: "clew", version: "1.2.3", demo: false, actions: false, sessions: 7 });
    expect(told["homes"]).toEqual([{ path: base, isThere: true }]);
    const states = ["waiting", "building", "done"];
    expect(isObject(told["index"]) && states.includes(stringField(told["index"], "state") ?? "")).toBe(true);
  });

  test("sessions are listed newest first, by pages, with the fields of `clew ls`", async () => {
    const all = await get("/sessions");
    const ids = list(all, "sessions").map((one) => stringField(one, "sessionId"));
    expect([all["total"], ids.length, all["offset"]]).toEqual([7, 7, 0]);
    const page = await get("/sessions?limit=2&offset=3");
    expect(list(page, "sessions").map((one) => one["sessionId"])).toEqual(ids.slice(3, 5));
    expect(list(all, "sessions")[0]).toMatchObject({ status: null, isBrief: false });
    expect(Object.keys(list(all, "sessions")[0] ?? {})).toEqual(
      expect.arrayContaining(["title", "project", "turns", "state", "tags", "modified", "expiresInDays"]),
    );
  });

  test("a list can be narrowed and ordered, and says what it does not understand", async () => {
    const { api } = await home;
    const found = await get("/sessions?q=opening%20BAKERY");
    expect(list(found, "sessions").map((one) => one["title"])).toEqual(["Opening hours for the bot"]);
    const bySize = list(await get("/sessions?sort=size"), "sessions").map((one) => numberField(one, "sizeBytes") ?? 0);
    expect(bySize).toEqual(bySize.toSorted((a, b) => b - a));
    expect((await get("/sessions?status=working"))["total"]).toBe(0);
    const wrong = await api("/sessions?sort=colour");
    expect([wrong.status, wrong.json()["error"]]).toMatchObject([400, { code: "bad-argument" }]);
    expect((await api("/sessions?limit=-1")).status).toBe(400);
  });

  test("search gives pieces of text, marked as hit or not, and never HTML", async () => {
    const found = await get("/search?q=opening&limit=3");
    const [session] = list(found, "sessions");
    const [hit] = list(session ?? {}, "hits");
    const pieces = list(hit ?? {}, "snippet");
    expect(
      pieces.filter((piece) => piece["hit"] === true).map((piece) => stringField(piece, "text")?.toLowerCase()),
    ).toContain("opening");
    const { api } = await home;
    expect((await api("/search?q=%22open")).json()["error"]).toMatchObject({ code: "bad-argument" });
    expect((await api("/search")).status).toBe(400);
  });

  test("stats, cost and files count over all sessions", async () => {
    expect(await get("/stats")).toMatchObject({ sessions: 7 });
    expect(list(await get("/stats?by=project"), "groups").length).toBe(3);
    expect(await get("/cost")).toMatchObject({ grade: "exact" });
    expect(await get("/cost?by=day&days=30")).toMatchObject({ by: "day" });
    const files = await get("/files?limit=1");
    expect(list(files, "files")).toHaveLength(1);
    expect(files["total"]).toBe(8);
  });

  test("a file's versions, content and differences are found by its path", async () => {
    const [file] = list(await get("/files?q=inbox"), "files");
    const path = encodeURIComponent(stringField(file ?? {}, "path") ?? "");
    expect(list(await get(`/files/versions?path=${path}`), "versions")).toHaveLength(2);
    expect(stringField(await get(`/files/content?path=${path}&version=2`), "content")).toContain("\n");
    expect(list(await get(`/files/diff?path=${path}&from=1&to=2`), "hunks").length).toBeGreaterThan(0);
  });

  test("the status board is there", async () => {
    expect(await get("/status")).toMatchObject({ sessions: [] });
  });
});

describe("one session", () => {
  test("its head tells turns, branches and rows", async () => {
    const head = await get(`/sessions/${own}`);
    expect(head).toMatchObject({ sessionId: own, rows: 2, counts: { branches: 1, turns: 1 } });
    expect(list(head, "turns")).toMatchObject([{ label: "1", row: 0, preview: "Look at <b>this</b>" }]);
    expect(list(head, "branches")).toMatchObject([{ number: 1, rows: 2, forkRow: 0 }]);
    expect(stringField(head, "resume")).toContain(`claude --resume ${own}`);
  });

  test("its cost is that of its row in `clew cost --by session`, agents included", async () => {
    const rows = list(await get("/cost?by=session"), "groups");
    for (const row of rows) {
      const told = await get(`/sessions/${stringField(row, "sessionId") ?? ""}/cost`);
      for (const name of ["costUsd", "grade", "messages", "agentFiles", "reasons"])
        expect([name, told[name]]).toEqual([name, row[name]]);
      expect(told["isAlone"]).toBe(false);
    }
    expect(rows.some(({ agentFiles }) => agentFiles === 1)).toBe(true);
    expect((await (await home).api("/sessions/00000000-0000-4000-8000-000000000000/cost")).status).toBe(404);
  });

  test("its rows come by range, long texts are cut and can be had whole", async () => {
    const told = await get(`/sessions/${own}/rows?branch=1`);
    const [row] = list(told, "rows");
    expect(row).toMatchObject({
      row: 0,
      kind: "call",
      stderr: "frayed",
      cut: { result: long.length + 8, input: long.length },
    });
    expect(stringField(row ?? {}, "result")).toHaveLength(20_000);
    const [whole] = list(await get(`/sessions/${own}/rows?branch=1&from=0&count=1&full=1`), "rows");
    expect(stringField(whole ?? {}, "result")).toHaveLength(long.length + 8);
    expect(await get(`/sessions/${own}/rows?from=99`)).toMatchObject({ rows: [], total: 2 });
  });

  test("its pictures are served as what they are, and what is none is not", async () => {
    const { api } = await home;
    const [row] = list(await get(`/sessions/${own}/rows`), "rows");
    expect(row?.["images"]).toMatchObject([
      { line: 1, index: 0, mediaType: "image/png" },
      { index: 1, mediaType: null },
      { index: 2 },
    ]);
    const picture = await api(`/sessions/${own}/entry/1/image/0`);
    expect([picture.status, picture.headers["content-type"], picture.headers["x-content-type-options"]]).toEqual([
      200,
      "image/png",
      "nosniff",
    ]);
    expect(picture.bytes.toString("base64")).toBe(pixel);
    const others = await Promise.all(
      [1, 2, 3].map(async (index) => (await api(`/sessions/${own}/entry/1/image/${index}`)).status),
    );
    expect(others).toEqual([404, 404, 404]);
  });

  test("words are found in it, rows are found by line, uuid and turn, and a line is shown as it stands", async () => {
    const found = await get(`/sessions/${own}/find?q=LAST%20one`);
    expect(found).toMatchObject({ total: 1, isComplete: true, matches: [{ row: 1, field: "text" }] });
    expect(await get(`/sessions/${own}/find?q=${encodeURIComponent("<b>")}`)).toMatchObject({ total: 1 });
    const uuid = "44444444-0000-4000-8000-000000000003";
    expect(await get(`/sessions/${own}/locate?uuid=${uuid}`)).toMatchObject({ row: 0, branch: 1, line: 3 });
    expect(await get(`/sessions/${own}/locate?turn=1`)).toMatchObject({ row: 0, branch: null });
    const entry = await get(`/sessions/${own}/entry/2`);
    expect(`${stringField(entry, "text")}\n`).toBe(`${ownLog().split("\n")[1]}\n`);
  });

  test("its tabs answer as the commands do", async () => {
    expect(await get(`/sessions/${own}/context`)).toMatchObject({ session: own, refused: null });
    expect(await get(`/sessions/${own}/findings`)).toMatchObject({
      sessionId: own,
      sound: true,
      repair: { dryRun: true },
    });
    expect(await get(`/sessions/${own}/request?count=1`)).toMatchObject({ total: 2, from: 0 });
    expect(await get(`/sessions/${own}/files`)).toEqual({ files: [] });
  });

  test("its agents have heads and rows of their own", async () => {
    const sessions = list(await get("/sessions"), "sessions");
    const id = stringField(sessions.find((one) => one["agents"] === 1) ?? {}, "sessionId");
    const [agent] = list(await get(`/sessions/${id}`), "agents");
    expect(agent).toMatchObject({ hasLog: true });
    const rows = await get(`/sessions/${id}/agents/${stringField(agent ?? {}, "id")}/rows`);
    expect(numberField(rows, "total")).toBeGreaterThan(0);
  });
});

test("every address of the API stands in docs/api.md", async () => {
  const { questionRoutes } = await import("../../src/serve/http/questions.ts");
  const page = readFileSync(fileURLToPath(new URL("../../docs/api.md", import.meta.url)), "utf8");
  const paths = questionRoutes.map(({ path }) => path.replace("/agents/:agentId", ""));
  expect(paths.filter((path) => !page.includes(path))).toEqual([]);
  expect(paths.length).toBeGreaterThan(20);
});
