// Hostile text in every carrier of a log -> output that a terminal only shows; colour only where it was asked for.
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { ids, loomHome } from "./loom.ts";
import { call, say, smallLog, think } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

/** Colour, window title, an 8-bit clear screen, delete, right-to-left override, a hyperlink. */
const hostile = "\u001B[31m\u001B]0;owned\u0007\u009B2J\u007F\u202Egnp\u2066\u001B]8;;http://x\u001B\\";
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

const sessionId = "eeeeeeee-0000-4000-8000-000000000001";
const home = scratchFolder();
writeLog(home, `-home-ada-loom/${sessionId}`, hostileLog());
const loom = loomHome();

const texts: readonly (readonly string[])[] = [
  ["overview"],
  ["ls"],
  ["show", sessionId],
  ["show", sessionId, "--full"],
  ["show", sessionId, "--branch", "1"],
  ["lines", sessionId],
  ["lines", sessionId, "--summary"],
  ["entries", sessionId],
  ["session", sessionId],
  ["request", sessionId],
  ["request", sessionId, "--reminders"],
  ["doctor", "--verbose"],
  ["drift"],
];
const data: readonly (readonly string[])[] = [
  ["ls", "--json"],
  ["show", sessionId, "--json"],
  ["lines", sessionId, "--json"],
  ["lines", sessionId, "--summary", "--json"],
  ["entries", sessionId, "--json"],
  ["session", sessionId, "--json"],
  ["session", sessionId, "--summary", "--json"],
  ["request", sessionId, "--json", "--reminders"],
  ["rows", sessionId],
  ["doctor", "--json"],
  ["drift", "--json"],
];

describe("no control character of a log reaches the output of", () => {
  test.each([...texts, ...data].map((args) => [args.join(" "), args] as const))("clew %s", async (_, args) => {
    const { code, out, err } = await clew(args, { homes: [home], isTerminal: true });
    expect(out).not.toMatch(controls);
    expect(err).not.toMatch(controls);
    expect(out.length).toBeGreaterThan(0);
    expect(code).not.toBe(2);
  });

  test.each([
    ["an unknown name", ["show", hostile]],
    ["an unknown agent", ["show", sessionId, "--agent", hostile]],
    ["an unknown turn", ["show", sessionId, "--turn", hostile]],
    ["a missing file", ["lines", `/${hostile}.jsonl`]],
    ["an empty home", ["ls", "--dir", `/${hostile}`]],
    ["a version that is none", ["request", sessionId, "--as", hostile]],
    ["an unknown command", [hostile]],
    ["an unknown flag", ["ls", `--${hostile}`]],
    ["a bad number", ["ls", "--limit", hostile]],
  ])("the message about %s", async (_, args) => {
    const { out, err } = await clew(args, { homes: [home], isTerminal: true });
    expect(`${out}${err}`).not.toMatch(controls);
    expect(err).not.toBe("");
  });

  test.each(data.map((args) => [args.join(" "), args] as const))(
    "and clew %s still tells the text as it is",
    async (_, args) => {
      const { out } = await clew(args, { homes: [home] });
      const values = out
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line));
      const isTold = values.some((value) => JSON.stringify(value).includes(JSON.stringify(hostile).slice(1, -1)));
      expect(isTold).toBe(true);
    },
  );
});

describe("colour", () => {
  test.each(texts.map((args) => [args.join(" "), args] as const))(
    "of clew %s changes no character",
    async (_, args) => {
      const plain = await clew(args, { homes: [home] });
      const painted = await clew(args, { homes: [home], colour: true });
      expect(painted.out.replaceAll(/\u001B\[[\d;]*m/g, "")).toBe(plain.out);
      expect(plain.out).not.toContain("\u001B");
    },
  );

  test("never stands in JSON", async () => {
    const { out } = await clew(["ls", "--json"], { homes: [loom], colour: true, isTerminal: true });
    expect(out).not.toContain("\u001B");
  });
});

test("a narrow screen cuts titles and never breaks a row in two", async () => {
  const { out } = await clew(["ls"], { homes: [loom], columns: 70 });
  expect(out.trimEnd().split("\n")).toHaveLength(5);
  for (const row of out.trimEnd().split("\n")) expect(row.length).toBeLessThanOrEqual(70);
});

test("progress is talk: nothing of it stands in the data", async () => {
  const passing: string[] = [];
  const { out } = await clew(["doctor", "--verbose"], { homes: [loom], progress: (text) => void passing.push(text) });
  expect(passing).toContain("examining 4 of 4 sessions");
  expect(out).not.toContain("examining");
  expect(out).toContain(ids.plain);
});

function hostileLog(): string {
  const envelope = { cwd: `/home/ada/${hostile}`, gitBranch: hostile, version: `2.1.325${hostile}` };
  const log = smallLog({ sessionId, envelope });
  const first = log.prompt(`asked ${hostile}`);
  log.answer("msg_0", say(`dead ${hostile}`));
  log.goBackTo(first);
  log.answer(`msg_1${hostile}`, think(`thought ${hostile}`));
  log.answer(`msg_1${hostile}`, say(`said ${hostile}`));
  log.answer(`msg_1${hostile}`, call(`toolu_1${hostile}`, `Tool${hostile}`, { [`key${hostile}`]: `value ${hostile}` }));
  log.result(`toolu_1${hostile}`, `gave ${hostile}`, { toolUseResult: { agentId: hostile } });
  log.result(`toolu_2${hostile}`, `orphan ${hostile}`);
  log.attachment({ type: `sort${hostile}`, content: hostile, prompt: hostile });
  log.system(`subtype${hostile}`, { content: hostile, error: { formatted: hostile } });
  log.system("api_error", { error: { formatted: `failed ${hostile}` } });
  log.state({ type: `type${hostile}`, [`field${hostile}`]: hostile });
  log.state({ type: "custom-title", customTitle: `title ${hostile}`, sessionId: hostile });
  log.state({ type: "tag", tag: hostile, sessionId: hostile });
  log.verbatim(`not json ${hostile}\n`);
  return log.text();
}
