// A session that changes while it is watched -> the events, the board and the commands that `clew watch` makes of it.
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ClosedPipe } from "../../src/cli/io.ts";
import { clew, nowMs } from "./fake-io.ts";
import { bash, liveHome, objects, sessionId, startWatch } from "./live-home.ts";
import { scratchFolder } from "./tree.ts";

describe("clew watch --json", () => {
  test("streams what is there, that it is ready, and every change", async () => {
    const { home, log, say } = liveHome("Mend the loom");
    say("busy");
    const watch = await startWatch(["--json"], { homes: [home] });
    await watch.pass(1000);
    log(bash("b1", "npm test"), nowMs + 1000);
    say("waiting", { waitingFor: "permission prompt" });
    await watch.pass(2000);
    say("busy");
    await watch.pass(2000);
    watch.stop();
    expect(await watch.code).toBe(130);
    const told = objects(watch.out());
    expect(told.map(({ event, before, status }) => [event, before, status])).toEqual([
      ["status", null, "working"],
      ["ready", undefined, undefined],
      ["status", "working", "waiting_approval"],
      ["status", "waiting_approval", "running_command"],
    ]);
    expect(told[2]).toMatchObject({ sessionId, title: "Mend the loom", project: "loom", call: { id: "b1" } });
    expect(watch.err()).toBe("");
  });

  test("tells a new title as soon as the log names it", async () => {
    const { home, log, say } = liveHome("First words");
    say("busy");
    const watch = await startWatch(["--json"], { homes: [home] });
    await watch.pass(1000);
    log({ type: "custom-title", customTitle: "Better words", sessionId });
    say("idle");
    await watch.pass(2000);
    watch.stop();
    await watch.code;
    expect(objects(watch.out()).map(({ title }) => title)).toEqual(["First words", undefined, "Better words"]);
  });

  test("ends with its reader", async () => {
    const { home, say } = liveHome("Mend the loom");
    say("busy");
    const out = (): void => {
      throw new ClosedPipe();
    };
    const watch = await startWatch(["--json"], { homes: [home], out });
    const [ended] = await Promise.allSettled([watch.code, watch.pass(1000)]);
    expect(ended.status === "rejected" && ended.reason instanceof ClosedPipe).toBe(true);
  });

  test("says of a home that was never there that it waits for it, and that it is there", async () => {
    const { home } = liveHome("Mend the loom");
    renameSync(home, `${home}-later`);
    const watch = await startWatch(["--json"], { homes: [home] });
    await watch.pass(2000);
    expect(watch.err()).toContain(`${home} is not there; waiting for it\n`);
    renameSync(`${home}-later`, home);
    await watch.pass(2000);
    expect(watch.err()).toContain(`${home} is there now`);
    expect(watch.err()).not.toMatch(/is gone|is back/);
    watch.stop();
    await watch.code;
  });

  test("says when a home is gone, and that it is back", async () => {
    const { home } = liveHome("Mend the loom");
    const watch = await startWatch(["--json"], { homes: [home] });
    await watch.pass(1000);
    renameSync(home, `${home}-away`);
    await watch.pass(5000);
    expect(watch.err()).toContain(`${home} is gone`);
    renameSync(`${home}-away`, home);
    await watch.pass(5000);
    expect(watch.err()).toContain(`${home} is back`);
    watch.stop();
    await watch.code;
  });
});

describe("clew watch --on", () => {
  test("runs the person's command with the event in its environment, and nothing that a log says", async () => {
    const folder = scratchFolder();
    const hostile = `$(touch ${folder}/x) \`touch ${folder}/x\`; touch ${folder}/x "'\u0000\u001B[2J`;
    const { home, log, say } = liveHome(hostile);
    say("busy");
    const line = `printf '%s\\n' "$CLEW_SESSION" "$CLEW_STATUS" "$CLEW_BEFORE" "$CLEW_PROJECT" "$CLEW_TITLE" "$CLEW_TOOL" "$CLEW_CALL" >> ${folder}/heard`;
    const watch = await startWatch(["--json", "--on", "waiting", line, "--on", "error", `touch ${folder}/error`], {
      homes: [home],
    });
    await watch.pass(1000);
    expect(watch.programs).toEqual([]);
    log(bash("b1", hostile), nowMs + 1000);
    say("waiting", { waitingFor: "permission prompt" });
    await watch.pass(2000);
    await watch.ended();
    watch.stop();
    await watch.code;
    const [id, status, before, project, title, tool, call] = readFileSync(join(folder, "heard"), "utf8").split("\n");
    expect([id, status, before, project, tool]).toEqual([sessionId, "waiting_approval", "working", "loom", "Bash"]);
    expect(title).toBe(`$(touch ${folder}/x) \`touch ${folder}/x\`; touch ${folder}/x "'␀␛[2J`);
    expect(call).toContain(`Bash $(touch ${folder}/x)`);
    expect(watch.programs.map(({ run }) => run)).toEqual([{ kind: "line", line }]);
    expect(existsSync(join(folder, "x"))).toBe(false);
    expect(existsSync(join(folder, "error"))).toBe(false);
  });

  test("runs for a session that already waits, once, and again only for another call", async () => {
    const { home, log, say } = liveHome("Mend the loom");
    log(bash("b1", "npm test"));
    say("waiting", { waitingFor: "permission prompt" });
    const watch = await startWatch(["--on", "waiting_approval", "true"], { homes: [home] });
    await watch.pass(60_000);
    expect(watch.programs).toHaveLength(1);
    log(
      { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "b1", content: "ok" }] } },
      nowMs + 60_000,
    );
    log(bash("b2", "npm start"), nowMs + 60_000);
    await watch.pass(5000);
    expect(watch.programs.map(({ environment }) => environment["CLEW_CALL"])).toEqual([
      "Bash npm test",
      "Bash npm start",
    ]);
    watch.stop();
    await watch.code;
    await watch.ended();
  });

  test("says when the command fails, and goes on", async () => {
    const { home, say } = liveHome("Mend the loom");
    say("idle");
    const watch = await startWatch(["--on", "waiting", "exit 7"], { homes: [home] });
    await watch.pass(1000);
    await watch.ended();
    await watch.pass(1000);
    expect(watch.err()).toBe("clew: exit 7 failed with 7\n");
    watch.stop();
    expect(await watch.code).toBe(130);
  });

  test.each([
    ["a status that there is not", ["--on", "sleeping", "true"], /"sleeping" is no status; there are waiting, working/],
    ["no command", ["--on", "waiting"], /--on waiting needs a command/],
    ["an empty command", ["--on", "waiting", ""], /--on waiting needs a command/],
    ["a flag for a command", ["--on", "waiting", "--json"], /--on waiting needs a command/],
  ])("refuses %s in one line", async (_, args, said) => {
    const { code, err } = await clew(["watch", ...args], { homes: [scratchFolder()] });
    expect(code).toBe(2);
    expect(err).toMatch(said);
    expect(err).toMatch(/^clew: .*\n$/);
  });
});

describe("clew watch --notify", () => {
  test("hands title and call to notify-send as arguments, markup made plain", async () => {
    const { home, log, say } = liveHome("--hint=<b>$(x)</b>");
    log(bash("b1", "npm test"));
    say("waiting", { waitingFor: "permission prompt" });
    const watch = await startWatch(["--notify"], { homes: [home] }, () => Promise.resolve({ kind: "exit", code: 0 }));
    await watch.pass(1000);
    watch.stop();
    await watch.code;
    const body = "--hint=&lt;b&gt;$(x)&lt;/b&gt;: Bash npm test";
    expect(watch.programs.map(({ run }) => run)).toEqual([
      { kind: "program", command: "notify-send", args: ["--app-name=clew", "--", "loom: waiting approval", body] },
    ]);
  });

  test("says once when the system has none", async () => {
    const { home, say } = liveHome("Mend the loom");
    say("idle");
    const absent = { kind: "not-started", reason: "ENOENT" } as const;
    const watch = await startWatch(["--notify"], { homes: [home] }, () => Promise.resolve(absent));
    await watch.pass(1000);
    say("busy");
    await watch.pass(1000);
    say("idle");
    await watch.pass(1000);
    watch.stop();
    await watch.code;
    expect(watch.err()).toBe("clew: no desktop notifications here: no notify-send, no osascript\n");
    expect(watch.programs).toHaveLength(2);
  });
});

describe("the board of clew watch", () => {
  const onTerminal = { isTerminal: true, isInputTerminal: true };

  test("is drawn over in place on the second screen, and q brings the first one back", async () => {
    const { home, log, say } = liveHome("Mend \u001B[2J\u001B]0;owned\u0007 the loom");
    say("busy");
    const watch = await startWatch([], { homes: [home], ...onTerminal });
    await watch.until("1 works");
    expect(watch.out()).toContain("1 works");
    log(bash("b1", "npm test"), nowMs + 1000);
    say("waiting", { waitingFor: "permission prompt" });
    await watch.until("1 waits for you");
    watch.press("x");
    watch.press("q");
    expect(await watch.code).toBe(0);
    const out = watch.out();
    expect(out).toMatch(/^\u001B\[\?1049h/);
    expect(out).toMatch(/\u001B\[\?25h\u001B\[\?1049l$/);
    expect(out).toContain("1 waits for you");
    expect(out).toMatch(/11111111 +waiting_approval .*Bash npm test/);
    expect(out).not.toContain("\u001B[2J");
    expect(out).not.toContain("\u001B]");
    const last = out.slice(out.lastIndexOf("\u001B[H"));
    expect(last.split("\n").length).toBeLessThanOrEqual(20);
  });

  test("ends with 130 on Ctrl-C", async () => {
    const home = scratchFolder();
    mkdirSync(join(home, "projects"));
    const watch = await startWatch([], { homes: [home], ...onTerminal });
    await watch.until("no sessions");
    watch.press("\u0003");
    expect(await watch.code).toBe(130);
    expect(watch.out()).toContain("no sessions");
  });

  test("is a line per change where there is no terminal", async () => {
    const { home, say } = liveHome("Mend the loom");
    say("busy");
    const watch = await startWatch([], { homes: [home] });
    await watch.pass(1000);
    watch.stop();
    await watch.code;
    expect(watch.out()).toMatch(
      /^\d\d:\d\d:\d\d working \(certain\) {2}11111111 {2}loom {2}Mend the loom {2}the model is at work\n$/,
    );
  });
});
