// One daemon for a person and a set of homes: the second finds the first, leftovers are cleared, ports are shared out, and it ends well.
import { createServer } from "node:net";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { stringField } from "../../src/format/index.ts";
import { onlyDaemon, recordPlace } from "../../src/serve/index.ts";
import { demoHome, scratchFolder } from "../cli/tree.ts";
import { listenTo } from "./listening.ts";
import { serve, world } from "./serve-command.ts";
import { askAt, daemonOptions } from "./served.ts";

test("`clew serve` prints one line, a second one prints the first's address, and a signal ends it cleanly", async () => {
  const home = demoHome();
  const env = world();
  const first = serve(["--port", "0", "--dir", home], env);
  const told = await first.line;
  expect(told).toMatchObject({ started: true, demo: false, pid: first.child.pid, homes: [home] });
  const folder = join(env["XDG_CACHE_HOME"] ?? "", "clew", "serve");
  const [record = ""] = readdirSync(folder);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, record)).mode & 0o777]).toEqual([0o700, 0o600]);
  const second = serve(["--port", "0", "--dir", home], env);
  expect(await second.line).toMatchObject({
    started: false,
    url: told["url"],
    token: told["token"],
    pid: first.child.pid,
  });
  expect(await second.code).toBe(0);
  const stream = await listenTo({ url: stringField(told, "url") ?? "", token: stringField(told, "token") ?? "" });
  first.child.kill("SIGTERM");
  await stream.next(({ event }) => event === "bye");
  expect(await first.code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
}, 60_000);

test("where no home has a session the demo is served, and called so", async () => {
  const env = { ...world(), CLAUDE_CONFIG_DIR: scratchFolder() };
  const { line, child, code } = serve(["--port", "0"], env);
  expect(await line).toMatchObject({ demo: true });
  child.kill("SIGINT");
  expect(await code).toBe(0);
}, 60_000);

test("a port in use is left alone: the next one is taken, and it is said", async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, "127.0.0.1", () => {
      const address = blocker.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  afterAll(() => void blocker.close());
  const run = serve(["--port", String(port), "--dir", demoHome()], world());
  const told = await run.line;
  expect(Number(told["port"])).toBeGreaterThan(port);
  expect(run.said()).toContain(`port ${port} is in use`);
  run.child.kill("SIGTERM");
  expect(await run.code).toBe(0);
}, 60_000);

test("no other host than loopback is listened on", async () => {
  const run = serve(["--host", "0.0.0.0", "--dir", demoHome()], world());
  await expect(run.line).rejects.toThrow("loopback only");
  expect(await run.code).toBe(2);
}, 60_000);

test("a record of a daemon that is gone, or is another program, or is torn, is cleared away", async () => {
  const home = demoHome();
  for (const left of [
    JSON.stringify({ pid: 999_999_999, url: "http://127.0.0.1:9/", token: "t" }),
    JSON.stringify({ pid: process.pid, url: "http://127.0.0.1:9/", token: "t" }),
    JSON.stringify({ pid: process.pid, url: "http://evil.example/", token: "t" }),
    JSON.stringify({ pid: process.pid, url: "http://127.0.0.1:9/", token: "x\r\ny" }),
    '{"pid":',
  ]) {
    const folder = scratchFolder();
    const place = recordPlace(join(folder, "cache"), [home]);
    mkdirSync(place.folder, { recursive: true });
    writeFileSync(place.path, left);
    const found = await onlyDaemon(daemonOptions([home], folder), join(folder, "cache"));
    expect(found.kind).toBe("ours");
    if (found.kind === "ours") await found.daemon.stop();
  }
}, 60_000);

test("of two that start at once one serves, and both tell the same address", async () => {
  const home = demoHome();
  const folder = scratchFolder();
  const both = await Promise.all([1, 2].map(() => onlyDaemon(daemonOptions([home], folder), join(folder, "cache"))));
  const urls = both.map((one) => (one.kind === "ours" ? one.daemon.url : one.record.url));
  expect(urls[0]).toBe(urls[1]);
  expect(both.filter(({ kind }) => kind === "ours")).toHaveLength(1);
  for (const one of both) if (one.kind === "ours") await one.daemon.stop();
}, 60_000);

test("a daemon that was stopped answers nobody any more", async () => {
  const folder = scratchFolder();
  const found = await onlyDaemon(daemonOptions([demoHome()], folder), join(folder, "cache"));
  if (found.kind !== "ours") throw new Error("there is none before");
  const { port, stop } = found.daemon;
  expect((await askAt(port, "/")).status).toBe(200);
  await stop();
  await expect(askAt(port, "/")).rejects.toThrow("ECONNREFUSED");
}, 60_000);
