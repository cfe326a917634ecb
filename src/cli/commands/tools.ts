// `clew tools`: how tools, files and commands fared over all logs; a call is counted once wherever copies stand.
import { type ToolGrouping, type ToolUse, toolUses } from "../../find/index.ts";
import { type CountingFlags, askedFor, countLogs, sayNothing } from "../count-logs.ts";
import { printTable, usualLimit } from "../figure-text.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import { toolCells, toolColumns } from "../tools-text.ts";

export type Flags = CountingFlags & { readonly by?: ToolGrouping };

export async function tools(io: Io, flags: Flags): Promise<ExitCode> {
  const { scope } = askedFor(io, flags);
  const census = await countLogs(io, flags);
  const by = flags.by ?? "tool";
  const all = toolUses(census, scope, by);
  const uses = all.slice(0, flags.limit ?? (flags.json ? Infinity : usualLimit));
  if (flags.json) for (const use of uses) io.out(jsonLine(useJson(by, use)));
  else if (uses.length > 0)
    await printTable(io, { columns: toolColumns(by), rows: uses, cells: toolCells(by), all: all.length });
  if (census.logs.length === 0) return sayNothing(io, flags);
  if (uses.length > 0) return 0;
  io.err(`clew: no calls of ${by === "tool" ? "tools" : `tools about a ${by}`}\n`);
  return 1;
}

function useJson(by: ToolGrouping, { name, lastMs, ...use }: ToolUse): object {
  return { by, [by]: name, ...use, last: isoTime(lastMs) };
}
