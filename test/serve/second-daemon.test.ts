// A second `clew serve`, a cache folder that takes nothing, a demo that real sessions come to: what is said is what is so.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { type JsonObject, stringField } from "../../src/format/index.ts";
import { demoHome, scratchFolder } from "../cli/tree.ts";
import { listenTo } from "./listening.ts";
import { serve, world } from "./serve-command.ts";
import { askAt } from "./served.ts";

const sourceOf = (told: JsonObject) => ({
  url: stringField(told, "url") ?? "",
  token: stringField(told, "token") ?? "",
});

/** A folder with a browser that notes what it was to open. */
function browser(): { readonly path: string; readonly opened: () => string } {
  const folder = scratchFolder();
  const note = join(folder, "opened");
  for (const name of ["xdg-open", "open"])
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s' "$1" > '${note}'\n`, { mode: 0o755 });
  return {
    path: `${folder}:${process.env["PATH"] ?? ""}`,
    opened: () => (existsSync(note) ? readFileSync(new URL(readFileSync(note, "utf8")), "utf8") : ""),
  };
}

test("a second `clew serve` tells the first's own values, opens its page, and names the flags it does not go by", async () => {
  const { path, opened } = browser();
  const env = { ...world(), PATH: path };
  const home = demoHome();
  const first = serve(["--port", "0", "--dir", home], env);
  const told = await first.line;
  const { url, token } = sourceOf(told);
  const flags = ["--allow-actions", "--open", "--port", "9", "--host", "::1"];
  const second = serve([...flags, "--dir", home], env);
  expect(await second.line).toEqual({ ...told, started: false });
  expect(await second.code).toBe(0);
  expect(second.said()).toContain("--allow-actions: it allows none\n");
  expect(second.said()).toContain(`--port 9: its port is ${new URL(url).port}\n`);
  expect(second.said()).toContain("--host ::1: its host is 127.0.0.1\n");
  expect(opened()).toContain(`${url}#token=${token}`);
  const third = serve(["--host", "localhost", "--dir", home], env);
  expect(await third.code).toBe(0);
  expect(third.said()).toBe("");
  first.child.kill("SIGTERM");
  expect(await first.code).toBe(0);
}, 60_000);

test("where the cache folder takes no file it serves all the same, and says that no other finds it", async () => {
  const cache = join(scratchFolder(), "file");
  writeFileSync(cache, "");
  const env = { ...world(), XDG_CACHE_HOME: cache };
  const run = serve(["--port", "0", "--open", "--dir", demoHome()], env);
  const { url, token } = sourceOf(await run.line);
  const answer = await askAt(Number(new URL(url).port), "/api/v1/sessions", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.json()["total"]).toBeGreaterThan(0);
  run.child.kill("SIGTERM");
  expect(await run.code).toBe(0);
  const lines = run.said().trim().split("\n");
  expect(lines).toEqual([
    `clew: a second \`clew serve\` will not find this one: cannot write to ${join(cache, "clew", "serve")}: ENOTDIR`,
    `clew: no browser was opened: cannot write ${join(cache, "clew", "serve", "open.html")} (ENOTDIR)`,
  ]);
}, 60_000);

test("the demo gives way to sessions as soon as a home has some, and whoever listens is told to read anew", async () => {
  const home = join(scratchFolder(), "home");
  const env = { ...world(), CLAUDE_CONFIG_DIR: home };
  const run = serve(["--port", "0"], env);
  const told = await run.line;
  expect(told["demo"]).toBe(true);
  const source = sourceOf(told);
  const stream = await listenTo(source);
  cpSync(join(demoHome(), "projects"), join(home, "projects"), { recursive: true });
  const { data, id = 0 } = await stream.next(({ event }) => event === "reload");
  expect([data, id > 0]).toEqual([{ reason: "homes" }, true]);
  stream.end();
  const port = Number(told["port"]);
  const ask = async (path: string) =>
    (await askAt(port, `/api/v1${path}`, { headers: { authorization: `Bearer ${source.token}` } })).json();
  expect(await ask("/health")).toMatchObject({ demo: false, homes: [{ path: home, isThere: true }] });
  expect(JSON.stringify(await ask("/sessions"))).toContain(join(home, "projects"));
  const second = serve(["--port", "0"], env);
  expect(await second.line).toEqual({ ...told, demo: false, homes: [home], started: false });
  run.child.kill("SIGTERM");
  expect(await run.code).toBe(0);
  expect(run.said()).toContain("in place of the demo");
}, 60_000);
