// Config homes and what a person calls a session -> its file: found by path, id, beginning, title or @last, or told why not.
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it, test } from "vitest";
import { slugOf } from "../../src/format/index.ts";
import { WorldError, discover, findSession } from "../../src/store/index.ts";
import { craft } from "../craft.ts";
import { makeTree } from "./tree.ts";

const [first, second, third] = ["11111111", "22221111", "22229999"].map(
  (head) => `${head}-2222-4333-8444-555555555555`,
);

function log(title: string): string {
  const hand = craft();
  hand.prompt("Go");
  hand.state("custom-title", { customTitle: title });
  return hand.text();
}

/** Oldest first. */
const home = makeTree({
  [`projects/-home-ada-loom/${first}.jsonl`]: log("The loom"),
  [`projects/-home-ada-loom/${second}.jsonl`]: log('A "quoted" title: 織機'),
  [`projects/-other/${third}.jsonl`]: log("Twice"),
  "projects/-other/notes.jsonl": log("Twice"),
  "projects/-other/agent-a1.jsonl": log("The loom"),
  [`projects/-other/${third}/subagents/agent-a2.jsonl`]: "",
  [`projects/-other/${third}/resume-head.jsonl`]: "",
  "projects/-other/readme.txt": "",
  "history.jsonl": "",
});
const context = { homes: [home], cwd: "/home/ada/elsewhere" };
const found = (name: string, cwd = context.cwd): string => {
  try {
    return relative(home, findSession(name, { ...context, cwd }));
  } catch (error) {
    if (error instanceof WorldError) return error.code;
    throw error;
  }
};

describe("discovering", () => {
  it("finds sessions, newest first, and agents, and nothing else", () => {
    const { sessions, agents, unreadable } = discover([home]);
    expect(sessions.map(({ stem }) => stem)).toEqual(["notes", third, second, first]);
    expect(agents.map((agent) => `${agent.agentId} ${agent.layout} ${agent.sessionStem ?? "-"}`).toSorted()).toEqual([
      "a1 flat -",
      `a2 nested ${third}`,
    ]);
    expect(unreadable).toEqual([]);
  });

  it.runIf(process.platform === "linux")("tells of a name that is no UTF-8, under which nothing is found", () => {
    const odd = makeTree({ [`projects/-home-ada-loom/${first}.jsonl`]: log("The loom") });
    const folder = join(odd, "projects", "-home-ada-loom");
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xe9]), Buffer.from(".jsonl")]), log("x"));
    const { sessions, unreadable } = discover([odd]);
    expect(sessions.map(({ stem }) => stem)).toEqual([first]);
    expect(unreadable).toEqual([{ path: join(folder, "\uFFFD.jsonl"), reason: "its name is not UTF-8" }]);
  });

  it("passes over a link that leads in a circle, and tells of links to logs, which are not followed", () => {
    const linked = makeTree({ [`projects/-home-ada-loom/${first}.jsonl`]: log("The loom") });
    const circle = join(linked, "projects", "self");
    const link = join(linked, "projects", "-home-ada-loom", `${second}.jsonl`);
    symlinkSync("self", circle);
    symlinkSync(join(home, "projects", "-other", "notes.jsonl"), link);
    const { sessions, unreadable } = discover([linked]);
    expect(sessions.map(({ stem }) => stem)).toEqual([first]);
    expect(unreadable.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { path: link, reason: "it is a link" },
      { path: circle, reason: "it is a link that leads to itself" },
    ]);
  });

  it("finds each once, and takes a folder without projects as projects itself", () => {
    expect(discover([home, home]).sessions).toHaveLength(4);
    expect(discover([join(home, "projects")]).sessions).toHaveLength(4);
    expect(discover([join(home, "nowhere")])).toEqual({ sessions: [], agents: [], outputs: [], unreadable: [] });
  });

  it("follows a linked project, but no link further down", () => {
    const linked = makeTree({ "projects/-a/x.txt": "" });
    symlinkSync(join(home, "projects", "-home-ada-loom"), join(linked, "projects", "-linked"));
    mkdirSync(join(linked, "projects", "-b"));
    symlinkSync(join(home, "projects"), join(linked, "projects", "-b", "deep"));
    symlinkSync(linked, join(linked, "projects", "-b", "round"));
    expect(discover([linked]).sessions.map(({ slug }) => slug)).toEqual(["-linked", "-linked"]);
  });
});

describe("a session is found", () => {
  const loom = "projects/-home-ada-loom";
  const cases: readonly (readonly [string, string, string])[] = [
    ["by its whole id", first ?? "", `${loom}/${first}.jsonl`],
    ["by its id in capitals", (first ?? "").toUpperCase(), `${loom}/${first}.jsonl`],
    ["by a beginning that only it has", "1111", `${loom}/${first}.jsonl`],
    ["by a longer one where a shorter is shared", "22221", `${loom}/${second}.jsonl`],
    ["by a name that is no id", "notes", "projects/-other/notes.jsonl"],
    ["by its title", "The loom", `${loom}/${first}.jsonl`],
    ["by a title with quotes and far letters", 'A "quoted" title: 織機', `${loom}/${second}.jsonl`],
    ["as the last of all", "@last", "projects/-other/notes.jsonl"],
    ["by its path", join(home, loom, `${first}.jsonl`), `${loom}/${first}.jsonl`],
  ];
  test.each(cases)("%s", (_how, name, path) => {
    expect(found(name)).toBe(path);
  });

  test("by a path from the folder one stands in", () => {
    expect(found(`./${first}.jsonl`, join(home, loom))).toBe(`${loom}/${first}.jsonl`);
  });

  test("as the last of the folder one stands in", () => {
    const here = makeTree({ "x.txt": "" });
    const slug = slugOf(here);
    const other = makeTree({ [`projects/${slug}/old.jsonl`]: log("Old"), "projects/-new/new.jsonl": log("New") });
    expect(findSession("@last", { homes: [other], cwd: here })).toBe(join(other, "projects", slug, "old.jsonl"));
  });
});

test("the last session is the one that was written last, however old its entries are", () => {
  const home = makeTree({ "projects/-a/told.jsonl": log("Told"), "projects/-a/made.jsonl": log("Made") });
  const path = (name: string): string => join(home, "projects", "-a", name);
  writeFileSync(path("told.jsonl"), log("Told").replaceAll(/"timestamp":"\d{4}/g, '"timestamp":"2031'));
  const [earlier, later] = [new Date(2026, 5, 1, 12, 0, 0), new Date(2026, 5, 1, 12, 0, 1)];
  utimesSync(path("told.jsonl"), earlier, earlier);
  utimesSync(path("made.jsonl"), later, later);
  expect(findSession("@last", { homes: [home], cwd: "/" })).toBe(path("made.jsonl"));
});

describe("an empty file", () => {
  test("that a client left behind later does not hide the last session", () => {
    const [a, b] = ["projects/-a/a.txt", "projects/-a/b.txt"] as const;
    const other = makeTree({ "projects/-a/old.jsonl": log("Old"), [a]: "", [b]: "", "projects/-a/left.jsonl": "" });
    expect(findSession("@last", { homes: [other], cwd: "/" })).toBe(join(other, "projects", "-a", "old.jsonl"));
  });
});

describe("a session is not found", () => {
  test.each([
    ["by a beginning that two have", "2222", "ambiguous"],
    ["by a beginning that is too short", "111", "unknown-session"],
    ["by a title that two have", "Twice", "ambiguous"],
    ["by a part of a title", "loom", "unknown-session"],
    ["by nothing", "", "unknown-session"],
    ["by a path to nowhere", "./nowhere.jsonl", "not-found"],
    ["by a way out of the home", "../../etc/passwd.jsonl", "not-found"],
  ])("%s", (_how, name, code) => {
    expect(found(name)).toBe(code);
  });

  test("where there is none at all", () => {
    expect(() => findSession("@last", { homes: [join(home, "nowhere")], cwd: "/" })).toThrow(WorldError);
  });
});
