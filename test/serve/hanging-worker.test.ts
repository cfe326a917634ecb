// A daemon with a session that hangs its worker: others are answered, and its own request gets 504.
import { request } from "node:http";
import { expect, test, vi } from "vitest";
import { type LaneLimits, laneLimits } from "../../src/serve/lane/limits.ts";
import type { LaneName } from "../../src/serve/index.ts";
import { scratchFolder } from "../cli/tree.ts";
import { served } from "./served.ts";
import { patientLimits, trialProcess } from "./trial-lane.ts";

function limitsOf(limits: Partial<LaneLimits>): Readonly<Record<LaneName, LaneLimits>> {
  const { read, look, list, search, count, index, act } = laneLimits;
  const all = { read, look, list, search, count };
  const short = Object.fromEntries(
    Object.entries(all).map(([name, { work }]) => [name, { ...patientLimits, work, ...limits }]),
  );
  return { ...all, ...short, index, act };
}

const startLane = () => trialProcess();

/** Of each lane that answers about sessions. */
const lanes = [
  ["read", "/sessions/hang", "/sessions/other", "/sessions/another/rows?from=0"],
  ["look", "/sessions/hang/findings", "/sessions/other/context", "/sessions/another/request"],
  ["count", "/sessions/hang/files", "/sessions/other/cost", "/stats?days=3"],
] as const;

test.each(lanes)(
  "while a session hangs a worker of the lane %s, requests for others are answered",
  async (_, ...paths) => {
    const { api, daemon } = await served(scratchFolder(), { startLane, limits: limitsOf({}) });
    const [hanging, ...others] = paths;
    let isHanging = true;
    void api(hanging).then(
      () => (isHanging = false),
      () => undefined,
    );
    for (let round = 0; round < 5; round++)
      for (const path of others) expect([path, (await api(path)).status]).toEqual([path, 200]);
    expect(isHanging).toBe(true);
    await daemon.stop();
  },
);

test("a request that takes too long gets 504, and the same daemon goes on", async () => {
  const { api } = await served(scratchFolder(), { startLane, limits: limitsOf({ deadlineMs: 1500 }) });
  const told = await api("/sessions/hang");
  expect([told.status, told.json()]).toMatchObject([504, { error: { code: "timeout" } }]);
  expect((await api("/sessions/other")).status).toBe(200);
});

test("a client that leaves frees the only worker", async () => {
  let isSent = false;
  const { api, daemon } = await served(scratchFolder(), {
    startLane() {
      const started = trialProcess();
      return {
        ...started,
        send(asked) {
          isSent ||= asked.question.args["id"] === "hang";
          started.send(asked);
        },
      };
    },
    limits: limitsOf({ mostWorkers: 1, abandonedMs: 300 }),
  });
  const before = (await api("/sessions/other")).json()["pid"];
  const leaving = request({
    host: "127.0.0.1",
    port: daemon.port,
    path: "/api/v1/sessions/hang",
    headers: { authorization: `Bearer ${daemon.token}` },
    agent: false,
  });
  leaving.on("error", () => undefined);
  leaving.end();
  await vi.waitFor(() => expect(isSent).toBe(true), { timeout: 20_000 });
  const waiting = api("/sessions/another");
  leaving.destroy();
  expect((await waiting).status).toBe(200);
  expect((await api("/sessions/other")).json()["pid"]).not.toBe(before);
});

test("a worker that dies at each start makes requests fail soon, with a time to wait", async () => {
  const { api } = await served(scratchFolder(), {
    startLane: () => trialProcess("dies-at-start"),
    limits: limitsOf({}),
  });
  await vi.waitFor(
    async () => {
      const told = await api("/sessions/other");
      expect([told.status, told.headers["retry-after"]]).toEqual([503, "5"]);
    },
    { timeout: 50_000, interval: 10 },
  );
  expect((await api("/health")).status).toBe(200);
});
