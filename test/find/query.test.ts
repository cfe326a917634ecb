// Queries as people write them -> their trees, or what is wrong with them and where.
import { describe, expect, it } from "vitest";
import { type Query, type TimeSpan, parseQuery } from "../../src/find/index.ts";

const times: Readonly<Record<string, TimeSpan>> = {
  yesterday: { startMs: 1000, endMs: 2000 },
  "2 weeks ago": { startMs: 500, endMs: 600 },
  now: { startMs: 3000, endMs: undefined },
};
const moment = (words: string): TimeSpan | undefined => times[words];

function queryOf(text: string): Query {
  const parsed = parseQuery(text, moment);
  if (parsed.kind === "problem") throw new Error(`column ${parsed.problem.column}: ${parsed.problem.message}`);
  return parsed.query;
}

const words = (...found: readonly string[]): Query => ({ kind: "words", words: found, ending: "whole" });
const prefix = (...found: readonly string[]): Query => ({ kind: "words", words: found, ending: "prefix" });

const onYesterday: Query = {
  kind: "all",
  of: [
    { kind: "after", ms: 1000 },
    { kind: "before", ms: 2000 },
  ],
};
const butNot = (wanted: Query, unwanted: Query): Query => ({
  kind: "all",
  of: [wanted, { kind: "not", of: unwanted }],
});
const tool = (name: string, ending: "whole" | "prefix"): Query => ({ kind: "tool", name, ending });
const model = (text: string): Query => ({ kind: "model", text });
const roles = (...found: readonly ("user" | "assistant")[]): readonly Query[] =>
  found.map((role) => ({ kind: "role", role }));

describe("a query that can be understood", () => {
  const cases: readonly (readonly [string, Query])[] = [
    ["loom", words("loom")],
    ["Loom", words("loom")],
    ["loom thread", { kind: "all", of: [words("loom"), words("thread")] }],
    ["loom AND thread", { kind: "all", of: [words("loom"), words("thread")] }],
    ['"red thread"', words("red", "thread")],
    ["xylographic-needle", words("xylographic", "needle")],
    ["foo_bar", words("foo", "bar")],
    ["src/cli/main.ts", words("src", "cli", "main", "ts")],
    ["main()", words("main")],
    ["/usr/local/bin", words("usr", "local", "bin")],
    ["/usr/bin", words("usr", "bin")],
    ["/etc/ssh", words("etc", "ssh")],
    ["/app/[id]/page", words("app", "id", "page")],
    ["/app/[id", words("app", "id")],
    ["thr*", prefix("thr")],
    ["red-thr*", prefix("red", "thr")],
    ['"red thr"*', prefix("red", "thr")],
    ["-loom", { kind: "not", of: words("loom") }],
    ["a OR b c", { kind: "any", of: [words("a"), { kind: "all", of: [words("b"), words("c")] }] }],
    ["(a OR b) c", { kind: "all", of: [{ kind: "any", of: [words("a"), words("b")] }, words("c")] }],
    ["-(a OR b)", { kind: "not", of: { kind: "any", of: [words("a"), words("b")] } }],
    ["a && b", { kind: "all", of: [words("a"), words("b")] }],
    ["/lo+m/i", { kind: "regex", source: "lo+m", flags: "i" }],
    ["/a b\\/c/", { kind: "regex", source: "a b\\/c", flags: "" }],
    ["/[/]x/g", { kind: "regex", source: "[/]x", flags: "" }],
    ["role:user", { kind: "role", role: "user" }],
    ["ROLE:Tool", { kind: "role", role: "tool" }],
    ["tool:Bash", { kind: "tool", name: "Bash", ending: "whole" }],
    ["tool:mcp__*", { kind: "tool", name: "mcp__", ending: "prefix" }],
    ["is:error", { kind: "is", what: "error" }],
    ["-is:agent", { kind: "not", of: { kind: "is", what: "agent" } }],
    ['title:"red thread"', { kind: "title", text: "red thread" }],
    ["file:main.ts", { kind: "file", text: "main.ts" }],
    ["since:yesterday", { kind: "after", ms: 1000 }],
    ['after:"2 weeks ago"', { kind: "after", ms: 500 }],
    ["before:yesterday", { kind: "before", ms: 1000 }],
    ["until:yesterday", { kind: "before", ms: 1000 }],
    ["since:2 weeks ago loom", { kind: "all", of: [{ kind: "after", ms: 500 }, words("loom")] }],
    ["(since:2 weeks ago) loom", { kind: "all", of: [{ kind: "after", ms: 500 }, words("loom")] }],
    ["since:yesterday ago", { kind: "all", of: [{ kind: "after", ms: 1000 }, words("ago")] }],
    ["on:yesterday", onYesterday],
    ["date:yesterday", onYesterday],
    ["-on:yesterday", { kind: "not", of: onYesterday }],
    ["a NOT b", { kind: "all", of: [words("a"), { kind: "not", of: words("b") }] }],
    ["a AND NOT (b OR c)", butNot(words("a"), { kind: "any", of: [words("b"), words("c")] })],
    ["a not b", { kind: "all", of: [words("a"), words("not"), words("b")] }],
    ["tool:Bash,mcp__*", { kind: "any", of: [tool("Bash", "whole"), tool("mcp__", "prefix")] }],
    ["role:user,assistant", { kind: "any", of: roles("user", "assistant") }],
    ["model:opus,haiku", { kind: "any", of: [model("opus"), model("haiku")] }],
    ["path:*.ts", { kind: "file", text: "*.ts" }],
    ["folder:loom", { kind: "project", text: "loom" }],
    ["TODO:this", words("todo", "this")],
    ["note: this", { kind: "all", of: [words("note"), words("this")] }],
    ["https://example.org", words("https", "example", "org")],
    ["localhost:3000", words("localhost", "3000")],
    ["std::vector", words("std", "vector")],
    ["日本語", words("日", "本", "語")],
  ];
  for (const [text, tree] of cases) it(`reads ${text}`, () => expect(queryOf(text)).toEqual(tree));
});

describe("a query that cannot be understood", () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['foo "bar', 9, "expected a closing quote"],
    ['title:"bar', 11, "expected a closing quote"],
    ["(a OR b", 8, "expected a closing parenthesis"],
    ["a ) b", 3, "there is no opening parenthesis to this one"],
    ["a OR", 5, "expected words to look for"],
    ["OR a", 1, "expected words to look for"],
    ["a OR OR b", 6, "expected words to look for"],
    ["()", 2, "expected words to look for"],
    ["->", 1, "expected words to look for"],
    [`${"(".repeat(20)}a${")".repeat(20)}`, 17, "expected at most 16 levels of parentheses and minus signs"],
    [`${"-".repeat(40)}a`, 17, "expected at most 16 levels of parentheses and minus signs"],
    ["role:", 6, "expected a value after role:"],
    ["role:boss", 6, "expected one of user, assistant, tool, system"],
    ["is:nice", 4, "expected one of error, human, agent"],
    ["x rolle:user", 3, "there is no field rolle"],
    ["line:5", 1, "there is no field line"],
    ["on:now", 4, '"now" is a moment, not a day'],
    ["a NOT", 6, "expected words to look for"],
    ["role:user,boss", 6, "expected one of user, assistant, tool, system"],
    ["role:,", 6, "expected one of user, assistant, tool, system"],
    ["since:sometime", 7, '"sometime" is not a time'],
    ["x /a(b/", 3, "this is no regular expression: /a(b/: Unterminated group"],
    ["a /[abc/", 4, "expected a ] that closes this class of characters"],
    ["/[abc/i x", 2, "expected a ] that closes this class of characters"],
    ["/foo/x", 6, "expected one of the flags i, m, s, u and v"],
    ["/foo/ix b", 7, "expected one of the flags i, m, s, u and v"],
    ["日本 role:x", 9, "expected one of user, assistant, tool, system"],
  ];
  for (const [text, column, message] of cases)
    it(`names the place in ${text}`, () => {
      const parsed = parseQuery(text, moment);
      expect(parsed).toMatchObject({ kind: "problem", problem: { column, message } });
    });

  it("says which fields there are, and how a time is written", () => {
    expect(hintOf("rolle:user")).toContain("role, tool, is, file");
    expect(hintOf("since:never")).toContain("2026-03-01");
  });
});

function hintOf(text: string): string {
  const parsed = parseQuery(text, moment);
  return parsed.kind === "problem" ? parsed.problem.hint : "";
}
