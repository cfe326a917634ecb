// A session that a repair leaves alone -> the repair says why.
import { expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { ids, loomHome } from "./loom.ts";
import { smallLog } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

test("a repair with nothing to do says that the session is sound", async () => {
  const { code, out } = await clew(["repair", ids.plain, "--force"], { homes: [loomHome()] });
  expect(out).toBe("nothing had to be done: the session is sound\n");
  expect(code).toBe(0);
});

test("a repair that leaves alone what the API would refuse says so", async () => {
  const sessionId = "d0c70d0c-0000-4000-8000-000000000002";
  const home = scratchFolder();
  const log = smallLog({ sessionId });
  log.answer("msg_1", { type: "text", text: "Woven." }, { parentUuid: "d0c70d0c-0000-4000-8000-00000000ffff" });
  log.prompt("Thanks.");
  writeLog(home, `-home-ada-loom/${sessionId}`, log.text());
  const { out } = await clew(["repair", sessionId, "--force"], { homes: [home], command: "npx clew" });
  expect(out).toMatch(/^nothing had to be done: the session is sound as a log, but the Messages API would refuse/);
  expect(out).toMatch(
    /; no repair mends that: .* see what would be sent with: npx clew request d0c70d0c\S+ --check\n$/,
  );
});
