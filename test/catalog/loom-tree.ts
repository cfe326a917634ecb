// Names and lines -> a small config home in the temporary folder, removed when the tests are done; its clock is set by hand.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

export const nowMs = Date.UTC(2026, 5, 1, 12);
export const sessionOf = (place: number): string => `11111111-2222-4333-8444-${String(place).padStart(12, "0")}`;

export type LoomTree = {
  readonly home: string;
  readonly cacheDir: string;
  readonly path: (name: string) => string;
  /** Written whole; an hour passes with each write. */
  readonly write: (name: string, text: string) => string;
};

export function loomTree(): LoomTree {
  const folder = mkdtempSync(join(tmpdir(), "clew-catalog-"));
  const home = join(folder, "home");
  mkdirSync(join(home, "projects"), { recursive: true });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  let seconds = nowMs / 1000 - 86_400;
  const path = (name: string): string => join(home, "projects", "-home-ada-loom", name);
  return {
    home,
    cacheDir: join(folder, "cache"),
    path,
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      seconds += 3600;
      utimesSync(path(name), seconds, seconds);
      return path(name);
    },
  };
}

let lines = 0;

export function prompt(text: string, timestamp?: string): string {
  lines += 1;
  return `${JSON.stringify({ type: "user", uuid: `u${lines}`, timestamp, message: { role: "user", content: text } })}\n`;
}

export function reply(blocks: readonly object[], timestamp?: string): string {
  lines += 1;
  const usage = { input_tokens: 3, output_tokens: 5 };
  const message = { id: `m${lines}`, role: "assistant", model: "loom-1", content: blocks, usage };
  return `${JSON.stringify({ type: "assistant", uuid: `u${lines}`, timestamp, message })}\n`;
}

export function result(callId: string, text: string, timestamp?: string): string {
  lines += 1;
  const content = [{ type: "tool_result", tool_use_id: callId, content: text, is_error: text.includes("failed") }];
  return `${JSON.stringify({ type: "user", uuid: `u${lines}`, timestamp, message: { role: "user", content } })}\n`;
}

/** Five logs of forty prompts. */
export function smallTree(): LoomTree {
  const tree = loomTree();
  for (let place = 0; place < 5; place++)
    tree.write(
      `${sessionOf(place)}.jsonl`,
      Array.from({ length: 40 }, (_, line) => prompt(`thread ${line} ${"weft ".repeat(line)}`)).join(""),
    );
  return tree;
}
