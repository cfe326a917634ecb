// Sessions that send unusual things (a path of their own folder, inputs nested deeply) -> reshaped like any other, and held to what they sent.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, stringField } from "../../src/format/index.ts";
import { aged, bytesAt, reshapeHome, weave, weaveId } from "./reshape-home.ts";
import { call, say, smallLog } from "./small-log.ts";
import { scratchFolder } from "./tree.ts";

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

  const cameFrom = "/Users/ada/.claude/projects/-Users-ada-loom";
  const fromElsewhere = (folder: string) => {
    const scene = sceneWithOutput();
    writeFileSync(scene.path, bytesAt(scene.path).replaceAll(scene.folder, folder));
    aged(scene.path);
    return scene;
  };

  test("names its own copy after a move also where the log came from another home", async () => {
    const scene = fromElsewhere(cameFrom);
    const { path, sessionId } = await scene.json("move", weaveId, "--to", "/home/ada/attic");
    const saved = join(dirname(String(path)), String(sessionId), "tool-results", "toolu_big.txt");
    expect(bytesAt(path)).toContain(`Full output saved to: ${saved}\\n`);
    expect(existsSync(saved)).toBe(true);
    expect(bytesAt(path)).not.toContain(`${weaveId}/tool-results`);
  });

  test("is sent word for word by a clone of a log that came from another home", async () => {
    const scene = fromElsewhere(cameFrom);
    const { path } = await scene.json("clone", weaveId);
    expect(bytesAt(path)).toContain(`${cameFrom}/${weaveId}/tool-results/toolu_big.txt`);
  });

  test("names its own copy where the home is reached through a link", async () => {
    const scene = sceneWithOutput();
    const link = join(scratchFolder(), "linked");
    symlinkSync(scene.home, link);
    const { out } = await scene.run("clone", weaveId, "--dir", link, "--json");
    const made: unknown = JSON.parse(out);
    const path = isObject(made) ? (stringField(made, "path") ?? "") : "";
    expect(bytesAt(path)).not.toContain(`${weaveId}/tool-results`);
  });

  test("leaves a path with a blank in it as it is, for nobody knows where it begins", async () => {
    const folder = "/Users/ada of loom/.claude/projects/-x";
    const { path } = await fromElsewhere(folder).json("move", weaveId, "--to", "/home/ada/attic");
    expect(bytesAt(path)).toContain(`${folder}/${weaveId}/tool-results/toolu_big.txt`);
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
