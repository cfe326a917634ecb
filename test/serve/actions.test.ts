// Actions, where they are allowed: first a preview that writes nothing, then its plan, once, while the log is as it was.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { recoveryFolder } from "../../src/cli/serve/recovery-folder.ts";
import { stringField } from "../../src/format/index.ts";
import { call, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { first, post } from "./asking.ts";
import { served } from "./served.ts";

const woven = "/home/ada/loom/cloth.txt";
const id = "99999999-9999-4999-8999-999999999999";

function quietHome(): { readonly home: string; readonly path: string } {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", call("w", "Write", { file_path: woven, content: "warp\n" }));
  const made = { type: "create", filePath: woven, content: "warp\n", structuredPatch: [], originalFile: null };
  log.result("w", `File created successfully at: ${woven}`, { toolUseResult: made });
  const path = writeLog(home, `-home-ada-loom/${id}`, log.text());
  return { home, path };
}

test("a clone is previewed without a trace, made once, and never made from another state of the log", async () => {
  const { home, path } = quietHome();
  const daemon = await served(home, { actions: "allowed" });
  const before = readFileSync(path);
  const folder = dirname(path);
  const preview = (await post(daemon, "/actions/clone/preview", { session: id })).json();
  expect(first(preview, "preview")).toMatchObject({ dryRun: true, kept: 3 });
  expect(readdirSync(folder)).toHaveLength(1);
  const plan = stringField(preview, "plan");
  expect((await post(daemon, "/actions/fork", { plan })).status).toBe(409);
  const again = stringField((await post(daemon, "/actions/clone/preview", { session: id })).json(), "plan");
  const made = await post(daemon, "/actions/clone", { plan: again });
  expect([made.status, existsSync(stringField(first(made.json(), "results"), "path") ?? "")]).toEqual([200, true]);
  expect((await post(daemon, "/actions/clone", { plan: again })).status).toBe(409);
  expect(readFileSync(path)).toEqual(before);
  const late = stringField((await post(daemon, "/actions/clone/preview", { session: id })).json(), "plan");
  appendFileSync(path, "\n");
  utimesSync(path, 1000, 1000);
  const refused = await post(daemon, "/actions/clone", { plan: late });
  expect([refused.status, refused.json()["error"]]).toMatchObject([409, { code: "changed" }]);
  expect(readdirSync(folder)).toHaveLength(2);
});

test("an action needs JSON, an origin, a session and a name that exist", async () => {
  const { home } = quietHome();
  const daemon = await served(home, { actions: "allowed" });
  const origin = `http://127.0.0.1:${daemon.daemon.port}`;
  const body = JSON.stringify({ session: id });
  const json = { "content-type": "application/json" };
  const statuses = await Promise.all([
    daemon.api("/actions/clone/preview", { method: "POST", headers: json, body }),
    daemon.api("/actions/clone/preview", { method: "POST", headers: { origin, "content-type": "text/plain" }, body }),
    daemon.api("/actions/clone/preview", { method: "POST", headers: { ...json, origin }, body: "[1]" }),
    post(daemon, "/actions/undo/preview", { session: id }),
    post(daemon, "/actions/clone/preview", { session: "../../etc" }),
    post(daemon, "/actions/clone/preview", { session: id, padding: "x".repeat(100_000) }),
    daemon.ask("/api/v1/actions/clone/preview", { method: "POST", headers: { ...json, origin }, body }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404, 413, 401]);
});

test("a title is given, and files are recovered only into a new folder below the home folder", async () => {
  const { home } = quietHome();
  const daemon = await served(home, { actions: "allowed" });
  const { plan } = (await post(daemon, "/actions/title/preview", { session: id, title: "Loom" })).json();
  expect((await post(daemon, "/actions/title", { plan })).status).toBe(200);
  expect((await daemon.api(`/sessions/${id}`)).json()).toMatchObject({ title: "Loom", titleSource: "clew-title" });
  const outside = ["/etc", "../elsewhere", ".", "~", "~/", "~/../x", join(home, "x")];
  const statuses = await Promise.all(
    outside.map(async (into) => (await post(daemon, "/actions/recover/preview", { path: woven, into })).status),
  );
  expect(statuses).toEqual(outside.map(() => 400));
  const below = await Promise.all(
    ["back", "~/back"].map((into) => post(daemon, "/actions/recover/preview", { path: woven, into })),
  );
  const into = join(dirname(daemon.cacheDir), "back");
  expect(below.map((told) => first(told.json(), "preview"))).toMatchObject([{ into }, { into }]);
});

test("a file or a version that no session knew is refused before it is to be recovered", async () => {
  const { home } = quietHome();
  const daemon = await served(home, { actions: "allowed" });
  const wishes = [{ path: "/nowhere/x" }, { path: woven, version: 99 }, { path: woven, version: 1 }];
  const told = await Promise.all(
    wishes.map((wish, at) => post(daemon, "/actions/recover/preview", { ...wish, into: `back${at}` })),
  );
  expect(told.map(({ status }) => status)).toEqual([404, 404, 200]);
  expect(told[1]?.json()["error"]).toMatchObject({ message: `there is no v99 of ${woven}` });
});

test("files are recovered neither behind a link nor among logs, and names that no system takes are refused", async () => {
  const { home } = quietHome();
  const daemon = await served(home, { actions: "allowed" });
  const userDir = dirname(daemon.cacheDir);
  symlinkSync(home, join(userDir, "link"));
  mkdirSync(join(userDir, "real"));
  writeFileSync(join(userDir, "real", "file"), "");
  const into = ["link", "link/new", "real/../link/new", "real/file/new", "a\0b", "x".repeat(300), "new/".repeat(2000)];
  const told = await Promise.all(
    into.map((name) => post(daemon, "/actions/recover/preview", { path: woven, into: name })),
  );
  expect(told.map(({ status }) => status)).toEqual(into.map(() => 400));
  expect((await post(daemon, "/actions/recover/preview", { path: woven, into: "real/new" })).status).toBe(200);
  const [moved, stats, cost] = await Promise.all([
    post(daemon, "/actions/move/preview", { session: id, to: "/x/\0y" }),
    daemon.api("/stats?days=2147483648"),
    daemon.api("/cost?days=2147483648"),
  ]);
  expect([moved.status, stats.status, cost.status]).toEqual([400, 400, 400]);
});

test("the logs of a config home below the home folder are no place to recover to", () => {
  const userDir = scratchFolder();
  const homes = [join(userDir, ".claude")];
  mkdirSync(join(userDir, ".claude", "projects"), { recursive: true });
  expect(() => recoveryFolder(".claude/projects/new", { userDir, homes })).toThrow("among the logs");
  const link = join(scratchFolder(), "link");
  symlinkSync(userDir, link);
  expect(() => recoveryFolder(".claude/projects/-p/new", { userDir: link, homes })).toThrow("among the logs");
  expect(recoveryFolder("new", { userDir, homes })).toBe(join(userDir, "new"));
});

test("what was deleted a moment ago is not found, whatever was planned for it", async () => {
  const { home, path } = quietHome();
  utimesSync(path, 1000, 1000);
  const daemon = await served(home, { actions: "allowed" });
  const [removal, copy] = await Promise.all(
    ["delete", "clone"].map(async (op) => (await post(daemon, `/actions/${op}/preview`, { session: id })).json()),
  );
  expect((await post(daemon, "/actions/delete", { plan: removal?.["plan"] })).status).toBe(200);
  expect((await post(daemon, "/actions/clone", { plan: copy?.["plan"] })).status).toBe(404);
});
