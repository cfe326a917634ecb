// `clew session`: one file as turns, rounds, calls, agents, branches and findings.
import { rulesFor } from "../../graph/index.ts";
import { openSession } from "../../store/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { sessionPath, withProgress } from "../names.ts";
import { sessionJson, summaryJson } from "../session-json.ts";
import { summaryText } from "../session-text.ts";

export type Flags = DirFlag & JsonFlag & { readonly summary: boolean; readonly as?: string };

export function session(io: Io, flags: Flags, name: string): ExitCode {
  const rules = flags.as === undefined ? undefined : rulesFor(flags.as);
  const opened = openSession(sessionPath(io, flags, name), {
    ...withProgress(io),
    ...(rules === undefined ? {} : { rules }),
  });
  try {
    if (!flags.json) io.out(summaryText(io, opened));
    else io.out(jsonLine(flags.summary ? summaryJson(opened) : sessionJson(opened)));
    return 0;
  } finally {
    opened.close();
  }
}
