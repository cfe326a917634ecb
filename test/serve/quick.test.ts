// A long log that nobody has read yet: a first look answers from its beginning and says so; the whole comes behind it.
import { expect, test } from "vitest";
import { arrayField, isObject } from "../../src/format/index.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const id = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const answers = 3500;

function longHome(): string {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  for (let at = 0; at < answers; at++) log.answer(`m${at}`, say(`${at} ${"thread ".repeat(600)}`));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  return home;
}

test("with `quick` the first rows of a long log come from its beginning, without it all of them are counted", async () => {
  const { api } = await served(longHome());
  const first = (await api(`/sessions/${id}/rows?quick=1&count=2`)).json();
  expect(first).toMatchObject({
    isProvisional: true,
    rows: [
      { row: 0, kind: "turn" },
      { row: 1, kind: "text" },
    ],
  });
  expect(Number(first["total"])).toBeGreaterThan(answers * 0.9);
  expect((await api(`/sessions/${id}?quick=1`)).json()).toMatchObject({ sessionId: id, goal: "Weave" });
  const whole = (await api(`/sessions/${id}/rows?count=1&from=${answers}`)).json();
  expect(whole).toMatchObject({ isProvisional: false, total: answers + 1, rows: [{ row: answers, turn: "1" }] });
  expect((await api(`/sessions/${id}/rows?quick=1&count=1`)).json()).toMatchObject({ isProvisional: false });
}, 60_000);

test("with `around` the rows about a line come at once with estimated numbers, and later with true ones", async () => {
  const { api } = await served(longHome());
  const line = 2000;
  const early = (await api(`/sessions/${id}/rows?quick=1&around=${line}&count=10`)).json();
  expect(early).toMatchObject({ isProvisional: true });
  const rows = arrayField(early, "rows") ?? [];
  const numbers = rows.flatMap((row) => (isObject(row) ? [Number(row["row"])] : []));
  expect(numbers).toEqual(Array.from({ length: 10 }, (_, at) => Number(early["from"]) + at));
  expect(rows).toContainEqual(expect.objectContaining({ line, row: Number(early["at"]), turn: null }));
  expect(Math.abs(Number(early["at"]) - (line - 1))).toBeLessThan(answers / 10);
  const whole = (await api(`/sessions/${id}/rows?around=${line}&count=10`)).json();
  expect(whole).toMatchObject({ isProvisional: false, from: line - 6, at: line - 1, total: answers + 1 });
  const lost = (await api(`/sessions/${id}/rows?quick=1&around=999999&count=1`)).json();
  expect(lost).toMatchObject({ isProvisional: false, at: null, from: 0 });
}, 60_000);
