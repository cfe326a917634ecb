// Thousands of event clients: no more than the most are let in, and their memory is free again when they leave.
import { type ChildProcess, fork } from "node:child_process";
import { appendFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { type JsonObject, isObject, numberField, stringField } from "../../src/format/index.ts";
import { mostListeners } from "../../src/serve/events/listeners.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";

const id = "77777777-7777-4777-8777-777777777777";
const clients = 5000;
const atOnce = 100;
const appends = 100;

const script = fileURLToPath(new URL("./event-daemon.ts", import.meta.url));

function nextMessage(child: ChildProcess): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(isObject(message) ? message : {}));
    child.once("exit", (code) => reject(new Error(`the daemon ended with ${code}`)));
  });
}

async function heapMbOf(child: ChildProcess): Promise<number> {
  const report = nextMessage(child);
  child.send("measure");
  return (numberField(await report, "heapUsed") ?? Infinity) / 1024 / 1024;
}

type Client = { readonly asking: ClientRequest; readonly status: number };

function openStream(url: string, token: string, onData: (bytes: number) => void): Promise<Client> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asking = request(`${url}api/v1/events`, { headers, agent: false }, (answer) => {
      answer.on("data", (part: Buffer) => onData(part.length));
      answer.on("error", () => undefined);
      resolve({ asking, status: answer.statusCode ?? 0 });
    });
    asking.on("error", reject);
    asking.end();
  });
}

async function openStreams(url: string, token: string, onData: (bytes: number) => void): Promise<readonly Client[]> {
  const all: Client[] = [];
  while (all.length < clients)
    all.push(...(await Promise.all(Array.from({ length: atOnce }, () => openStream(url, token, onData)))));
  return all;
}

test("5,000 event clients and 100 appends leave the daemon as small as it was", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", say("Woven"));
  const path = writeLog(home, `-home-ada-loom/${id}`, log.text());
  const child = fork(script, [home, join(scratchFolder(), "data")], { execArgv: ["--expose-gc"] });
  afterAll(() => void child.kill("SIGKILL"));
  const started = await nextMessage(child);
  const [url, token] = [stringField(started, "url") ?? "", stringField(started, "token") ?? ""];
  const line = `${log.text().split("\n")[0]}\n`;
  let heard = 0;

  // The first round fills caches and compiles code.
  let before = 0;
  const after: number[] = [];
  const during: number[] = [];
  for (let round = 0; round < 3; round++) {
    const all = await openStreams(url, token, (bytes) => (heard += bytes));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(mostListeners);
    expect(all.filter(({ status }) => status === 503)).toHaveLength(clients - mostListeners);
    const heardBefore = heard;
    for (let at = 0; at < appends; at++) appendFileSync(path, line);
    await vi.waitFor(() => expect(heard).toBeGreaterThan(heardBefore + mostListeners * 100), { timeout: 60_000 });
    during.push(await heapMbOf(child));
    for (const { asking } of all) asking.destroy();
    await vi.waitFor(
      async () => {
        const one = await openStream(url, token, () => undefined);
        one.asking.destroy();
        expect(one.status).toBe(200);
      },
      { timeout: 60_000 },
    );
    const heapMb = await heapMbOf(child);
    if (round === 0) before = heapMb;
    after.push(heapMb);
  }
  expect(Math.max(...after.slice(1))).toBeLessThan(before + 4);
  expect(Math.max(...during)).toBeLessThan(before + 60);
}, 300_000);
