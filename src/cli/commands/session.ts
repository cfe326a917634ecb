// `clew session`: one file as turns, rounds, calls, agents, branches and findings.
import { openSession, openSummary } from "../../store/index.ts";
import type { AsFlag, DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { rulesOf, sessionPath, withProgress } from "../names.ts";
import { sessionJson, summaryJson } from "../session-json.ts";
import { summaryText } from "../session-text.ts";

export type Flags = DirFlag & JsonFlag & AsFlag & { readonly summary: boolean };

export function session(io: Io, flags: Flags, name: string): ExitCode {
  const path = sessionPath(io, flags, name);
  const options = { ...withProgress(io), rules: rulesOf(flags) };
  if (flags.json && !flags.summary) {
    const opened = openSession(path, options);
    io.out(jsonLine(sessionJson(opened)));
    opened.close();
    return 0;
  }
  const opened = openSummary(path, options);
  io.out(flags.json ? jsonLine(summaryJson(opened)) : summaryText(io, opened));
  opened.close();
  return 0;
}
