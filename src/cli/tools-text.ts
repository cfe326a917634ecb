// Uses of tools, files and commands -> the rows people read.
import type { ToolGrouping, ToolUse } from "../find/index.ts";
import { formatBytes, formatDuration, formatWhole, sanitizeLine } from "../view/index.ts";
import type { Cell, Column } from "./grid.ts";
import type { Paint } from "./paint.ts";

export function toolColumns(by: ToolGrouping): readonly Column[] {
  return [
    { heading: by.toUpperCase(), align: "left", flexible: true, ...(by === "command" && { most: 60 }) },
    { heading: "CALLS", align: "right" },
    { heading: "ERRORS", align: "right" },
    { heading: "DENIED", align: "right", drop: 3 },
    { heading: "STOPPED", align: "right", drop: 4 },
    { heading: "MEDIAN", align: "right", drop: 2 },
    { heading: "P95", align: "right", drop: 1 },
    { heading: "OUTPUT", align: "right" },
    by === "file"
      ? { heading: "TOOLS", align: "left", drop: 5 }
      : { heading: by === "tool" ? "FILES" : "SESSIONS", align: "right", drop: 5 },
  ];
}

export function toolCells(by: ToolGrouping): (use: ToolUse, paint: Paint) => readonly Cell[] {
  const some = (count: number): string => (count === 0 ? "" : formatWhole(count));
  return (use, paint) => [
    { text: sanitizeLine(use.name), keep: by === "file" ? "end" : undefined },
    { text: formatWhole(use.calls) },
    { text: some(use.errors), paint: (text) => paint("error", text) },
    { text: some(use.denials) },
    { text: some(use.interruptions) },
    { text: formatDuration(use.medianMs) },
    { text: formatDuration(use.p95Ms) },
    { text: formatBytes(use.outputBytes) },
    { text: lastCell(use) },
  ];

  function lastCell({ tools, files, sessions }: ToolUse): string {
    switch (by) {
      case "tool":
        return some(files);
      case "command":
        return formatWhole(sessions);
      case "file":
        return sanitizeLine([...tools].map(([tool, calls]) => `${tool} ${formatWhole(calls)}`).join(", "));
    }
  }
}
