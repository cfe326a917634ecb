// Reshaping commands -> the words they tell their steps with: where a cut is, what is left out, which part or session is meant.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isArray } from "../../src/format/index.ts";
import { type ReshapeHome, aged, parsed, reshapeHome, weave, weaveId } from "./reshape-home.ts";
import { say } from "./small-log.ts";

/** Two turns, the client's own compaction, and turns behind it, or only an answer. */
const compacted = (later = 2): string =>
  weave(2, (log) => {
    log.system("compact_boundary", {
      parentUuid: null,
      logicalParentUuid: `${weaveId.slice(0, 8)}-0000-4000-8000-000000000010`,
      content: "Conversation compacted",
      compactMetadata: { trigger: "manual", preTokens: 900 },
    });
    log.prompt("In short: two rows.", { isCompactSummary: true, isVisibleInTranscriptOnly: true });
    if (later === 0) log.answer("msg_later", say("Woven."));
    for (let turn = 3; turn < 3 + later; turn++) {
      log.prompt(`Weave row ${turn}.`);
      log.answer(`msg_${turn}`, say("Woven."));
    }
  });

describe("a compaction of the client's that is taken back", () => {
  test("says which turns are not in the result", async () => {
    const scene = reshapeHome(compacted());
    const said =
      "what came after the compaction is not in the result and stays in the source: 2 turns (3 to 4), 4 lines";
    const { out } = await scene.run("compress", weaveId, "--undo", "--dry-run");
    expect(out).toContain(`  the conversation ends with line 10, in turn 2\n  ${said}\n`);
    const { steps } = await scene.json("compress", weaveId, "--undo");
    expect(steps).toContainEqual({ code: "left-out-turns", text: said, count: 1, line: 11 });
  });

  test("says how many lines are not, where no turn began behind it", async () => {
    const { out } = await reshapeHome(compacted(0)).run("compress", weaveId, "--undo", "--dry-run");
    expect(out).toContain("after the compaction is not in the result and stays in the source: 1 line\n");
  });
});

test("the parts of a split say where they end and begin, and which part they are", async () => {
  const { out } = await reshapeHome().run("split", weaveId, "--at", "2", "--dry-run");
  expect(out).toMatch(
    /^dry run of split a7a7a7a7 "Weave row 1\.", part 1 of 2: nothing was written\n {2}the conversation ends with line 10, in turn 2\n[^]*\ndry run of split a7a7a7a7 "Weave row 1\.", part 2 of 2: nothing was written\n {2}the conversation begins with line 11, in turn 3\n/,
  );
});

test("a dry run that moves several sessions names each", async () => {
  const scene = reshapeHome();
  const { sessionId } = await scene.json("clone", weaveId);
  const { out } = await scene.run("move", "/home/ada/loom", "--to", "/srv/x", "--dry-run");
  for (const id of [weaveId, sessionId])
    expect(out).toContain(`dry run of move ${String(id).slice(0, 8)} "Weave row 1.": nothing was written\n`);
});

test("a step that was done several times is told without a full stop in the middle", async () => {
  const log = weave(2).split("\n");
  const twice = [...log.slice(0, 4), ...log.slice(1, 4), ...log.slice(4)].join("\n");
  const { out } = await reshapeHome(twice).run("repair", weaveId, "--dry-run");
  expect(out).toMatch(/^ {2}lines that were written twice were kept once, 3 times$/m);
  expect(out).not.toMatch(/\.,|^ {2}[A-Z]/m);
});

test("all steps are worded alike, in a list for people as in JSON", async () => {
  const log = weave(2).split("\n");
  const torn = [...log.slice(0, 2), `${log[2]?.slice(0, 40)}`, ...log.slice(3, 6), ...log.slice(5)].join("\n");
  const [told] = await reshapeHome(torn).all("repair", weaveId, "--dry-run");
  const steps = isArray(told?.["steps"])
    ? told["steps"].map((step) => String(parsed(JSON.stringify(step))["text"]))
    : [];
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.filter((text) => /^[A-Z]|\.$/.test(text))).toEqual([]);
});

test("a count that was lowered is told by what that is good for", async () => {
  const { out } = await reshapeHome(weave(8)).run("trim", weaveId, "--dry-run");
  expect(out).toContain(
    "the last answer says now how much is left to send, so that the client does not compact at once",
  );
});

test("a title that is not there is not taken away, and the history does not tell of it", async () => {
  const scene = reshapeHome();
  const { out, code } = await scene.run("title", weaveId, "--remove");
  expect({ out, code }).toEqual({ out: `${weaveId}  has no title of clew's own\n`, code: 0 });
  expect((await scene.run("history")).err).toBe("clew: nothing was done yet\n");
  expect(await scene.json("title", weaveId, "--remove")).toMatchObject({ title: "", operation: null });
});

test("a checked request says how many reminders are not among its messages", async () => {
  const scene = reshapeHome(
    weave(1, (log) => void log.attachment({ type: "nested_memory", content: { content: "Weave left to right." } })),
  );
  const { out } = await scene.run("request", aged(scene.path), "--check");
  expect(out).toMatch(
    /^\d+ messages and 1 reminder that is not counted, nothing that the Messages API would refuse\n$/,
  );
});

describe("the parts of a split", () => {
  const texts = async (scene: ReshapeHome, path: unknown): Promise<string> =>
    (await scene.run("request", aged(path))).out;

  test("are merged into what the session was", async () => {
    const scene = reshapeHome();
    const before = await texts(scene, scene.path);
    const [front, back] = await scene.all("split", weaveId, "--at", "2");
    const { path, steps } = await scene.json("merge", aged(front?.["path"]), aged(back?.["path"]));
    expect(steps).toContainEqual(
      expect.objectContaining({ text: "lines of the second part are hung on the end of the first" }),
    );
    expect(await texts(scene, path)).toBe(before);
    expect((await scene.run("doctor", aged(path))).code).toBe(0);
  });

  test("are not merged the wrong way round: the right one is told", async () => {
    const scene = reshapeHome();
    const [front, back] = await scene.all("split", weaveId, "--at", "2");
    const { code, err } = await scene.run("merge", aged(back?.["path"]), aged(front?.["path"]));
    expect(code).toBe(2);
    expect(err).toContain(`clew merge ${String(front?.["sessionId"])} ${String(back?.["sessionId"])}`);
  });

  test("of which nobody knows a history lead to the session that they were made of", async () => {
    const scene = reshapeHome();
    const [front, back] = await scene.all("split", weaveId, "--at", "2");
    rmSync(join(scene.data, "lineage.jsonl"));
    const { code, err } = await scene.run("merge", aged(front?.["path"]), aged(back?.["path"]));
    expect(code).toBe(2);
    expect(err).toContain(`both were made of session ${weaveId}, which holds all of it; \`clew history\` tells how`);
  });
});
