// The few words scenarios are written in: blocks of the model's answers, rules, and runs of the client.
import type { ReplyBlock, Rule, Step } from "../../src/model/index.ts";
import type { ScenarioRun } from "../../src/proof/index.ts";

export const text = (words: string): ReplyBlock => ({ type: "text", text: words });
export const thinking = (words: string): ReplyBlock => ({ type: "thinking", thinking: words });
export const call = (name: string, input: Extract<ReplyBlock, { type: "tool_use" }>["input"]): ReplyBlock => ({
  type: "tool_use",
  name,
  input,
});
export const bash = (command: string): ReplyBlock => call("Bash", { command, description: "Run a command" });
export const read = (path: string): ReplyBlock => call("Read", { file_path: `{{cwd}}/${path}` });

export const says = (...content: readonly ReplyBlock[]): Step => ({ content });

/** A prompt that contains `match` is answered by these steps, one request each. */
export const when = (match: string, ...steps: readonly Step[]): Rule => ({ match, steps });

const free = "--dangerously-skip-permissions";
export const ask = (prompt: string, ...args: readonly string[]): ScenarioRun => ({
  args: [free, ...args, "-p", prompt],
});
export const goOn = (prompt: string, ...args: readonly string[]): ScenarioRun => ask(prompt, "--continue", ...args);
export const resume = (prompt: string, ...args: readonly string[]): ScenarioRun =>
  ask(prompt, "--resume", "{{first}}", ...args);

/** Prompts as JSON lines on stdin, as programs give them. */
export const stream = (...stdin: NonNullable<ScenarioRun["stdin"]>): ScenarioRun => ({
  args: [free, "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
  stdin,
});

type Said = string | readonly object[];
export const userLine = (content: Said): string =>
  `${JSON.stringify({ type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" })}\n`;

export const files = {
  "README.md": "# Widgets\n\nA small tool that counts widgets.\n",
  "src/a.ts": 'export const a = 1;\nexport const widget = "w";\n',
  "src/b.ts": "export const b = 2;\n",
} as const;

/** One grey pixel. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
