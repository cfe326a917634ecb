// Hostile values in every parameter of every route: refused or harmless, never a crash, nothing read or left elsewhere.
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateOf } from "../cli/tree.ts";
import { encoded, hostileValues } from "./api-routes.ts";
import { post } from "./asking.ts";
import { daemonAt, eachOf, id, isCalm, place, tryGetRoutes } from "./hostile-requests.ts";
import type { ServedHome } from "./served.ts";

test("GET routes take hostile values calmly, and leave no trace on the disk", async () => {
  expect(await tryGetRoutes(11)).toBeGreaterThan(200);
}, 300_000);

test("the event stream takes every hostile `since`", async () => {
  const { ask, daemon } = await daemonAt(place());
  const headers = { authorization: `Bearer ${daemon.token}` };
  for (const value of hostileValues) {
    const told = await ask(`/api/v1/events?since=${encoded(value)}`, { method: "HEAD", headers });
    expect(told.status).toBe(200);
  }
});

const ops = ["clone", "fork", "repair", "trim", "compress", "move", "delete", "keep", "title", "recover"];
const fields: Readonly<Record<string, readonly string[]>> = {
  fork: ["at"],
  trim: ["preset"],
  compress: ["turns"],
  move: ["to"],
  title: ["title"],
  recover: ["path", "version", "into"],
};
const bodies = ops.flatMap((op) =>
  ["session", "id", "op", "state", "__proto__", ...(fields[op] ?? [])].map((field) => ({ op, field })),
);

const oddValues: readonly unknown[] = [null, true, Number.MAX_VALUE, -1, 0.5, [], ["a"], {}, { toString: "x" }];

async function sendOdd(
  one: ServedHome,
  { op, field }: { readonly op: string; readonly field: string },
  value: unknown,
) {
  const fine = { session: id, at: "1", to: "/home/ada/other", path: "/home/ada/cloth.txt", into: "back" };
  const entries = [...Object.entries(fine).filter(([name]) => name !== field), [field, value] as const];
  // Written by hand: an own `__proto__` is what is to be sent.
  const body = `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(",")}}`;
  return await one.api(`/actions/${op}/preview`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: `http://127.0.0.1:${one.daemon.port}` },
    body,
  });
}

test("every action takes every hostile value in its body calmly, and a preview changes nothing", async () => {
  const where = place();
  const one = await daemonAt(where);
  const state = () => [where.home, join(where.folder, "data")].map(stateOf);
  const before = state();
  const wrong: string[] = [];
  let turn = 0;
  const tries = bodies.flatMap((each) => {
    const values = Array.from({ length: 4 }, () => hostileValues[(turn += 1) % hostileValues.length]);
    return [...values, oddValues[turn % oddValues.length]].map((value) => ({ ...each, value }));
  });
  const count = await eachOf(tries, async ({ value, ...each }) => {
    const told = await sendOdd(one, each, value);
    if (!isCalm(told))
      wrong.push(`${told.status} ${JSON.stringify({ ...each, value })} ${told.bytes.toString("utf8")}`);
  });
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(200);
  expect(state()).toEqual(before);
}, 300_000);

test("no plan but one that was given is carried out, whatever it is called", async () => {
  const where = place();
  const one = await daemonAt(where);
  const before = stateOf(where.home);
  for (const op of ops)
    for (const plan of ["", "__proto__", "constructor", "../x", "\0", 0, -1, null, {}]) {
      const { status } = await post(one, `/actions/${op}`, { plan });
      expect([op, plan, status]).toEqual([op, plan, 409]);
    }
  for (const op of hostileValues.filter((value) => value !== "" && value !== ".."))
    expect((await post(one, `/actions/${encoded(op)}/preview`, { session: id })).status).toBeLessThan(500);
  expect(stateOf(where.home)).toEqual(before);
}, 120_000);
