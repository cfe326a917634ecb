// Paths below a config home -> what stands there: every place the client keeps, and paths that want to be somewhere else.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { placeOf } from "../../src/format/index.ts";
import { seeded } from "../craft.ts";

const sid = "11111111-2222-4333-8444-555555555555";
const below = `projects/-home-ada-loom/${sid}`;

/** The place as one line: kind and its parts. */
function check(path: string, expected: string): void {
  const { kind, ...parts } = placeOf(path);
  const told = Object.entries(parts).map(([key, value]) => `${key}=${String(value)}`);
  expect([kind, ...told].join(" ")).toBe(expected.replaceAll("SID", sid).replaceAll("SLUG", "-home-ada-loom"));
}

describe("the place of", () => {
  const cases: readonly (readonly [string, string])[] = [
    [`projects/-home-ada-loom/${sid}.jsonl`, "session slug=SLUG id=SID"],
    ["projects/-home-ada-loom/notes.jsonl", "session slug=SLUG id=notes"],
    ["projects/-home-ada-loom/agent-0a1b2c3d.jsonl", "agent layout=flat slug=SLUG agentId=0a1b2c3d"],
    ["projects/-home-ada-loom/agent-a1b2c3d.jsonl", "agent layout=flat slug=SLUG agentId=a1b2c3d"],
    [`${below}/subagents/agent-a1b2c3d.jsonl`, "agent layout=nested slug=SLUG sessionId=SID agentId=a1b2c3d"],
    [
      `${below}/subagents/agent-a0123456789abcdef.jsonl`,
      "agent layout=nested slug=SLUG sessionId=SID agentId=a0123456789abcdef",
    ],
    [`${below}/subagents/agent-acompact-1f.jsonl`, "agent layout=nested slug=SLUG sessionId=SID agentId=acompact-1f"],
    [`${below}/subagents/deep/agent-a1.jsonl`, "agent layout=nested slug=SLUG sessionId=SID agentId=a1"],
    [`${below}/subagents/agent-a1b2c3d.meta.json`, "agent-meta slug=SLUG sessionId=SID agentId=a1b2c3d"],
    [`${below}/tool-results/toolu_01.txt`, "tool-result slug=SLUG sessionId=SID name=toolu_01.txt"],
    [`${below}/tool-results/b24amkowa.txt`, "tool-result slug=SLUG sessionId=SID name=b24amkowa.txt"],
    [`${below}/custom-title.json`, "custom-title slug=SLUG sessionId=SID"],
    [`${below}/resume-head.jsonl`, "resume-head slug=SLUG sessionId=SID"],
    ["projects/-home-ada-loom/memory/notes.md", "memory slug=SLUG name=notes.md"],
    ["projects/-home-ada-loom/sessions-index.json", "sessions-index slug=SLUG"],
    [`file-history/${sid}/159d21600ed4acde@v2`, "file-history sessionId=SID pathHash=159d21600ed4acde version=2"],
    ["history.jsonl", "history"],
    [`todos/${sid}-agent-${sid}.json`, "todos sessionId=SID agentId=SID"],
    [`tasks/${sid}/3.json`, "task sessionId=SID id=3"],
    ["plans/fix-humming-loom.md", "plan name=fix-humming-loom"],
    [`debug/${sid}.txt`, "debug sessionId=SID"],
    ["sessions/4711.json", "registry pid=4711"],
    [`projects\\-home-ada-loom\\${sid}.jsonl`, "session slug=SLUG id=SID"],
    [`./projects//-home-ada-loom/./${sid}.jsonl`, "session slug=SLUG id=SID"],
  ];
  test.each(cases)("%s is told", check);

  const strangers: readonly string[] = [
    ..." . / .. projects projects/ projects/-home-ada-loom projects/-home-ada-loom/notes.txt projects/x.jsonl".split(
      " ",
    ),
    ...`tasks/${sid}/.lock sessions/4711.0a1b.key sessions/abc.json debug/latest history.jsonl/x todos/x/y.json`.split(
      " ",
    ),
    ..."../projects/-home-ada-loom/a.jsonl projects/../a.jsonl projects/-home/../../etc/a.jsonl".split(" "),
    ...`projects/..\\..\\a\\b.jsonl ${below}/subagents/../agent-a1.jsonl ${below}/tool-results/../../x`.split(" "),
    ...`${below}/tool-results ${below}/subagents ${below}/subagents/agent-.jsonl ${below}/subagents/a.jsonl`.split(" "),
    ...`${below}/subagents/agent-${"a".repeat(65)}.jsonl ${below}/x.jsonl projects/-a/.jsonl`.split(" "),
    ..."file-history/x/../159d@v1 file-history/x/159d@v file-history/x/159D@v1".split(" "),
    ..."settings.json shell-snapshots/x.sh backups/.claude.json.backup.1 .last-cleanup plugins/a/b.jsonl".split(" "),
    ..."__proto__ constructor/x.jsonl projects\0/a/b.jsonl".split(" "),
    `${below}/subagents/agent-a b.jsonl`,
  ];
  test.each(strangers)("%j is not known", (path) => {
    check(path, "unknown");
  });

  it("any path at all is told without throwing, and never holds a step upwards", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "projects",
        "..",
        ".",
        "subagents",
        "tool-results",
        "memory",
        "tasks",
        "a.jsonl",
        "agent-a.jsonl",
      ),
      fc.string({ unit: fc.constantFrom("a", ".", "/", "\\", "\0", "é", "😀"), maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom("/", "\\"), (parts, separator) => {
        const place = placeOf(parts.join(separator));
        for (const value of Object.values(place)) expect(String(value).split(/[\\/]/)).not.toContain("..");
      }),
      seeded(1000),
    );
  });
});
