// Sessions of all sorts -> a doctor who says what would happen on resume, and what to do about it.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/format/index.ts";
import { clew } from "./fake-io.ts";
import { ids, loomHome } from "./loom.ts";
import { type SmallLog, smallLog } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const say = (text: string): JsonObject => ({ type: "text", text });
const sessionId = "d0c70d0c-0000-4000-8000-000000000001";

/** A home with one session. */
function homeOf(write: (log: SmallLog) => void): string {
  const home = scratchFolder();
  const log = smallLog({ sessionId });
  write(log);
  writeLog(home, `-home-ada-loom/${sessionId}`, log.text());
  return home;
}

const caveat = (log: SmallLog): string => log.prompt("Caveat: these are local commands.", { isMeta: true });

function talk(log: SmallLog, turns: number, from = 1): void {
  for (let turn = from; turn < from + turns; turn += 1) {
    log.prompt(`Ask ${turn}`);
    log.answer(`msg_${turn}`, say(`Answer ${turn}`));
  }
}

function shell(log: SmallLog): void {
  log.prompt("<bash-input>ls</bash-input>");
  log.prompt("<bash-stdout>loom.ts</bash-stdout><bash-stderr></bash-stderr>");
}

/** The only prompt and its answer hang beside what came last. */
const astray = homeOf((log) => {
  const root = caveat(log);
  log.prompt("Weave a cloth.");
  for (let part = 0; part < 6; part += 1) log.answer(`msg_${part}`, say(`Thread ${part}`));
  log.goBackTo(root);
  shell(log);
});

describe("a session whose path holds nothing of what was said", () => {
  test("is not called sound without a word about it, and it is said how to go on", async () => {
    const { code, out } = await clew(["doctor", sessionId], { homes: [astray] });
    expect(out).toMatch(/^sound, but {2}d0c70d0c/);
    expect(out).toMatch(
      /\n {2}Sound as a log, but what the client sends on resume leaves out the only turn and 7 of 10 entries, /,
    );
    expect(out).toContain("\n  warning left-out the only turn and 7 of 10 entries at line 2: ");
    expect(out).toMatch(new RegExp(`\n {2}go on from there with: clew fork ${sessionId} --at B1.1\n$`));
    expect(code).toBe(0);
  });

  test("gets the same next step from a repair, which leaves it alone", async () => {
    const { out } = await clew(["repair", sessionId, "--force"], { homes: [astray] });
    expect(out).toMatch(new RegExp(`^nothing had .*; go on from there with: clew fork ${sessionId} --at B1.1\n$`));
  });

  test("is shown among all sessions", async () => {
    const { out } = await clew(["doctor"], { homes: [astray] });
    expect(out).toContain("left-out");
  });

  test("goes on from that branch once it was forked there", async () => {
    const fork = ["fork", sessionId, "--at", "B1.1", "--force", "--json"];
    const { code, out } = await clew(fork, { homes: [astray], dataDir: scratchFolder() });
    expect(code).toBe(0);
    const made = /"sessionId":"([^"]+)"/.exec(out)?.[1] ?? "";
    const sent = await clew(["request", made, "--json"], { homes: [astray] });
    expect(sent.out).toContain("Weave a cloth.");
    expect(sent.out).toContain("Thread 5");
    expect((await clew(["doctor", made], { homes: [astray] })).out).toMatch(/^sound {2}/);
  });

  test("tells a program where to go on", async () => {
    const { out } = await clew(["doctor", sessionId, "--json"], { homes: [astray] });
    expect(JSON.parse(out)).toMatchObject({
      sound: true,
      leftOut: { turns: 1, allTurns: 1, entries: 7, allEntries: 10, line: 2, at: "B1.1" },
    });
    expect(out).not.toContain("go on from there");
  });
});

describe("a session that was rewound", () => {
  const rewound = (turns: number, anew: number): string =>
    homeOf((log) => {
      const root = caveat(log);
      talk(log, turns);
      log.goBackTo(root);
      talk(log, anew, 100);
    });

  test.each([
    ["one turn, and asked again", rewound(1, 1)],
    ["three turns, of which two are there again", rewound(3, 2)],
    [
      "a long turn, for a short one",
      homeOf((log) => {
        const root = caveat(log);
        log.prompt("Weave.");
        for (let part = 0; part < 30; part += 1) log.answer(`msg_${part}`, say("on it"));
        log.goBackTo(root);
        talk(log, 1, 100);
      }),
    ],
    [
      "a prompt that nobody answered",
      homeOf((log) => {
        const root = caveat(log);
        log.prompt("Weave.");
        log.prompt("[Request interrupted by user]");
        log.prompt("Weave more.");
        log.prompt("[Request interrupted by user]");
        log.goBackTo(root);
        shell(log);
      }),
    ],
  ])("%s, is sound", async (_, home) => {
    const { out } = await clew(["doctor", sessionId], { homes: [home] });
    expect(out).toMatch(/^sound {2}d0c70d0c/);
    expect(out).not.toContain("left-out");
  });

  test("to its beginning from far behind is told of", async () => {
    const { out } = await clew(["doctor", sessionId], { homes: [rewound(12, 1)] });
    expect(out).toContain("leaves out 12 of 13 turns and 24 of 27 entries");
    expect(out).toContain("--at B1.12");
  });
});

describe("a part of a log that begins with the model", () => {
  const excerpt = homeOf((log) => {
    log.answer("msg_1", say("Woven."), { parentUuid: "d0c70d0c-0000-4000-8000-00000000ffff" });
    log.prompt("Thanks.");
  });

  test("is sound as a log, and the verdict says that the API would refuse it", async () => {
    const { code, out } = await clew(["doctor", sessionId], { homes: [excerpt] });
    expect(out).toMatch(/^sound, but /);
    expect(out).toContain("but the Messages API would refuse what the client sends on resume (messages.0: the first");
    expect(out).toContain(`or see what would be sent with: clew request ${sessionId} --check\n`);
    expect(code).toBe(0);
  });
});

describe("what to do", () => {
  const loom = loomHome();

  test("is to repair what can be repaired", async () => {
    const { out } = await clew(["doctor", ids.broken], { homes: [loom] });
    expect(out).toContain(`\n  mend it with: clew repair ${ids.broken}\n`);
    const { out: done } = await clew(["repair", ids.broken, "--dry-run", "--force"], { homes: [loom] });
    expect(done).not.toContain("nothing had to be done");
  });

  test("is told by a path where no id would be found", async () => {
    const { out } = await clew(["doctor", ids.broken, "--dir", loom]);
    expect(out).toMatch(new RegExp(`\n {2}mend it with: clew repair /\\S+/${ids.broken}\\.jsonl\n`));
  });

  test("is told in the summary where several can be mended", async () => {
    const { err } = await clew(["doctor", ids.broken, ids.broken, ids.plain], { homes: [loom] });
    expect(err).toBe("3 sessions: 1 sound, 2 with errors\n2 can be mended, each with: clew repair SESSION\n");
  });

  test("is nothing for a sound one", async () => {
    const { out } = await clew(["doctor", ids.plain], { homes: [loom] });
    expect(out).not.toMatch(/with: clew/);
  });
});
