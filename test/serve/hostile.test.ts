// Ids and paths that try to lead elsewhere: each is looked up, none is opened, and the daemon lives on.
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoHome, scratchFolder } from "../cli/tree.ts";
import { served } from "./served.ts";

const secret = "the secret outside";
const outside = join(scratchFolder(), "secret.jsonl");
writeFileSync(outside, `${JSON.stringify({ type: "user", message: { content: secret } })}\n`);
const base = demoHome();
symlinkSync(outside, join(base, "projects", "-home-ada-code-bakery-bot", "55555555-5555-4555-8555-555555555555.jsonl"));
const home = served(base);

const names = [
  outside,
  "../../secret",
  "..%2f..%2fsecret",
  "%2e%2e/%2e%2e/secret.jsonl",
  "..\\..\\secret",
  "%00",
  "agent-../../x",
  "__proto__",
  "constructor",
  "55555555-5555-4555-8555-555555555555",
  "a".repeat(5000),
  "%ff%fe",
  "@last",
  "~root",
];

test("no id leads out of the homes", async () => {
  const { api } = await home;
  const id = "9b821b81-6fd5-4271-9f05-d3d5c1ef2f3c";
  for (const name of names) {
    const part = name.includes("%") ? name : encodeURIComponent(name);
    for (const path of [
      `/sessions/${part}`,
      `/sessions/${part}/rows`,
      `/sessions/${part}/context`,
      `/sessions/${id}/agents/${part}`,
    ]) {
      const { status, bytes } = await api(path);
      expect([path, status >= 400 && status < 500, bytes.includes(secret)]).toEqual([path, true, false]);
    }
  }
});

test("no path of a file, a line or a picture leads out of what the logs tell", async () => {
  const { api } = await home;
  const id = "9b821b81-6fd5-4271-9f05-d3d5c1ef2f3c";
  const wrong = [
    ...names.map((name) => `/files/content?path=${encodeURIComponent(name)}`),
    `/files/content?path=${encodeURIComponent("/etc/passwd")}`,
    `/sessions/${id}/entry/0`,
    `/sessions/${id}/entry/-1`,
    `/sessions/${id}/entry/99999999`,
    `/sessions/${id}/entry/1e3`,
    `/sessions/${id}/rows?from=x`,
    `/sessions/${id}/rows?branch=99`,
    `/sessions/${id}/entry/1/image/0`,
  ];
  for (const path of wrong) {
    const { status, bytes } = await api(path);
    expect([path, status >= 400 && status < 500, bytes.includes("root:")]).toEqual([path, true, false]);
  }
});

test("pages outside the dashboard's folder are not served", async () => {
  const { ask } = await home;
  for (const path of [
    "/../package.json",
    "/..%2f..%2fpackage.json",
    "/assets/../../package.json",
    "//etc/passwd.js",
    "/%2e%2e/x.js",
  ]) {
    const { status, bytes } = await ask(path);
    expect([path, [400, 404].includes(status) || bytes.includes("not built")]).toEqual([path, true]);
    expect(bytes.includes("dependencies")).toBe(false);
  }
  expect((await home).daemon.port).toBeGreaterThan(0);
});
