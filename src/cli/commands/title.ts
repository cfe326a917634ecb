// `clew title`: a session and a title -> clew's own note of it, or with --native the client's line in the log.
import { nodeWorld, setTitle } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { sessionPath } from "../names.ts";

export type Flags = DirFlag & JsonFlag & { readonly native: boolean };

/** No words take clew's note away. */
export function title(io: Io, flags: Flags, name: string, ...words: readonly string[]): ExitCode {
  const text = words.join(" ").trim();
  const record = setTitle(
    {
      path: sessionPath(io, flags, name),
      title: text === "" ? undefined : text,
      where: flags.native ? "log" : "note",
      command: "title",
      args: [name, text],
    },
    nodeWorld(io.dataDir),
  );
  const [source] = record.sources;
  const { from, to } = record.title ?? { to: text };
  if (flags.json)
    io.out(
      jsonLine({ sessionId: source?.sessionId, path: source?.path, title: to, before: from, operation: record.op }),
    );
  else io.out(`${source?.sessionId ?? name}  ${to === "" ? "has no title of its own any more" : sanitizeLine(to)}\n`);
  return 0;
}
