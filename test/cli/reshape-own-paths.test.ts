// Sessions that send unusual things (a path of their own folder, inputs nested deeply) -> reshaped like any other, and held to what they sent.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { aged, bytesAt, reshapeHome, weave, weaveId } from "./reshape-home.ts";
import { call, say, smallLog } from "./small-log.ts";

const torn = '{"parentUu';

/** Nobody knows where a home in the temporary folder will be: the log is written a second time, when that is known. */
function sceneWithOutput(tail = "", preview = "Preview:\nabc\n") {
  const scene = reshapeHome();
  const saved = join(scene.folder, weaveId, "tool-results", "toolu_big.txt");
  mkdirSync(join(scene.folder, weaveId, "tool-results"), { recursive: true });
  writeFileSync(saved, "a long output");
  const output = `<persisted-output>\nOutput too large (50KB). Full output saved to: ${saved}\n\n${preview}</persisted-output>`;
  const log = weave(2, (more) => {
    more.prompt("Weave it all.");
    more.answer("msg_big", call("toolu_big", "Bash", { command: "weave" }));
    more.result("toolu_big", output);
    more.answer("msg_end", say("All of it is woven."));
  });
  writeFileSync(scene.path, `${log}${tail}`);
  aged(scene.path);
  return scene;
}

describe("a session whose tool output the client saved beside it", () => {
  const commands = ["clone", "clone --keep-uuids", "trim --keep-turns 1", "compress --keep-turns 1", "fork --at 3"];
  test.each(commands)("can be reshaped, and its result names its own copy: %s", async (words) => {
    const scene = sceneWithOutput();
    const [command = "", ...flags] = words.split(" ");
    const { path, sessionId } = await scene.json(command, weaveId, ...flags);
    expect(bytesAt(path)).toContain(join(scene.folder, String(sessionId), "tool-results", "toolu_big.txt"));
    expect(bytesAt(path)).not.toContain(join(scene.folder, weaveId, "tool-results"));
  });

  test.each(["clone", "move --to /home/ada/attic", "repair"])(
    "names its own copy also where the log came from another home: %s",
    async (words) => {
      const scene = sceneWithOutput(words === "repair" ? torn : "");
      const log = bytesAt(scene.path);
      writeFileSync(scene.path, log.replaceAll(scene.folder, "/Users/ada/.claude/projects/-Users-ada-loom"));
      aged(scene.path);
      const [command = "", ...flags] = words.split(" ");
      const { path, sessionId } = await scene.json(command, weaveId, ...flags);
      const saved = join(dirname(String(path)), String(sessionId), "tool-results", "toolu_big.txt");
      expect(bytesAt(path)).toContain(`Full output saved to: ${saved}\\n`);
      expect(existsSync(saved)).toBe(true);
      expect(bytesAt(path)).not.toContain(`${weaveId}/tool-results`);
    },
  );

  test("leaves a path with a blank in it as it is, for nobody knows where it begins", async () => {
    const scene = sceneWithOutput();
    const log = bytesAt(scene.path);
    writeFileSync(scene.path, log.replaceAll(scene.folder, "/Users/ada of loom/.claude/projects/-x"));
    aged(scene.path);
    const { path } = await scene.json("clone", weaveId);
    expect(bytesAt(path)).toContain(`/Users/ada of loom/.claude/projects/-x/${weaveId}/tool-results/toolu_big.txt`);
  });

  test("can be cloned where the output's beginning is long", async () => {
    const scene = sceneWithOutput("", `Preview:\n${"warp and weft ".repeat(200)}\n`);
    expect(await scene.json("clone", weaveId)).toMatchObject({ dropped: 0, added: 0 });
  });

  test("can be repaired, and what it sent is sent", async () => {
    const scene = sceneWithOutput(torn);
    const { path, sessionId } = await scene.json("repair", weaveId);
    expect(bytesAt(path)).toContain(join(scene.folder, String(sessionId), "tool-results", "toolu_big.txt"));
  });
});

test.each(["clone", "clone --keep-uuids", "trim --keep-turns 0", "fork --at 1"])(
  "every line of a result names it, also where the file was given another name than its lines know: %s",
  async (words) => {
    const inside = "12121212-0000-4000-8000-000000000000";
    const scene = reshapeHome(weave(2).replaceAll(weaveId, inside));
    const [command = "", ...flags] = words.split(" ");
    const { path, sessionId } = await scene.json(command, weaveId, ...flags);
    const log = bytesAt(path);
    expect(log).toContain(`"sessionId":"${String(sessionId)}"`);
    expect(log).not.toContain(`"sessionId":"${inside}"`);
    expect(log).toContain(`"forkedFrom":{"sessionId":"${weaveId}"`);
  },
);

describe("a call whose input is nested deeper than JSON can be written at once", () => {
  const deep = (): string => {
    const log = smallLog({ sessionId: weaveId });
    log.prompt("Weave deeply.");
    log.answer("msg_1", call("toolu_1", "Weave", { x: "DEEP" }));
    log.result("toolu_1", "woven");
    log.answer("msg_2", say("Done."));
    return log.text().replace('"DEEP"', `${"[".repeat(12_000)}${"]".repeat(12_000)}`);
  };

  test.each(["clone", "repair"])("does not keep its session from %s", async (command) => {
    const scene = reshapeHome(`${deep()}${command === "repair" ? torn : ""}`);
    const { path } = await scene.json(command, weaveId);
    expect(bytesAt(path)).toContain("[".repeat(12_000));
  });

  test("can be trimmed away", async () => {
    const flags = ["--calls", "remove", "--keep-turns", "0"];
    const { path } = await reshapeHome(deep()).json("trim", weaveId, ...flags);
    expect(bytesAt(path)).not.toContain("[[[[");
  });
});
