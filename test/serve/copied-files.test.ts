// Sessions that were copied from others, asked over HTTP -> the files of their own logs, as the command line tells them.
import { expect, test } from "vitest";
import { arrayField, isObject, numberField, stringField } from "../../src/format/index.ts";
import { call, say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { first, post } from "./asking.ts";
import { type ServedHome, served } from "./served.ts";

const id = "66666666-6666-4666-8666-666666666666";

/** Two turns, each of which writes a file. */
function twoFiles(): string {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  for (const name of ["warp", "weft"]) {
    const filePath = `/home/ada/loom/${name}.txt`;
    log.prompt(`Write ${name}`);
    log.answer(`m_${name}`, call(`toolu_${name}`, "Write", { file_path: filePath, content: `${name}\n` }));
    log.result(`toolu_${name}`, `File created successfully at: ${filePath}`, {
      toolUseResult: { type: "create", filePath, content: `${name}\n`, structuredPatch: [], originalFile: null },
    });
    log.answer(`n_${name}`, say("Written"));
  }
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  return home;
}

async function filesOf({ api }: ServedHome, session: string): Promise<readonly unknown[]> {
  const files = arrayField((await api(`/sessions/${session}/files`)).json(), "files") ?? [];
  return files.flatMap((file) =>
    isObject(file) ? [`${stringField(file, "path") ?? ""} ${numberField(file, "versions") ?? 0}`] : [],
  );
}

async function made(daemon: ServedHome, op: string, options: object): Promise<string> {
  const { plan } = (await post(daemon, `/actions/${op}/preview`, { session: id, ...options })).json();
  return stringField(first((await post(daemon, `/actions/${op}`, { plan })).json(), "results"), "sessionId") ?? "";
}

test("a clone has the files of its source, a fork those up to its end, and both at once", async () => {
  const daemon = await served(twoFiles(), { actions: "allowed" });
  const [warp, weft] = ["/home/ada/loom/warp.txt 1", "/home/ada/loom/weft.txt 1"];
  expect(await filesOf(daemon, id)).toEqual([weft, warp]);
  expect(await filesOf(daemon, await made(daemon, "clone", {}))).toEqual([weft, warp]);
  expect(await filesOf(daemon, await made(daemon, "fork", { at: "1" }))).toEqual([warp]);
  expect(await filesOf(daemon, await made(daemon, "move", { to: "/home/ada/attic" }))).toEqual([
    "/home/ada/attic/weft.txt 1",
    "/home/ada/attic/warp.txt 1",
  ]);
  expect(await filesOf(daemon, id)).toEqual([weft, warp]);
});
