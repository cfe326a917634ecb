// A log that the client copied under another id, with the same entries -> the list calls it a fork, as `clew ls` does.
import { expect, test } from "vitest";
import { type JsonObject, arrayField, isObject } from "../../src/format/index.ts";
import { clew } from "../cli/fake-io.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const id = "53535353-5353-4353-8353-535353535353";
const fork = "54545454-5454-4454-8454-545454545454";

/** As `--fork-session` writes it: entries keep their uuids, nothing names the session they came from. */
function forkedHome(): string {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", say("Woven"));
  const common = log.text();
  log.prompt("Dye it");
  log.answer("m2", say("Dyed"));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  const other = smallLog({ sessionId: id });
  other.verbatim(common);
  for (const text of ["Weave", "Woven"]) other.prompt(text);
  other.prompt("Wash it", { uuid: "54545454-0000-4000-8000-000000000001" });
  const lines = other.text().split("\n");
  const kept = [...lines.slice(0, 2), ...lines.slice(4)].join("\n");
  writeLog(home, `-home-ada-loom/${fork}`, kept.replaceAll(`"sessionId":"${id}"`, `"sessionId":"${fork}"`));
  return home;
}

const rows = (told: JsonObject) =>
  (arrayField(told, "sessions") ?? []).filter(isObject).map(({ sessionId, forkedFrom }) => ({ sessionId, forkedFrom }));

test("a copy with the same entries is a fork in every list", async () => {
  const home = forkedHome();
  const listed = (await clew(["ls", "--json", "--tag", "fork", "--dir", home])).out;
  expect(JSON.parse(listed)).toMatchObject({ sessionId: fork, forkedFrom: id });
  const { api } = await served(home, { index: "kept" });
  expect(rows((await api("/sessions?tag=fork")).json())).toEqual([{ sessionId: fork, forkedFrom: id }]);
  const all = async () => rows((await api("/sessions")).json()).find(({ sessionId }) => sessionId === fork);
  await expect.poll(all, { timeout: 30_000 }).toEqual({ sessionId: fork, forkedFrom: id });
});
