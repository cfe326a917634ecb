// Commands in a session -> rows that say what was typed and printed; the entry stays as the client wrote it.
import { expect, test } from "vitest";
import { arrayField, isObject } from "../../src/format/index.ts";
import { clew } from "../cli/fake-io.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const id = "55555555-5555-4555-8555-555555555555";
const markup =
  "<command-message>dye</command-message>\n<command-name>/dye</command-name>\n<command-args>red</command-args>";
const output = "<local-command-stdout>\u001b[1mMadder\u001b[22m it is</local-command-stdout>";

test("a command is `/name args`, its output is plain, and the raw entry has the markup", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt(markup);
  log.prompt(output);
  log.answer("m1", say("Dyed"));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  const { api } = await served(home);
  const rows = (arrayField((await api(`/sessions/${id}/rows`)).json(), "rows") ?? []).filter(isObject);
  expect(rows.map(({ text }) => text)).toEqual(["/dye red", "Madder it is", "Dyed"]);
  expect((await api(`/sessions/${id}/entry/1`)).json()["text"]).toContain("<command-name>");
  expect((await api(`/sessions/${id}/find?q=madder`)).json()).toMatchObject({ total: 1, matches: [{ row: 1 }] });
  const shown = (await clew(["show", id, "--dir", home])).out;
  expect(shown).toContain("Madder it is");
  expect(shown).not.toMatch(/command-name|local-command-stdout|\[1m/);
});
