// Calls and results -> how tools, files and commands fared, each call once.
import { describe, expect, test } from "vitest";
import { type ToolGrouping, type ToolUse, censusOf, toolUses } from "../../src/find/index.ts";
import { targetKind } from "../../src/find/tools/target.ts";
import { agentsOf, lines, surveyOf } from "./stats-log.ts";

const denied = { isError: true, toolUseResult: "User rejected tool use" };
const interrupted = { isError: true, toolDenialKind: "interrupted" };

const text = lines()
  .call("m1", "c1", ["Bash", { command: "npm test" }])
  .result("c1", { time: "2026-03-02T10:00:10.000Z" })
  .call("m2", "c2", ["Bash", { command: "npm test" }])
  .result("c2", { ...denied, time: "2026-03-02T10:00:04.000Z" })
  .call("m3", "c3", ["Bash", { command: "ls" }])
  .result("c3", { ...interrupted, time: "2026-03-02T09:00:00.000Z" })
  .call("m4", "c4", ["Read", { file_path: "/home/ada/loom/a.ts" }])
  .result("c4")
  .call("m5", "c5", ["Edit", { file_path: "/home/ada/loom/a.ts" }])
  .call("m6", "c6", "TodoWrite")
  .result("c6", { isError: true })
  .text();

function uses(by: ToolGrouping): readonly ToolUse[] {
  return toolUses(censusOf(surveyOf({ s1: text, s2: text })), {}, by);
}

describe("tools are told", () => {
  test("by name, the most used first, with errors, denials and interruptions", () => {
    expect(uses("tool").map(({ name, calls, results, errors }) => [name, calls, results, errors])).toEqual([
      ["Bash", 3, 3, 2],
      ["Edit", 1, 0, 0],
      ["Read", 1, 1, 0],
      ["TodoWrite", 1, 1, 1],
    ]);
    expect(uses("tool")[0]).toMatchObject({ denials: 1, interruptions: 1, files: 0, sessions: 1 });
  });

  test("with the sessions they were called in, of which agents alone make none", () => {
    const called = lines({ isSidechain: true }).call("m1", "c1", "Bash").text();
    const other = lines({ isSidechain: true }).call("m2", "c2", "Bash").text();
    const survey = {
      ...surveyOf({ s1: { text: lines().prompt("p1").text(), agents: { a111111: called } } }),
      strays: agentsOf({ a222222: other }, "-home-ada-loom", "gone"),
    };
    expect(toolUses(censusOf(survey), {}, "tool")).toMatchObject([{ name: "Bash", calls: 2, sessions: 1 }]);
  });

  test("with how long they took, and nothing where the clock went backwards", () => {
    const [bash] = uses("tool");
    expect(bash).toMatchObject({ medianMs: 2000, p95Ms: 10_000, totalMs: 12_000 });
    const edit = uses("tool").find(({ name }) => name === "Edit");
    expect(edit).toMatchObject({ medianMs: undefined, p95Ms: undefined, totalMs: 0 });
  });

  test("with the size of what they gave back", () => {
    expect(uses("tool")[0]).toMatchObject({ outputBytes: 21, largestBytes: 7 });
  });

  test("by file, with the tools that touched it", () => {
    const [file, ...others] = uses("file");
    expect(others).toEqual([]);
    expect(file).toMatchObject({ name: "/home/ada/loom/a.ts", calls: 2, files: 1 });
    expect(Object.fromEntries(file?.tools ?? [])).toEqual({ Read: 1, Edit: 1 });
  });

  test("by command, the most repeated first", () => {
    expect(uses("command").map(({ name, calls }) => [name, calls])).toEqual([
      ["npm test", 2],
      ["ls", 1],
    ]);
  });
});

test.each([
  ["Bash", "cat /etc/hosts", "command"],
  ["Read", "/home/ada/a b.ts", "file"],
  ["NotebookEdit", "C:\\a b.ipynb", "file"],
  ["mcp__box__run", "make all", "command"],
  ["mcp__box__open", "notes.md", "file"],
  ["Grep", "", "none"],
])("what %s does with %j is about a %s", (tool, target, kind) => {
  expect(targetKind(tool, target)).toBe(kind);
});
