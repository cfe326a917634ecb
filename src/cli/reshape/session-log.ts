// What a person calls a session -> the path of its main log; refuses what is no session before anything is opened.
import { statSync } from "node:fs";
import { basename } from "node:path";
import { isAgentId } from "../../format/index.ts";
import { WorldError } from "../../store/index.ts";
import type { DirFlag } from "../flags.ts";
import type { Io } from "../io.ts";
import { namedPath } from "../names.ts";

export function sessionLog(io: Io, flags: DirFlag, name: string): string {
  const path = namedPath(io, flags, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true)
    throw new WorldError("is-directory", `${path} is a folder`, { hint: "name a .jsonl file or a session id" });
  if (stats?.isFile() === false)
    throw new WorldError("bad-argument", `${path} is no plain file`, { hint: "name a .jsonl file or a session id" });
  if (isAgentLog(basename(path)))
    throw new WorldError("bad-argument", `${path} is the log of an agent, which goes where its session goes`, {
      hint: "name the session it belongs to",
    });
  return path;
}

const isAgentLog = (name: string): boolean =>
  name.startsWith("agent-") && name.endsWith(".jsonl") && isAgentId(name.slice("agent-".length, -".jsonl".length));
