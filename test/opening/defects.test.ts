// The two attacks on a session's own folder that were found -> every command ends, and nothing outside is read.
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { attacked, furnish, marker, other } from "./hostile-home.ts";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const deadlineMs = 60_000;

type Answer = { readonly code: number | null; readonly out: string; readonly err: string };

function clew(folder: string, ...args: readonly string[]): Answer {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, "home"),
    XDG_CACHE_HOME: join(folder, "cache"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [binary, ...args], {
    env,
    encoding: "utf8",
    timeout: deadlineMs,
    killSignal: "SIGKILL",
  });
  return { code: status, out: stdout, err: stderr };
}

function scene(): { readonly folder: string; readonly agents: string } {
  const folder = scratchFolder();
  furnish(folder);
  return { folder, agents: join(folder, "home", "projects", "-home-ada-loom", attacked, "subagents") };
}

const commands: readonly (readonly [string, ...string[]])[] = [
  ["session"],
  ["show"],
  ["doctor"],
  ["clone", "--dry-run"],
  ["repair", "--dry-run"],
];

describe("a named pipe in place of an agent's note", () => {
  test.each(commands)("does not hang clew %s", { timeout: 2 * deadlineMs }, (command, ...flags) => {
    const { folder, agents } = scene();
    spawnSync("rm", [join(agents, "agent-abc.meta.json")]);
    spawnSync("mkfifo", [join(agents, "agent-abc.meta.json")]);
    const { code, err } = clew(folder, command, attacked, ...flags);
    expect([0, 1], err).toContain(code);
  });

  test("is named in one line, and the agent's log is read all the same", { timeout: 2 * deadlineMs }, () => {
    const { folder, agents } = scene();
    spawnSync("rm", [join(agents, "agent-abc.meta.json")]);
    spawnSync("mkfifo", [join(agents, "agent-abc.meta.json")]);
    expect(clew(folder, "show", attacked).err).toMatch(/^clew: .*agent-abc\.meta\.json is not a regular file .*\n$/);
    expect(clew(folder, "show", attacked, "--agent", "abc").out).toContain("Look around");
  });

  test("keeps no other session from being examined", { timeout: 2 * deadlineMs }, () => {
    const { folder, agents } = scene();
    spawnSync("rm", [join(agents, "agent-abc.meta.json")]);
    spawnSync("mkfifo", [join(agents, "agent-abc.meta.json")]);
    expect(clew(folder, "doctor", "--verbose").out).toContain(other.slice(0, 8));
  });
});

describe("links in the folder of a session's agents", () => {
  test.each(commands)("do not multiply the walk of clew %s", { timeout: 2 * deadlineMs }, (command, ...flags) => {
    const { folder, agents } = scene();
    for (const name of ["a", "b"]) symlinkSync(".", join(agents, name));
    const { code, err } = clew(folder, command, attacked, ...flags);
    expect([0, 1], err).toContain(code);
  });

  test("lead to no log outside of the home, and each is named", { timeout: 2 * deadlineMs }, () => {
    const { folder, agents } = scene();
    const outside = join(folder, "outside", "agent-zz.jsonl");
    mkdirSync(dirname(outside));
    const line = { type: "user", uuid: "z", parentUuid: null, agentId: "zz", sessionId: attacked, isSidechain: true };
    writeFileSync(outside, `${JSON.stringify({ ...line, message: { role: "user", content: marker } })}\n`);
    symlinkSync(dirname(outside), join(agents, "linked"));
    symlinkSync(outside, join(agents, "agent-yy.jsonl"));
    for (const args of [
      ["show", attacked, "--agent", "zz"],
      ["show", attacked, "--agent", "yy"],
      ["session", attacked, "--json"],
    ])
      expect(clew(folder, ...args).out).not.toContain(marker);
    const { err } = clew(folder, "session", attacked);
    expect(err.match(/^clew: cannot read .*(linked|agent-yy\.jsonl): it is a link /gm)).toHaveLength(2);
  });
});
