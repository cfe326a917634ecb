// A source of numbers -> lines as logs hold them: prompts, answers, calls, results, titles, odd times, damage; each tells itself apart.
import type { Random } from "./random.ts";

export type LineMaker = { readonly line: (clockMs: number) => string };

const words = [
  "needle",
  "haystack",
  "loom",
  "thread",
  "weave",
  "Ärger",
  "naïve",
  "検索",
  "한국어",
  "ひらがな",
  "x_y-z",
  "shuttle",
] as const;

export function lineMaker(random: Random): LineMaker {
  let count = 0;
  let lastCall = "toolu_0";

  const text = (): string =>
    Array.from({ length: 1 + random.below(12) }, () => `${random.pick(words)}${random.below(40)}`).join(
      random.pick([" ", "\n", ", "]),
    );

  function time(clockMs: number): Readonly<Record<string, string>> {
    const kind = random.below(20);
    if (kind < 3) return {};
    if (kind === 3) return { timestamp: "no time at all" };
    if (kind === 4) return { timestamp: new Date(clockMs + 400 * 86_400_000).toISOString() };
    return { timestamp: new Date(clockMs - random.below(5) * 60_000).toISOString() };
  }

  function entry(clockMs: number): object {
    count += 1;
    const envelope = { uuid: `u${count}`, sessionId: "s", cwd: "/loom", version: "2.1.150", ...time(clockMs) };
    const usage = { input_tokens: count, output_tokens: random.below(100) };
    const answer = (content: readonly object[]) =>
      ({
        type: "assistant",
        ...envelope,
        message: { id: `m${count - random.below(2)}`, model: "loom-1", usage, content },
      }) as const;
    switch (random.below(9)) {
      case 0:
        return { type: "user", ...envelope, message: { role: "user", content: text() } };
      case 1:
        return answer([{ type: "text", text: text() }]);
      case 2:
        return answer([
          { type: "thinking", thinking: text() },
          { type: "text", text: text() },
        ]);
      case 3: {
        lastCall = `toolu_${count}`;
        const input = random.chance(0.3) ? {} : { command: text() };
        return answer([{ type: "tool_use", id: lastCall, name: random.pick(["Bash", "Read", "mcp__x"]), input }]);
      }
      case 4:
      case 5: {
        const block = { type: "tool_result", tool_use_id: lastCall, content: text(), is_error: random.chance(0.3) };
        return { type: "user", ...envelope, message: { role: "user", content: [block] } };
      }
      case 6:
        return {
          type: random.pick(["summary", "ai-title", "custom-title"]),
          summary: text(),
          aiTitle: text(),
          customTitle: text(),
        };
      case 7:
        return { type: "system", subtype: "informational", content: text(), ...envelope };
    }
    return { type: "file-history-snapshot", messageId: `u${count}`, snapshot: {} };
  }

  return {
    line(clockMs) {
      const kind = random.below(30);
      if (kind === 0) return `{"torn":"${count}`;
      if (kind === 1) return "";
      const json = JSON.stringify(entry(clockMs));
      return kind === 2 ? `${json}\r` : json;
    },
  };
}
