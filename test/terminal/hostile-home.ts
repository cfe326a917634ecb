// A seed -> a config home in which every name and text is hostile: folders, logs, agents, titles, paths, tools.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { call, say, smallLog } from "../cli/small-log.ts";
import { type Random, randomFrom } from "../catalog/random.ts";
import { everyAttack, hostileName } from "./hostile-name.ts";

export type HostileSession = {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId: string;
  /** A file that the session wrote. */
  readonly file: string;
};

export type HostileHome = {
  readonly home: string;
  readonly data: string;
  readonly cache: string;
  readonly sessions: readonly HostileSession[];
  /** How many hostile names and texts it holds. */
  readonly names: number;
};

/** Files and folders below a hostile home of its own name; `sessions` of them, three in four with a hostile stem. */
export function hostileHome(seed: number, sessions: number): HostileHome {
  const random = randomFrom(seed);
  const root = scratchFolder();
  const home = join(root, `home${hostileName(random, "file")}`);
  let names = 1;
  const made = Array.from({ length: sessions }, (_, at) => {
    const one = writeSession(home, random, seed * 1000 + at);
    names += one.names;
    return one.session;
  });
  const [data, cache] = [join(root, "data"), join(root, "cache")];
  mkdirSync(data);
  return { home, data, cache, sessions: made, names };
}

function writeSession(home: string, random: Random, number: number): { session: HostileSession; names: number } {
  let names = 0;
  const named = (where: "file" | "json"): string => {
    names += 1;
    return random.chance(0.2) ? (everyAttack[number % everyAttack.length] ?? "") : hostileName(random, where);
  };
  const id = `eeee${String(number).padStart(4, "0")}-0000-4000-8000-000000000001`;
  const stem = number % 4 === 0 ? id : `${named("file")}${number}`;
  // A log whose name is not a UUID has the id that its first entry names.
  const sessionId = [id, stem, named("json")][number % 3] ?? id;
  const slug = `-${named("file")}`;
  const agentId = `a${named("file")}`;
  const cwd = `/home/ada/${named("json")}`;
  const file = `${cwd}/${named("json")}.ts`;
  const log = smallLog({
    sessionId: id,
    envelope: { sessionId, cwd, gitBranch: named("json"), version: `2.1.325${named("json")}` },
  });
  const tool = named("json");
  log.prompt(`weave ${named("json")}`);
  // What the model said is shown as it is, line by line: only in names is a line break an attack.
  log.answer("msg_1", say(named("json").replaceAll(/[\n\r]/g, " ")), { model: named("json") });
  log.answer("msg_2", call("toolu_1", "Write", { file_path: file, content: `first\n${named("json")}\n` }));
  log.result("toolu_1", `written ${named("json")}`, { toolUseResult: { type: "create", filePath: file } });
  log.answer("msg_3", call("toolu_2", `T${tool}`, { [named("json")]: named("json") }));
  log.result("toolu_2", named("json"), { toolUseResult: { agentId } });
  log.prompt("and once more");
  log.answer("msg_4", call(named("json"), "Bash", { command: `echo ${named("json")}` }));
  if (number % 2 === 0) log.state({ type: "custom-title", customTitle: named("json"), sessionId });
  if (number % 3 === 0) log.verbatim(`{"torn ${named("file").replaceAll(/[\n\r]/g, "")}\n`);
  const path = writeLog(home, join(slug, stem), log.text());
  writeAgent(join(dirname(path), stem, "subagents", `agent-${agentId}`), { sessionId, agentId, about: named("json") });
  return { session: { path, sessionId, agentId, file }, names };
}

type Agent = { readonly sessionId: string; readonly agentId: string; readonly about: string };

function writeAgent(place: string, { sessionId, agentId, about }: Agent): void {
  const log = smallLog({ sessionId: "aaaaaaaa", envelope: { sessionId, isSidechain: true, agentId } });
  log.prompt(about);
  log.answer("msg_a", say("woven"));
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(`${place}.jsonl`, log.text());
  writeFileSync(`${place}.meta.json`, JSON.stringify({ agentType: about, description: about, toolUseId: "toolu_2" }));
}
