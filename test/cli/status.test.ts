// A session that this very process has open, as its registry says -> what `clew status` and the overview tell of it.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { clew, nowMs } from "./fake-io.ts";
import { bash, liveHome, objects, sessionId } from "./live-home.ts";
import { demoHome, scratchFolder, writeLog } from "./tree.ts";

const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

function waiting(title = "Mend the loom"): ReturnType<typeof liveHome> {
  const home = liveHome(title);
  home.log(bash("b1", "npm test"), nowMs - 30_000);
  home.say("waiting", { waitingFor: "permission prompt" });
  return home;
}

describe("clew status", () => {
  test("names the call that waits for approval, with the evidence", async () => {
    const { home, path } = waiting();
    const { code, out, err } = await clew(["status", "--json"], { homes: [home] });
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual({
      sessionId,
      status: "waiting_approval",
      confidence: "certain",
      since: new Date(nowMs).toISOString(),
      evidence: [
        {
          source: "registry",
          text: `process ${process.pid} says waiting, for: permission prompt (${join(home, "sessions", `${process.pid}.json`)})`,
          at: new Date(nowMs).toISOString(),
        },
        { source: "log", text: "waits for approval of: Bash npm test", at: new Date(nowMs - 30_000).toISOString() },
      ],
      call: { id: "b1", tool: "Bash", about: "npm test", agentId: null },
      agents: 0,
      title: "Mend the loom",
      project: "loom",
      cwd: "/home/ada/loom",
      path,
      home,
    });
  });

  test("is a table for people, those who wait for them first", async () => {
    const { home } = waiting();
    const other = "22222222-2222-4222-8222-222222222222";
    const line = { type: "user", timestamp: new Date(nowMs).toISOString(), cwd: "/home/ada/shop", version: "2.0.1" };
    writeLog(home, `-home-ada-shop/${other}`, `${JSON.stringify({ ...line, message: { content: "Sell." } })}\n`);
    const { out } = await clew(["status"], { homes: [home] });
    const [heading, first, second] = out.split("\n");
    expect(heading).toMatch(/^ID +STATUS +SURE +SINCE .*PROJECT +TITLE +WHAT$/);
    expect(first).toMatch(/^11111111 +waiting_approval +certain +just now +loom +Mend the loom +Bash npm test$/);
    expect(second).toMatch(/^22222222 +working +likely +just now +shop +Sell\. /);
  });

  test("tells only of sessions in use or used in the last day, unless all are asked for", async () => {
    const home = demoHome();
    const none = await clew(["status"], { homes: [home] });
    expect(none.code).toBe(1);
    expect(none.err).toMatch(/no session in use in .*; --all tells of all \d+/);
    const all = await clew(["status", "--all", "--json"], { homes: [home] });
    expect(all.code).toBe(0);
    expect(all.out.trim().split("\n").length).toBeGreaterThan(2);
  });

  test("does not take a copied log, new as a file and old inside, for one in use", async () => {
    const home = scratchFolder();
    const lineOf = (atMs: number): string =>
      `${JSON.stringify({ type: "user", timestamp: new Date(atMs).toISOString(), message: { content: "Sell." } })}\n`;
    const names = { old: "33333333-3333-4333-8333-333333333333", used: "44444444-4444-4444-8444-444444444444" };
    for (const [name, agoMs] of [
      [names.old, 30 * 86_400_000],
      [names.used, 60_000],
    ] as const) {
      const path = writeLog(home, `-home-ada-shop/${name}`, lineOf(nowMs - agoMs));
      utimesSync(path, nowMs / 1000, nowMs / 1000);
    }
    const ids = async (...flags: readonly string[]): Promise<readonly unknown[]> =>
      objects((await clew(["status", "--json", ...flags], { homes: [home] })).out).map(({ sessionId: one }) => one);
    expect([await ids(), (await ids("--all")).length]).toEqual([[names.used], 2]);
    rmSync(join(home, "projects", "-home-ada-shop", `${names.used}.jsonl`));
    const { err } = await clew(["status"], { homes: [home] });
    expect(err).toMatch(/^clew: no session in use in .*, but 1 log was written to less than a minute ago; --all /);
  });

  test("says that there is none in an empty home", async () => {
    const { code, out, err } = await clew(["status", "--json"], { homes: [scratchFolder()] });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("no session in use");
  });

  test("tells of a session that a client has open and has not written to, and of an old log that is open", async () => {
    const { home, path, say } = liveHome("Old");
    say("idle");
    rmSync(path);
    const fresh = await clew(["status", "--json"], { homes: [home] });
    expect(JSON.parse(fresh.out)).toMatchObject({ sessionId, status: "waiting_input", path: null, title: "" });
    writeLog(
      home,
      `-home-ada-loom/${sessionId}`,
      `{"type":"user","message":{"content":"Old"},"cwd":"/home/ada/loom"}\n`,
    );
    const old = await clew(["status", "--json"], { homes: [home] });
    expect(JSON.parse(old.out)).toMatchObject({ sessionId, status: "waiting_input", path, title: "Old" });
  });

  test("calls a session ended when its process is another than the one in the registry", async () => {
    const { home, say } = waiting();
    say("busy", { procStart: "1" });
    const { out } = await clew(["status", "--json"], { homes: [home] });
    expect(JSON.parse(out)).toMatchObject({ status: "ended", confidence: "certain", call: null });
  });

  test("takes as idle what is quiet for as long as the person says", async () => {
    const { home, say } = waiting();
    say("idle", { statusUpdatedAt: nowMs - 120_000 });
    const usual = await clew(["status", "--json"], { homes: [home] });
    const sooner = await clew(["status", "--json", "--idle", "1"], { homes: [home] });
    expect(objects(`${usual.out}${sooner.out}`).map(({ status }) => status)).toEqual(["waiting_input", "idle"]);
  });

  test.each([9e15, 1e300, 1_763_000_000_000_000_000])("tells a session whose client names the time %d", async (odd) => {
    const { home, say } = liveHome("Mend the loom");
    say("busy", { statusUpdatedAt: odd });
    const { code, out } = await clew(["status", "--json"], { homes: [home] });
    expect([code, JSON.parse(out)]).toMatchObject([0, { sessionId, status: "working", since: null }]);
  });

  test("tells nothing of a client that cannot be seen and was last heard of long ago", async () => {
    const home = scratchFolder();
    mkdirSync(join(home, "sessions"));
    const daysMs = 86_400_000;
    const put = (ageMs: number): void => {
      const said = { sessionId, pidDomain: "another", status: "waiting", waitingFor: "permission prompt" };
      const text = JSON.stringify({ ...said, statusUpdatedAt: nowMs - ageMs, startedAt: nowMs - ageMs });
      writeFileSync(join(home, "sessions", "7.json"), text);
    };
    put(daysMs / 2);
    expect(objects((await clew(["status", "--json"], { homes: [home] })).out)).toMatchObject([{ confidence: "guess" }]);
    put(20 * daysMs);
    expect((await clew(["status", "--json"], { homes: [home] })).out).toBe("");
  });

  test("cuts titles, folders and words of a registry that are megabytes long", async () => {
    const { home, log, say } = liveHome("Mend");
    const long = "x".repeat(2_000_000);
    log({ type: "user", cwd: `/${long}`, message: { role: "user", content: "Go on" } });
    log({ type: "custom-title", customTitle: long });
    say("waiting", { waitingFor: long.slice(0, 900_000) });
    const { out } = await clew(["status", "--json"], { homes: [home] });
    expect(out.length).toBeLessThan(20_000);
    expect(objects(out)).toMatchObject([{ sessionId, title: `${"x".repeat(999)}…` }]);
    expect((await clew(["ls", "--json"], { homes: [home] })).out.length).toBeLessThan(20_000);
  });

  test("lets no control character of a log or a registry through", async () => {
    const hostile = "\u001B]0;owned\u0007\u009B2J\u202Egnp";
    const { home, log, say } = liveHome(hostile);
    log(bash("b1", hostile));
    say("waiting", { waitingFor: hostile });
    mkdirSync(join(home, "projects", `-${"x"}`));
    writeFileSync(join(home, "sessions", "1.json"), `{"sessionId":"${"\\u001b[2J"}","status":"busy"}`);
    for (const args of [["status"], ["status", "--json"], ["overview"]]) {
      const { out, err } = await clew(args, { homes: [home], isTerminal: true });
      expect(`${out}${err}`).not.toMatch(controls);
      expect(out).toContain("gnp");
    }
  });
});

describe("the overview", () => {
  test("says in one line who waits for what", async () => {
    const { home } = waiting();
    const { out } = await clew([], { homes: [home] });
    expect(out).toContain("\n1 waits for you: loom 11111111 (approval of Bash npm test)\n");
  });

  test("says nothing of it when nobody waits", async () => {
    const { home, say } = waiting();
    say("busy");
    expect((await clew([], { homes: [home] })).out).not.toContain("for you");
  });
});
