// The proof that a daemon knows its token: to anyone who asks rightly, bound to its address, and nothing else.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import process from "node:process";
import { expect, test } from "vitest";
import { hasProof, runningOf } from "../../src/serve/daemon/running-daemon.ts";
import { proofBudget, proofOf } from "../../src/serve/guard/proof.ts";
import { nodeProcesses } from "../../src/store/index.ts";
import { demoHome } from "../cli/tree.ts";
import { served } from "./served.ts";

const home = served(demoHome());
const nonce = "0".repeat(64);

test("the proof is that of docs/api.md", () => {
  expect(proofOf("A".repeat(43), "127.0.0.1:2539", nonce)).toBe(
    "9da9571dbb85e26ba831d10724abe067dc9c0f11c1384a2f02e7c6ce858fcf73",
  );
});

test("the daemon proves its token under its own address to a caller without a token", async () => {
  const { daemon, ask } = await home;
  const message = `clew-hello\n127.0.0.1:${daemon.port}\n${nonce}`;
  const proof = createHmac("sha256", daemon.token).update(message).digest("hex");
  for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
    const told = await ask(`/api/v1/hello?nonce=${nonce}`, { headers: { host: `${host}:${daemon.port}` } });
    expect(told.status).toBe(200);
    expect(told.json()).toEqual({ proof });
  }
  expect(await hasProof({ url: daemon.url, token: daemon.token })).toBe(true);
  expect(await hasProof({ url: daemon.url, token: "A".repeat(43) })).toBe(false);
  expect(await hasProof({ url: `http://localhost:${daemon.port}/`, token: daemon.token })).toBe(false);
});

const nonces = [
  "",
  "00",
  "0".repeat(31),
  "0".repeat(129),
  "G".repeat(64),
  "A".repeat(64),
  `${nonce}\n`,
  `${nonce}%00`,
  `%00${nonce}`,
  `${nonce} `,
  "../".repeat(20),
  "%F0%9F%A7%B6".repeat(32),
];

test.each(nonces)("no proof is made for the nonce %j", async (given) => {
  const { ask } = await home;
  const told = await ask(`/api/v1/hello?nonce=${encodeURI(given).replaceAll("%25", "%")}`);
  expect([told.status, told.json()]).toMatchObject([400, { error: { code: "bad-argument" } }]);
});

test("Host, Origin and method are checked for a proof as everywhere", async () => {
  const { daemon, ask } = await home;
  const path = `/api/v1/hello?nonce=${nonce}`;
  const own = `127.0.0.1:${daemon.port}`;
  const statusOf = async (method: string, headers: Record<string, string>) =>
    (await ask(path, { method, headers })).status;
  expect(await statusOf("GET", { origin: `http://${own}` })).toBe(200);
  expect(await statusOf("GET", { origin: "null" })).toBe(403);
  expect(await statusOf("GET", { origin: "http://evil.example" })).toBe(403);
  expect(await statusOf("GET", { host: "evil.example" })).toBe(403);
  expect(await statusOf("POST", { origin: `http://${own}` })).toBe(401);
});

test("a thousand proofs in a second are made, and not one more", () => {
  let nowMs = 5;
  const mayProve = proofBudget(() => nowMs);
  const made = (): number => Array.from({ length: 1500 }, () => mayProve()).filter(Boolean).length;
  expect(made()).toBe(1000);
  nowMs += 999;
  expect(made()).toBe(0);
  nowMs += 1;
  expect(made()).toBe(1000);
});

test("a program that took the place of a daemon never gets its token from a second `clew serve`", async () => {
  const seen: string[] = [];
  const other = createServer((incoming, outgoing) => {
    seen.push(`${incoming.url} ${incoming.headers.authorization ?? ""}`);
    outgoing.end(JSON.stringify({ name: "clew", homes: [], proof: "f".repeat(64) }));
  });
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "127.0.0.1", () => {
      const address = other.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const token = "s".repeat(43);
  const record = { pid: process.pid, start: undefined, url: `http://127.0.0.1:${port}/`, token };
  expect(await runningOf(record, nodeProcesses())).toBeUndefined();
  expect(seen).toHaveLength(1);
  expect(seen.join()).not.toContain(token);
  await new Promise((closed) => other.close(closed));
});
