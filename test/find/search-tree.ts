// A small config home in which every kind of thing that is searched stands once, for the tests of the search.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { type SmallLog, call, say, smallLog, think } from "../cli/small-log.ts";

export const first = "11111111-1111-4111-8111-111111111111";
export const second = "22222222-2222-4222-8222-222222222222";
export const agentId = "a1b2c3d4e5f607182";

/** Nine things that were said, two and more characters long. */
export const cjkTexts = {
  中文: "我们用中文写提示",
  提示: "我们用中文写提示",
  会话记录: "搜索会话记录的工具",
  日本語: "日本語で検索する",
  検索: "日本語で検索する",
  カタカナ: "テストはカタカナです",
  한국어: "한국어로 찾기",
  찾기: "한국어로 찾기",
  세션: "지난 세션을 다시 연다",
} as const;

export function searchHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "clew-search-")));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  write(home, `-home-ada-loom/${first}.jsonl`, firstLog());
  write(home, `-home-ada-loom/${first}/subagents/agent-${agentId}.jsonl`, agentLog());
  write(
    home,
    `-home-ada-loom/${first}/tool-results/toolu_9.txt`,
    "first line\nkept output with a Shuttle\nlast line\n",
  );
  write(home, `-home-ada-my-wool/${second}.jsonl`, secondLog());
  return home;
}

export function write(home: string, place: string, content: string | Uint8Array): string {
  const path = join(home, "projects", place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const seconds = Date.UTC(2026, 10, 2) / 1000;
  utimesSync(path, seconds, seconds);
  return path;
}

function firstLog(): string {
  const log = smallLog({ sessionId: first });
  log.prompt("please mend the xylographic-needle of the loom");
  log.answer("msg_1", think("the needle must be bent"));
  log.answer("msg_1", call("toolu_1", "Bash", { command: "grep -rn needle src/loom.ts" }));
  log.result("toolu_1", "src/loom.ts:7: const needle = bent;\n\u001b[31mred\u001b[0m");
  log.answer("msg_2", call("toolu_2", "Read", { file_path: "/home/ada/loom/src/shuttle.ts" }));
  log.result("toolu_2", "File does not exist: no needle here", {
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "no such needle", is_error: true }],
    },
  });
  log.answer("msg_3", say('Done: the NEEDLE is straight.\nnewline\\backslash "quoted" a/b'));
  log.prompt("thanks", { toolUseResult: { stdout: "only the client keeps this: bobbinwinder" } });
  log.verbatim('{"type":"user","message":{"role":"user","content":"torn need\n');
  log.verbatim(
    String.raw`{"type":"user","uuid":"esc","message":{"role":"user","content":"\u006eeedle spelled \u00e9tude"}}` +
      "\n",
  );
  Object.values(cjkTexts).forEach((text) => log.prompt(text));
  log.state({ type: "custom-title", customTitle: "Mending the loom", sessionId: first });
  return log.text();
}

function agentLog(): string {
  const log: SmallLog = smallLog({ sessionId: first, envelope: { isSidechain: true, agentId } });
  log.prompt("find every needle", { isSidechain: true });
  log.answer("msg_7", say("I found a needle in a haystack."), { isSidechain: true });
  return log.text();
}

function secondLog(): string {
  const log = smallLog({
    sessionId: second,
    envelope: { cwd: "/home/ada/my wool", gitBranch: "feature/dye" },
  });
  const timestamp = "2026-10-01T08:00:00.000Z";
  log.prompt("dye the wool; no pins, needles perhaps", { timestamp });
  log.answer("msg_9", say("The wool is dyed. \u001b[2J\u202Ehostile needle\u0007"), { timestamp });
  return log.text();
}
