// A long log that nobody has read yet: a first look answers from its beginning and says so; the whole comes behind it.
import { expect, test } from "vitest";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const id = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const answers = 3500;

test("with `quick` the first rows of a long log come from its beginning, without it all of them are counted", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  for (let at = 0; at < answers; at++) log.answer(`m${at}`, say(`${at} ${"thread ".repeat(600)}`));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  const { api } = await served(home);
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
