// Payloads that try to run -> homes whose sessions carry them in every place that a page shows: text, names, paths, titles, links.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Home, newHome, prompt, reply, result, weave, writeLines } from "./trees.ts";

/** Each calls `pwned`, should it ever run; the number tells which one did. */
const shapes: readonly ((n: number) => string)[] = [
  (n) => `<script>pwned(${n})</script>`,
  (n) => `<img src=x onerror=pwned(${n})>`,
  (n) => `<svg onload=pwned(${n})>`,
  (n) => `"><svg/onload=pwned(${n})>`,
  (n) => `' onmouseover='pwned(${n})' x='`,
  (n) => `<iframe srcdoc="<script>parent.pwned(${n})</script>"></iframe>`,
  (n) => `javascript:pwned(${n})`,
  (n) => `[click](javascript:pwned(${n}))`,
  (n) => `[click](JaVaScRiPt:pwned(${n}) "title")`,
  (n) => `[click](data:text/html,<script>pwned(${n})</script>)`,
  (n) => `![picture](javascript:pwned(${n}))`,
  (n) => `![picture](https://example.invalid/${n}.png)`,
  (n) => `<a href="javascript:pwned(${n})">x</a>`,
  (n) => `<style>@import "https://example.invalid/${n}.css"</style>`,
  (n) => `<link rel=stylesheet href=https://example.invalid/${n}.css>`,
  (n) => `<meta http-equiv=refresh content="0;url=javascript:pwned(${n})">`,
  (n) => `<base href="https://example.invalid/${n}/">`,
  (n) => `<form action="javascript:pwned(${n})"><button autofocus onfocus=pwned(${n})>x</button></form>`,
  (n) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned(${n})&gt;">`,
  (n) => `<noscript><p title="</noscript><img src=x onerror=pwned(${n})>">`,
  (n) => "```html\n<script>pwned(" + String(n) + ")</script>\n```",
  (n) => '```"><script>pwned(' + String(n) + ")</script>\nx\n```",
  (n) => `| a |\n|---|\n| <img src=x onerror=pwned(${n})> |`,
  (n) => `<https://example.invalid/"onmouseover="pwned(${n})>`,
  (n) => `\u202E<script>pwned(${n})</script>\u0000\u001B]8;;javascript:pwned(${n})\u0007x`,
  (n) => `{{constructor.constructor('pwned(${n})')()}}\${pwned(${n})}`,
  (n) => `<template><script>pwned(${n})</script></template><details open ontoggle=pwned(${n})>`,
  (n) => `]]><!--><script>pwned(${n})</script>--!>`,
];

export const payload = (n: number): string => shapes[n % shapes.length]?.(n) ?? "";

/** Different places in a session that a payload can stand in, each one or two lines. */
const carriers: readonly ((p: string, n: number) => readonly Readonly<Record<string, unknown>>[])[] = [
  (p) => [prompt(p)],
  (p, n) => [reply({ type: "text", text: p }, `t${n}`)],
  (p, n) => [reply({ type: "thinking", thinking: p, signature: p }, `h${n}`)],
  (p, n) => [reply({ type: "tool_use", id: `c${n}`, name: p, input: { [p]: p } }, `c${n}`), result(`c${n}`, p)],
  (p, n) => [
    reply({ type: "tool_use", id: `b${n}`, name: "Bash", input: { command: p } }, `b${n}`),
    result(`b${n}`, p),
  ],
  (p, n) => [
    reply(
      { type: "tool_use", id: `e${n}`, name: "Edit", input: { file_path: p, old_string: "a", new_string: p } },
      `e${n}`,
    ),
    result(`e${n}`, p),
  ],
  (p, n) => [
    reply({ type: "tool_use", id: `w${n}`, name: "Write", input: { file_path: `/tmp/${p}`, content: p } }, `w${n}`),
    result(`w${n}`, "ok"),
  ],
  (p, n) => [
    reply({ type: "tool_use", id: `q${n}`, name: "AskUserQuestion", input: questions(p) }, `q${n}`),
    result(`q${n}`, [{ type: "text", text: p }, picture(p)]),
  ],
  (p, n) => [reply({ type: "tool_use", id: `d${n}`, name: "TodoWrite", input: todos(p) }, `d${n}`), result(`d${n}`, p)],
  (p) => [prompt([{ type: "text", text: p }, picture(p)])],
  (p) => [{ type: "system", subtype: p, content: p, level: p }],
  (p, n) => [{ ...reply({ type: p, [p]: p }, `o${n}`), cwd: p, gitBranch: p }],
  (p) => [{ type: "attachment", attachment: { type: p, content: p } }],
];

const picture = (p: string) => ({
  type: "image",
  source: { type: "base64", media_type: p, data: btoa(encodeURIComponent(p)) },
});
const questions = (p: string) => ({ questions: [{ question: p, header: p, options: [{ label: p, description: p }] }] });
const todos = (p: string) => ({ todos: [{ content: p, status: p, activeForm: p }] });

export type Hostile = Home & { readonly payloads: number };

/** One session of its own home; others of the same home stand beside it. */
export function hostileHome(sessions: number, perSession: number): readonly Hostile[] {
  const first = newHome(idOf(0));
  return Array.from({ length: sessions }, (_, number) => {
    const id = idOf(number);
    const path = join(dirname(first.path), `${id}.jsonl`);
    const line = weave(id);
    const from = number * perSession;
    const entries = Array.from({ length: perSession }, (__, at) => {
      // Another carrier for the same shape each time round: all of them meet.
      const n = from + at;
      return carriers[(n + Math.floor(n / shapes.length)) % carriers.length]?.(payload(n), n) ?? [];
    }).flat();
    const titled = { type: "ai-title", aiTitle: payload(from + 1) };
    writeLines(path, [...entries.map(line), `${JSON.stringify({ ...titled, sessionId: id })}\n`]);
    return { home: first.home, id, path, payloads: perSession };
  });
}

const idOf = (number: number): string => `99999999-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** A client that says hostile things of itself. */
export function hostileRegistry(home: string, pid: number): void {
  writeFileSync(join(home, `${pid}.json`), JSON.stringify({ pid, sessionId: payload(1), status: payload(2) }));
}
