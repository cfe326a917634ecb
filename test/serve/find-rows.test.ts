// Calls whose input is large -> what stands in it is found all the same.
import { expect, test } from "vitest";
import { call, say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const id = "48484848-4848-4848-8848-484848484848";

test("a call with an array of 200,000 numbers is searched to its end", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Count the threads");
  const threads = Array.from({ length: 200_000 }, (_, at) => at);
  log.answer("m1", call("toolu_1", "mcp__loom__count", { threads, colour: "madder red" }));
  log.result("toolu_1", "200000");
  log.answer("m2", say("All counted"));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  const { api } = await served(home);
  const found = await api(`/sessions/${id}/find?q=madder`);
  expect([found.status, found.json()]).toMatchObject([200, { total: 1 }]);
});
