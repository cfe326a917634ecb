// Who may come in: every mix of Host, Origin, token, path and method against the rules, written down a second time in another way.
import { expect, test } from "vitest";
import { demoHome } from "../cli/tree.ts";
import { type Asking, askAt, served } from "./served.ts";

const home = served(demoHome());

type Case = { readonly path: string; readonly asking: Asking; readonly isRight: boolean; readonly needsToken: boolean };

const rightHosts = ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"];
const wrongHosts = [
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.",
  "0.0.0.0",
  "127.0.0.2",
  "[::]",
  "2130706433",
];

function* casesFor(port: number, token: string): Generator<Case, void, undefined> {
  const hosts = [
    ...rightHosts.map((host) => ({ host: `${host}:${port}`, isRight: true })),
    ...wrongHosts.map((host) => ({ host: `${host}:${port}`, isRight: false })),
    { host: "127.0.0.1", isRight: false },
    { host: `127.0.0.1:${port + 1}`, isRight: false },
    { host: `x@127.0.0.1:${port}`, isRight: false },
    { host: "", isRight: false },
  ];
  const origins = [
    { origin: undefined, isRight: true },
    ...["127.0.0.1", "localhost", "[::1]"].map((host) => ({ origin: `http://${host}:${port}`, isRight: true })),
    ...[
      "null",
      "",
      "http://evil.example",
      `https://127.0.0.1:${port}`,
      "http://127.0.0.1",
      `http://127.0.0.1:${port}.evil.example`,
    ].map((origin) => ({ origin, isRight: false })),
  ];
  const tokens = [
    { authorization: `Bearer ${token}`, isRight: true },
    { authorization: undefined, isRight: false },
    { authorization: "Bearer ", isRight: false },
    { authorization: `Bearer ${token.slice(1)}`, isRight: false },
    { authorization: `Bearer ${token}x`, isRight: false },
    { authorization: `Basic ${token}`, isRight: false },
    { authorization: token, isRight: false },
  ];
  const paths = [
    { path: "/api/v1/health", needsToken: true },
    { path: `/api/v1/health?token=${token}`, needsToken: true },
    { path: "/x/../api/v1/status", needsToken: true },
    { path: "/", needsToken: false },
  ];
  for (const { host, ...h } of hosts)
    for (const { origin, ...o } of origins)
      for (const { authorization, ...t } of tokens)
        for (const { path, needsToken } of paths) {
          const headers = {
            host,
            ...(origin !== undefined && { origin }),
            ...(authorization !== undefined && { authorization }),
          };
          yield {
            path,
            needsToken,
            asking: { headers },
            isRight: h.isRight && o.isRight && (!needsToken || t.isRight),
          };
        }
}

test("of more than two thousand requests none is let in that should not be, and none is kept out that should not be", async () => {
  const { daemon, ask } = await home;
  const cases = [...casesFor(daemon.port, daemon.token)];
  const wrong: string[] = [];
  let admitted = 0;
  for (const { path, asking, isRight } of cases) {
    const { status, bytes } = await ask(path, asking);
    const isIn = status === 200;
    if (isIn) admitted += 1;
    const isSilent = isIn || !/demo|bakery|homes/.test(bytes.toString("utf8"));
    if (isIn !== isRight || ![200, 400, 401, 403].includes(status) || !isSilent)
      wrong.push(`${status} ${path} ${JSON.stringify(asking.headers)}`);
  }
  expect(wrong).toEqual([]);
  expect(cases.length).toBeGreaterThan(2000);
  expect(admitted).toBe(cases.filter(({ isRight }) => isRight).length);
}, 60_000);

test("a header that comes twice lets nobody in", async () => {
  const { daemon, ask } = await home;
  const own = `127.0.0.1:${daemon.port}`;
  const authorization = `Bearer ${daemon.token}`;
  const twice = [
    { headers: { host: own, authorization: [authorization, authorization] } },
    { headers: { host: own, authorization, origin: [`http://${own}`, "http://evil.example"] } },
    { headers: { host: own, authorization, origin: [`http://${own}`, `http://${own}`] } },
  ];
  const statuses = await Promise.all(twice.map(async (asking) => (await ask("/api/v1/health", asking)).status));
  expect(statuses).toEqual([401, 403, 403]);
});

test("a whole address as to a proxy is answered only if it is the daemon's own", async () => {
  const { daemon, api } = await home;
  const { port } = daemon;
  const own = ["127.0.0.1", "localhost", "[::1]"].map((host) => `http://${host}:${port}`);
  const others = [
    "http://evil.example",
    `http://evil.example:${port}`,
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}@evil.example`,
    `http://x@127.0.0.1:${port}`,
    "evil.example",
  ];
  const headers = { authorization: `Bearer ${daemon.token}` };
  const statusOf = async (address: string): Promise<number> =>
    (await askAt(port, `${address}/api/v1/health`, { headers })).status;
  expect(await Promise.all(own.map(statusOf))).toEqual(own.map(() => 200));
  const statuses = await Promise.all(others.map(statusOf));
  expect(statuses.filter((status) => status !== 403 && status !== 400)).toEqual([]);
  expect((await api("/health")).status).toBe(200);
});

test("every answer forbids frames, sniffing and foreign scripts, and none allows another origin", async () => {
  const { daemon, api, ask } = await home;
  const answers = await Promise.all([
    api("/health"),
    api("/nothing"),
    ask("/"),
    ask("/missing.js"),
    ask("/api/v1/health"),
    ask("/", { headers: { host: "evil.example" } }),
    ask("/api/v1/sessions", { headers: { origin: `http://127.0.0.1:${daemon.port}` } }),
  ]);
  for (const { headers } of answers) {
    expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("nothing can be written: other methods are refused, and actions are not there", async () => {
  const { daemon, api, ask } = await home;
  const origin = `http://127.0.0.1:${daemon.port}`;
  const methods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const told = await Promise.all(
    methods.map(async (method) => (await api("/sessions", { method, headers: { origin } })).status),
  );
  expect(told).toEqual(methods.map(() => 405));
  expect((await ask("/", { method: "POST" })).status).toBe(405);
  const body = JSON.stringify({ session: "x" });
  const headers = { origin, "content-type": "application/json" };
  expect((await api("/actions/clone/preview", { method: "POST", headers, body })).status).toBe(404);
});
