// Nothing -> a home with two sessions of many turns: results worth trimming, a file that was written, and in one of them a line that broke.
import { call, say, smallLog, think } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";

export type WorkedHome = {
  readonly home: string;
  readonly broken: { readonly id: string; readonly path: string };
  readonly sound: { readonly id: string; readonly path: string };
};

export const cloth = { path: "/home/ada/loom/cloth.txt", content: "warp and weft\n" } as const;

export function workedHome(): WorkedHome {
  const home = scratchFolder();
  const made = (id: string, state: "broken" | "sound") => ({
    id,
    path: writeLog(home, `-home-ada-loom/${id}`, workedLog(id, state)),
  });
  return {
    home,
    broken: made("77777770-7777-4777-8777-777777777777", "broken"),
    sound: made("77777771-7777-4777-8777-777777777777", "sound"),
  };
}

const turns = 8;

function workedLog(id: string, state: "broken" | "sound"): string {
  const log = smallLog({ sessionId: id });
  // Calls of the same name in two logs would be taken for copies of each other.
  const written = `toolu_${id.slice(0, 8)}_w`;
  for (let turn = 1; turn <= turns; turn++) {
    const [look, message] = [`toolu_${id.slice(0, 8)}_${turn}`, `m${turn}`];
    log.prompt(`Weave row ${turn}`);
    log.answer(message, think("Which thread comes first?"));
    log.answer(message, call(look, "Bash", { command: "ls" }));
    log.result(look, "thread ".repeat(4000), { toolUseResult: { stdout: "thread", stderr: "" } });
    log.answer(`n${turn}`, say(`Row ${turn} is woven`));
  }
  const { path, content } = cloth;
  log.answer("w", call(written, "Write", { file_path: path, content }));
  log.result(written, `File created successfully at: ${path}`, {
    toolUseResult: { type: "create", filePath: path, content, structuredPatch: [], originalFile: null },
  });
  if (state === "broken") log.verbatim('{"type":"user","message":{"role":"us\n');
  log.answer("z", say("Done"));
  return log.text();
}
