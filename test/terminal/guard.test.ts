// Text with marks, forged marks and raw controls -> what each stream gets of it; and an internal error's text.
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { guardOutput } from "../../src/cli/index.ts";
import { painter } from "../../src/cli/paint.ts";
import { clew } from "../cli/fake-io.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";

const raw = "\u001B]52;c;aGFja2Vk\u0007 \u009B2J \u202E \uD800";
const shown = "␛]52;c;aGFja2Vk␇ \\u{9b}2J \\u{202e} \uFFFD";
const paint = painter({ colour: true });

function caught(isTerminal: boolean) {
  const got = { out: "", err: "", progress: "", question: "" };
  const output = guardOutput({
    out: (text) => void (got.out += text),
    err: (text) => void (got.err += text),
    progress: (text) => void (got.progress += text),
    ask(question) {
      got.question += question;
      return Promise.resolve(true);
    },
    isTerminal,
  });
  return { output, got };
}

describe("the one output function", () => {
  test("turns its own marks into colours, and everything else that a terminal obeys into text", () => {
    const { output, got } = caught(true);
    output.out(`${paint("error", raw)} \u001B[31m ${raw}\n`);
    expect(got.out).toBe(`\u001B[31m${shown}\u001B[0m ␛[31m ${shown}\n`);
  });

  test("takes a mark with another number for content", () => {
    const { output, got } = caught(true);
    const mark = paint("error", "x").split("x")[0] ?? "";
    const forged = mark.replace(/[0-9a-f]{32}/, "0".repeat(32));
    expect(forged).not.toBe(mark);
    output.out(`${forged} ${mark.replace("error", "nothing")}`);
    expect(got.out).toBe(`${forged.replace("\u001B", "␛")} `);
  });

  test("leaves the bytes of a pipe alone, but for colours that were asked for", () => {
    const { output, got } = caught(false);
    output.out(raw);
    output.out(paint("dim", raw));
    expect(got.out).toBe(`${raw}\u001B[2m${raw}\u001B[0m`);
  });

  test.each([true, false])("guards messages, progress and questions wherever they go (terminal: %s)", async (is) => {
    const { output, got } = caught(is);
    output.err(`${paint("error", raw)}\n`);
    output.progress(`${raw}\nx`);
    expect(await output.ask(`${raw}\nx?`)).toBe(true);
    expect(got).toEqual({ out: "", err: `${shown}\n`, progress: `${shown} x`, question: `${shown} x?` });
  });
});

test("a title in the form of a mark gets no colour", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: "abababab-0000-4000-8000-000000000001" });
  log.prompt("\u001B{0123456789abcdef0123456789abcdef:error}weave");
  log.answer("msg_1", say("woven"));
  writeLog(home, "-home-ada-loom/abababab-0000-4000-8000-000000000001", log.text());
  const { out } = await clew(["ls"], { homes: [home], isTerminal: true, colour: true, columns: 200 });
  expect(out).toContain("␛{0123456789abcdef0123456789abcdef:error}weave");
});

test("an argument with a line break begins no line of a message about it", async () => {
  const { err, code } = await clew(["ls", "--x\nclew: all is well"]);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(code).toBe(2);
});

test("the text of an internal error is guarded too", () => {
  const built = pathToFileURL(fileURLToPath(new URL("../../dist/cli/output/report-crash.js", import.meta.url)));
  const script = `import { reportCrashes } from ${JSON.stringify(built.href)}; reportCrashes(); throw new Error(process.argv[1]);`;
  const { stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", script, "a\u001B]52;c;x\u0007"],
    {
      encoding: "utf8",
    },
  );
  expect(stderr).toContain("Error: a␛]52;c;x␇");
  expect(stderr).toContain("    at ");
  expect(stderr).not.toContain("\u001B");
  expect(status).toBe(1);
});
