// The token of a port over restarts of the daemon, and token files that must not be trusted.
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { numberField } from "../../src/format/index.ts";
import { dropAllTokens, keptToken } from "../../src/serve/daemon/token-file.ts";
import { type DaemonOptions, startDaemon } from "../../src/serve/index.ts";
import { demoHome, scratchFolder } from "../cli/tree.ts";
import { fixedPort } from "./fixed-port.ts";
import { serve, world } from "./serve-command.ts";
import { askAt, daemonOptions } from "./served.ts";

const home = demoHome();
const ownUid = process.geteuid?.();
const port = 2539;
const old = "o".repeat(43);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

async function started(folder: string, more: Partial<DaemonOptions>) {
  const daemon = await startDaemon({ ...daemonOptions([home], folder), ...more });
  const { status } = await askAt(daemon.port, "/api/v1/health", {
    headers: { authorization: `Bearer ${daemon.token}` },
  });
  expect(status).toBe(200);
  await daemon.stop();
  return daemon;
}

test("a daemon on the same port has the same token after a restart, and another one on another port", async () => {
  const folder = scratchFolder();
  const first = await started(folder, { port: fixedPort() });
  const again = await started(folder, { port: first.port });
  const elsewhere = await started(folder, { port: fixedPort() });
  expect(again.port).toBe(first.port);
  expect(again.token).toBe(first.token);
  expect(elsewhere.token).not.toBe(first.token);
  const tokens = join(folder, "data", "serve");
  expect(modeOf(tokens)).toBe(0o700);
  expect(readdirSync(tokens).toSorted()).toEqual([`${first.port}.token`, `${elsewhere.port}.token`].toSorted());
  expect(readdirSync(tokens).map((name) => modeOf(join(tokens, name)))).toEqual([0o600, 0o600]);
});

test("any free port has a new token each time, and no file", async () => {
  const folder = scratchFolder();
  const tokens = [await started(folder, { port: 0 }), await started(folder, { port: 0 })].map(({ token }) => token);
  expect(new Set(tokens).size).toBe(2);
  expect(existsSync(join(folder, "data", "serve"))).toBe(false);
});

test("a renewed token replaces those of all ports", async () => {
  const folder = scratchFolder();
  const one = await started(folder, { port: fixedPort() });
  const other = await started(folder, { port: fixedPort() });
  const renewed = await started(folder, { port: one.port, token: "renewed" });
  const otherAgain = await started(folder, { port: other.port });
  expect(new Set([one, other, renewed, otherAgain].map(({ token }) => token)).size).toBe(4);
});

/** What is at the token's path before the daemon starts, and why its token is not used. */
const unfit: readonly (readonly [string, RegExp, (path: string, folder: string) => void])[] = [
  ["a file that others can read", /could be read by other users/, (path) => put(path, `${old}\n`, 0o644)],
  ["a file that the group can write", /could be read by other users/, (path) => put(path, `${old}\n`, 0o620)],
  [
    "a file with a second name",
    /had a second name/,
    (path, folder) => {
      put(join(folder, "first"), `${old}\n`);
      linkSync(join(folder, "first"), path);
    },
  ],
  [
    "a link to a good file",
    /was a link/,
    (path, folder) => {
      put(join(folder, "target"), `${old}\n`);
      symlinkSync(join(folder, "target"), path);
    },
  ],
  ["a link to nothing", /was a link/, (path) => symlinkSync("/nowhere/at/all", path)],
  ["a link to itself", /was a link/, (path) => symlinkSync(path, path)],
  ["a pipe", /not a regular file/, (path) => void execFileSync("mkfifo", ["-m", "600", path])],
  ["an empty file", /held no token/, (path) => put(path, "")],
  ["a short token", /held no token/, (path) => put(path, old.slice(1))],
  ["a long token", /held no token/, (path) => put(path, `${old}o`)],
  ["two tokens", /held no token/, (path) => put(path, `${old}\n${old}\n`)],
  ["a token with a line end inside", /held no token/, (path) => put(path, `oooo\r\nx: y${old.slice(11)}`)],
  ["a token with a NUL", /held no token/, (path) => put(path, `\0${old.slice(1)}`)],
  ["a large file", /held no token/, (path) => put(path, "o".repeat(1_000_000))],
  ["JSON", /held no token/, (path) => put(path, JSON.stringify({ token: old }))],
];

function put(path: string, text: string, mode = 0o600): void {
  writeFileSync(path, text);
  chmodSync(path, mode);
}

test.each(unfit)("%s is replaced by a new token, and the reason is reported", (_, reason, make) => {
  const folder = scratchFolder();
  const dataDir = join(folder, "data");
  mkdirSync(join(dataDir, "serve"), { recursive: true, mode: 0o755 });
  const path = join(dataDir, "serve", `${port}.token`);
  make(path, folder);
  const { token, note } = keptToken({ dataDir, ownUid }, port);
  expect(note).toMatch(reason);
  expect(token).not.toBe(old);
  expect(readFileSync(path, "utf8")).toBe(`${token}\n`);
  expect(modeOf(path)).toBe(0o600);
  expect(modeOf(join(dataDir, "serve"))).toBe(0o700);
  expect(keptToken({ dataDir, ownUid }, port)).toEqual({ token, note: undefined });
  const target = join(folder, "target");
  expect(existsSync(target) ? readFileSync(target, "utf8") : `${old}\n`).toBe(`${old}\n`);
  expect(readdirSync(join(dataDir, "serve"))).toEqual([`${port}.token`]);
});

const noPlace: readonly (readonly [string, RegExp, (dataDir: string) => void])[] = [
  [
    "the folder is a link",
    /is a link/,
    (dataDir) => {
      mkdirSync(join(dataDir, "elsewhere"), { recursive: true });
      symlinkSync("elsewhere", join(dataDir, "serve"));
    },
  ],
  [
    "the folder is a file",
    /EEXIST|ENOTDIR/,
    (dataDir) => {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(join(dataDir, "serve"), "");
    },
  ],
  ["the data folder is a file", /ENOTDIR|EEXIST/, (dataDir) => writeFileSync(dataDir, "")],
  [
    "a folder has the token's name",
    /EISDIR|ENOTEMPTY|EEXIST/,
    (dataDir) => void mkdirSync(join(dataDir, "serve", `${port}.token`, "x"), { recursive: true }),
  ],
];

test.each(noPlace)("where %s a token is made for this run, and the reason is reported", (_, reason, make) => {
  const dataDir = join(scratchFolder(), "data");
  make(dataDir);
  const one = keptToken({ dataDir, ownUid }, port);
  const two = keptToken({ dataDir, ownUid }, port);
  expect(one.token).not.toBe(two.token);
  expect(one.note).toMatch(/^cannot keep the token for the next start: /);
  expect(one.note).toMatch(reason);
});

test("renewing fails with one message where the tokens cannot be listed", () => {
  const dataDir = join(scratchFolder(), "data");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "serve"), "");
  expect(() => dropAllTokens({ dataDir, ownUid })).toThrow(/^cannot renew the token: cannot list .* \(ENOTDIR\)$/);
});

test("a folder or file of another user is not used", () => {
  const dataDir = join(scratchFolder(), "data");
  const mine = keptToken({ dataDir, ownUid }, port);
  const theirs = keptToken({ dataDir, ownUid: (ownUid ?? 0) + 1 }, port);
  expect(theirs.token).not.toBe(mine.token);
  expect(theirs.note).toContain("belongs to another user");
});

test("a token whose port another program has is dropped, and one that our own daemon proves is kept", async () => {
  const folder = scratchFolder();
  const { port: lost, token } = await started(folder, { port: fixedPort() });
  const seen: (string | undefined)[] = [];
  const squatter = createServer((incoming, outgoing) => {
    seen.push(incoming.headers.authorization);
    outgoing.end(JSON.stringify({ proof: "0".repeat(64) }));
  });
  await new Promise<void>((listening) => squatter.listen(lost, "127.0.0.1", listening));
  afterAll(() => void squatter.close());
  const moved = await started(folder, { port: lost });
  expect(moved.port).not.toBe(lost);
  expect(moved.notes.join("\n")).toContain(`another program listens on port ${lost}`);
  expect(seen).toEqual([undefined]);
  await new Promise((closed) => squatter.close(closed));
  const back = await started(folder, { port: lost });
  expect(back.token).not.toBe(token);
  const running = await startDaemon({ ...daemonOptions([home], folder), port: lost });
  const beside = await started(folder, { port: running.port });
  expect(beside.notes).toEqual([]);
  await running.stop();
  expect((await started(folder, { port: running.port })).token).toBe(running.token);
});

test("`clew serve` keeps its token over a restart, `--new-token` renews it, and a running daemon keeps its own", async () => {
  const env = world();
  const args = ["--dir", home];
  const run = async (flags: readonly string[], during = async (): Promise<void> => undefined) => {
    const one = serve([...args, ...flags], env);
    const line = await one.line;
    await during();
    one.child.kill("SIGTERM");
    expect(await one.code).toBe(0);
    return line;
  };
  const first = await run(["--port", String(fixedPort())]);
  const flags = ["--port", String(numberField(first, "port"))];
  const again = await run(flags, async () => {
    const second = serve([...args, "--new-token"], env);
    expect((await second.line)["token"]).toBe(first["token"]);
    expect(await second.code).toBe(0);
    expect(second.said()).toContain("--new-token: its token stays valid while it runs");
  });
  expect([again["url"], again["token"]]).toEqual([first["url"], first["token"]]);
  const renewed = await run([...flags, "--new-token"]);
  expect(renewed["url"]).toBe(first["url"]);
  expect(renewed["token"]).not.toBe(first["token"]);
  expect((await run(flags))["token"]).toBe(renewed["token"]);
});
