// Hostile names in every place, from a seed -> every command prints them, and none steers a terminal or fakes a line.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../catalog/random.ts";
import { bash, liveHome, sessionId, startWatch } from "../cli/live-home.ts";
import { checkEveryWay, checkOutput } from "./check-output.ts";
import { changes, listings, looks, mistakes } from "./command-forms.ts";
import { hostileHome } from "./hostile-home.ts";
import { everyAttack, hostileName } from "./hostile-name.ts";
import { strayControl } from "./stream-grammar.ts";

const homes = [1, 2].map((seed) => hostileHome(seed, 10));
const sessions = homes.flatMap((at) => at.sessions.map((session) => ({ at, session })));
const [first = { at: hostileHome(3, 1), session: undefined }] = sessions;

test("there are at least 200 hostile names", () => {
  expect(homes.reduce((sum, { names }) => sum + names, 0)).toBeGreaterThan(200);
});

describe("names of 20 sessions do nothing to a terminal, and fake no line, in", () => {
  test.each(listings.map((form) => [form.join(" ") || "clew alone", form] as const))("%s", async (_, form) => {
    for (const at of homes) await checkEveryWay(at, form);
  });
});

describe("a session with hostile names does nothing to a terminal in", () => {
  const count = first.session === undefined ? 0 : looks(first.session).length;
  test.each(Array.from({ length: count }, (_, at) => at))("form %i of those about one session", async (form) => {
    // Other two sessions for each form: the long suite has more of them.
    for (const { at, session } of [0, 1].flatMap((more) => sessions[(form * 2 + more) % sessions.length] ?? []))
      await checkEveryWay(at, looks(session)[form] ?? []);
  });
});

test("hostile arguments do nothing to a terminal in any message about them", { timeout: 60_000 }, async () => {
  const random = randomFrom(4);
  const { at, session } = first;
  if (session === undefined) throw new Error("there is no session");
  const count = mistakes("", session).length;
  for (let form = 0; form < count; form++) {
    const names = [hostileName(random, "file"), everyAttack[form % everyAttack.length] ?? ""];
    for (const name of names) await checkOutput(at, mistakes(name, session)[form] ?? []);
  }
});

test(
  "hostile words of a session in use do nothing to the board of clew watch but be drawn",
  { timeout: 60_000 },
  async () => {
    for (const attack of everyAttack.slice(0, 12)) {
      const { home, log, say } = liveHome(attack);
      log(bash("b1", attack));
      say("waiting", { waitingFor: attack });
      const watch = await startWatch([], { homes: [home], isTerminal: true, isInputTerminal: true });
      await watch.until(sessionId.slice(0, 8));
      watch.press("q");
      expect(await watch.code).toBe(0);
      expect(watch.out()).toContain(sessionId.slice(0, 8));
      expect(strayControl(watch.out(), "board"), JSON.stringify(attack)).toBeUndefined();
      expect(strayControl(watch.err())).toBeUndefined();
    }
  },
);

// Other systems refuse such names.
test.runIf(process.platform === "linux")("bytes of a file's name that are not UTF-8 reach no terminal", async () => {
  const at = hostileHome(9, 1);
  const folder = Buffer.from(join(at.home, "projects", "-bytes/"));
  mkdirSync(folder);
  const bytes = Buffer.from([0x61, 0x9b, 0x32, 0x4a, 0xff, 0x1b, 0x5b, 0x32, 0x4a]);
  writeFileSync(Buffer.concat([folder, bytes, Buffer.from(".jsonl")]), '{"type":"user"}\n');
  for (const form of [["ls", "--all"], ["doctor", "--verbose"], ["stats"], ["search", "weave"], ["overview"]])
    await checkEveryWay(at, form);
});

test("operations on sessions with hostile names do nothing to a terminal", { timeout: 60_000 }, async () => {
  const at = hostileHome(5, 3);
  const random = randomFrom(6);
  for (const session of at.sessions)
    for (const form of changes(session, hostileName(random, "json"))) await checkOutput(at, form);
});
