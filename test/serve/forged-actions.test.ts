// Requests that another page or program could forge for every action: none acts, with and without --allow-actions.
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringField } from "../../src/format/index.ts";
import { stateOf } from "../cli/tree.ts";
import { apiRoutes } from "./api-routes.ts";
import { post } from "./asking.ts";
import { id, place } from "./hostile-requests.ts";
import { type Asking, type ServedHome, daemonOptions, served } from "./served.ts";

const ops = ["clone", "fork", "repair", "trim", "compress", "move", "delete", "keep", "title", "recover"];

type Forgery = { readonly name: string; readonly asking: Asking; readonly query?: string };

/** Each is the rightful request but for one thing. */
function forgeries({ daemon: { port, token } }: ServedHome, body: string): readonly Forgery[] {
  const own = `127.0.0.1:${port}`;
  const right = {
    host: own,
    origin: `http://${own}`,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  const { authorization: _token, ...tokenless } = right;
  const { origin: _origin, ...originless } = right;
  const { "content-type": _type, ...typeless } = right;
  const sent = (
    name: string,
    headers: Asking["headers"],
    more: Partial<Forgery> & { readonly method?: string } = {},
  ) => ({
    name,
    ...more,
    asking: { method: more.method ?? "POST", body, ...(headers && { headers }) },
  });
  return [
    sent("no token", tokenless),
    sent("another token", { ...right, authorization: `Bearer ${"A".repeat(43)}` }),
    sent("the token in the query", tokenless, { query: `?token=${token}&access_token=${token}` }),
    sent("the token in a cookie", { ...tokenless, cookie: `token=${token}; clew-token=${token}` }),
    sent("the token as a password", { ...right, authorization: `Basic ${btoa(`clew:${token}`)}` }),
    sent("two tokens", { ...right, authorization: [`Bearer ${token}`, "Bearer x"] }),
    sent("no Origin", originless),
    ...[
      "null",
      "http://evil.example",
      `https://${own}`,
      `http://127.0.0.1:${port + 1}`,
      `http://${own}.evil.example`,
      "",
    ].map((origin) => sent(`the Origin ${JSON.stringify(origin)}`, { ...right, origin })),
    ...["cross-site", "same-site", "x"].map((site) =>
      sent(`Sec-Fetch-Site ${site}`, { ...right, "sec-fetch-site": site }),
    ),
    ...["evil.example", `evil.example:${port}`, `127.0.0.1:${port + 1}`, "127.0.0.1", ""].map((host) =>
      sent(`the Host ${JSON.stringify(host)}`, { ...right, host }),
    ),
    sent("no type", typeless),
    ...[
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain; application/json",
      "application/jsonp",
      "application/json-patch+json",
      "text/json",
    ].map((type) => sent(`the type ${type}`, { ...right, "content-type": type })),
    ...["GET", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => sent(`the method ${method}`, right, { method })),
    { name: "the method HEAD", asking: { method: "HEAD", headers: right } },
    sent("another method by a header", { ...right, "x-http-method-override": "POST" }, { method: "GET" }),
  ];
}

const options = {
  session: id,
  at: "1",
  to: "/home/ada/other",
  path: "/home/ada/cloth.txt",
  into: "back",
  title: "Forged",
};

async function forgedAt(one: ServedHome, path: string, body: string): Promise<readonly string[]> {
  const accepted: string[] = [];
  for (const { name, asking, query = "" } of forgeries(one, body)) {
    const { status } = await one.ask(`/api/v1${path}${query}`, asking);
    if (status < 400) accepted.push(`${status} ${path}: ${name}`);
  }
  return accepted;
}

test("the actions that are tried are those of the app", () => {
  const paths = apiRoutes("allowed").filter(({ method }) => method !== "GET");
  expect(paths).toEqual([
    { method: "POST", path: "/api/v1/actions/:op/preview" },
    { method: "POST", path: "/api/v1/actions/:op" },
  ]);
  expect(apiRoutes("none").filter(({ method }) => method !== "GET")).toEqual([]);
});

test("no forged request acts, though its plan is one that was given; the rightful one does", async () => {
  const where = place();
  const one = await served(where.home, { ...daemonOptions([where.home], where.folder), actions: "allowed" });
  const state = () => [where.home, join(where.folder, "data")].map(stateOf);
  const before = state();
  const accepted: string[] = [];
  const planOf = async (op: string) =>
    stringField((await post(one, `/actions/${op}/preview`, options)).json(), "plan") ?? "";
  const titlePlan = await planOf("title");
  for (const op of ops) {
    accepted.push(...(await forgedAt(one, `/actions/${op}/preview`, JSON.stringify(options))));
    accepted.push(...(await forgedAt(one, `/actions/${op}`, JSON.stringify({ plan: titlePlan }))));
  }
  expect(accepted).toEqual([]);
  expect(state()).toEqual(before);
  const done = await post(one, "/actions/title", { plan: titlePlan });
  expect(done.status).toBe(200);
  expect(state()).not.toEqual(before);
}, 300_000);

test("without --allow-actions neither forged nor rightful requests act", async () => {
  const where = place();
  const one = await served(where.home, { ...daemonOptions([where.home], where.folder), actions: "none" });
  const before = stateOf(where.home);
  for (const op of ops)
    for (const path of [`/actions/${op}/preview`, `/actions/${op}`]) {
      expect(await forgedAt(one, path, JSON.stringify(options))).toEqual([]);
      expect((await post(one, path, options)).status).toBe(404);
    }
  expect(stateOf(where.home)).toEqual(before);
}, 300_000);
