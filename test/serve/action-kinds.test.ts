// Each action over HTTP: the preview writes nothing, its plan does what it said, the source stays; where actions are not allowed there is none.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type JsonObject, stringField } from "../../src/format/index.ts";
import { call, say, smallLog, think } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { first, post } from "./asking.ts";
import { type ServedHome, served } from "./served.ts";

const woven = "/home/ada/loom/cloth.txt";

/** Three turns with thoughts and long results, a file that is written, and one line that broke. */
function workedLog(id: string): string {
  const log = smallLog({ sessionId: id });
  for (const turn of [1, 2, 3]) {
    log.prompt(`Weave ${turn}`);
    log.answer(`m${turn}`, think("Which thread comes first?"));
    log.answer(`m${turn}`, call(`toolu_${turn}`, "Bash", { command: "ls" }));
    log.result(`toolu_${turn}`, "thread ".repeat(4000), { toolUseResult: { stdout: "thread", stderr: "" } });
    log.answer(`n${turn}`, say("Woven"));
  }
  log.answer("w", call("toolu_w", "Write", { file_path: woven, content: "warp and weft\n" }));
  log.result("toolu_w", `File created successfully at: ${woven}`, {
    toolUseResult: {
      type: "create",
      filePath: woven,
      content: "warp and weft\n",
      structuredPatch: [],
      originalFile: null,
    },
  });
  log.verbatim('{"type":"user","message":{"role":"us\n');
  log.answer("z", say("Done"));
  return log.text();
}

const filesIn = (home: string): readonly string[] =>
  readdirSync(home, { recursive: true, encoding: "utf8" }).toSorted();

type Case = {
  readonly op: string;
  readonly options: JsonObject;
  /** What its preview says, beside that it is one. */
  readonly preview: JsonObject;
  readonly source: "kept" | "gone";
  readonly left: "a new log" | "a full trash" | "the file as it was";
};

const dry = { dryRun: true } as const;
const cases: readonly Case[] = [
  { op: "trim", options: { preset: "standard" }, preview: dry, source: "kept", left: "a new log" },
  { op: "compress", options: { turns: 1 }, preview: dry, source: "kept", left: "a new log" },
  { op: "move", options: { to: "/home/ada/other" }, preview: dry, source: "kept", left: "a new log" },
  { op: "fork", options: { at: "1" }, preview: dry, source: "kept", left: "a new log" },
  { op: "repair", options: {}, preview: dry, source: "kept", left: "a new log" },
  {
    op: "recover",
    options: { path: woven, into: "back" },
    preview: { path: woven },
    source: "kept",
    left: "the file as it was",
  },
  { op: "delete", options: {}, preview: dry, source: "gone", left: "a full trash" },
];
const ids = new Map(cases.map(({ op }, at) => [op, `8888888${at}-8888-4888-8888-888888888888`]));
const idOf = (op: string): string => ids.get(op) ?? "";

/** A session for each action, in one home. */
function workedHome(): { readonly home: string; readonly pathOf: (op: string) => string } {
  const home = scratchFolder();
  const paths = new Map([...ids].map(([op, id]) => [op, writeLog(home, `-home-ada-loom/${id}`, workedLog(id))]));
  return { home, pathOf: (op) => paths.get(op) ?? "" };
}

type Done = { readonly result: JsonObject; readonly files: readonly string[]; readonly back: string };

function leftBy(op: string, { result, files, back }: Done): Case["left"] | undefined {
  if (op === "delete") return existsSync(stringField(result, "trash") ?? "") ? "a full trash" : undefined;
  if (op === "recover") {
    const found = filesIn(back).filter((name) => name.endsWith("cloth.txt"));
    const texts = found.map((name) => readFileSync(join(back, name), "utf8"));
    return texts.join() === "warp and weft\n" ? "the file as it was" : undefined;
  }
  const made = stringField(result, "path") ?? "";
  const isOld = files.some((name) => made.endsWith(name));
  return existsSync(made) && !isOld ? "a new log" : undefined;
}

describe("allowed", () => {
  const { home, pathOf } = workedHome();
  let daemon: ServedHome;
  beforeAll(async () => {
    daemon = await served(home, { actions: "allowed" });
  });

  test.for(cases)(
    "$op is previewed without a trace, and then done once",
    async ({ op, options, preview, source, left }) => {
      const back = join(dirname(daemon.cacheDir), "back");
      const path = pathOf(op);
      const before = readFileSync(path);
      const files = filesIn(home);
      const told = await post(daemon, `/actions/${op}/preview`, { session: idOf(op), ...options });
      expect([told.status, first(told.json(), "preview")]).toMatchObject([200, preview]);
      expect([filesIn(home), readFileSync(path).equals(before)]).toEqual([files, true]);
      const { plan } = told.json();
      const done = await post(daemon, `/actions/${op}`, { plan });
      expect(done.status).toBe(200);
      const result = first(done.json(), "results");
      expect(result["dryRun"] ?? false).toBe(false);
      const isKept = existsSync(path) && readFileSync(path).equals(before);
      expect([isKept ? "kept" : "gone", leftBy(op, { result, files, back })]).toEqual([source, left]);
      expect((await post(daemon, `/actions/${op}`, { plan })).status).toBe(409);
    },
  );

  test("a session is moved only to a folder that is named in full", async () => {
    const session = idOf("move");
    const answers = await Promise.all(
      [{ session }, { session, to: "elsewhere" }].map((body) => post(daemon, "/actions/move/preview", body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });
});

test("without leave no action is there, neither its preview nor itself", async () => {
  const { home } = workedHome();
  const daemon = await served(home);
  const files = filesIn(home);
  const plan = "00000000-0000-4000-8000-000000000000";
  const answers = await Promise.all(
    cases.flatMap(({ op, options }) => [
      post(daemon, `/actions/${op}/preview`, { session: idOf(op), ...options }),
      post(daemon, `/actions/${op}`, { plan }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(filesIn(home)).toEqual(files);
});
