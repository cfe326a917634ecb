// `clew lines`: every line of a file with its place, kind and damage; the lines tile the file.
import { decodeLine, stringField } from "../../format/index.ts";
import { tallier } from "../../graph/index.ts";
import { openLog } from "../../store/index.ts";
import { formatBytes, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { sessionPath, withProgress } from "../names.ts";
import { tallyText } from "../tally-text.ts";

export type Flags = DirFlag & JsonFlag & { readonly summary: boolean };

export function lines(io: Io, flags: Flags, name: string): ExitCode {
  const file = openLog(sessionPath(io, flags, name), withProgress(io));
  try {
    const tally = tallier();
    for (const line of file.lines()) {
      const decoded = decodeLine(line);
      tally.add(decoded);
      if (flags.summary) continue;
      const { number, offset, length, end } = line;
      const damage = decoded.kind === "damaged" ? decoded.damage : null;
      const type =
        decoded.kind === "entry" || decoded.kind === "other" ? (stringField(decoded.raw, "type") ?? null) : null;
      if (flags.json)
        io.out(jsonLine({ number, offset, length, kind: decoded.kind, damage, type, end, quirks: decoded.quirks }));
      else
        io.out(
          `${String(number).padStart(7)}  ${String(offset).padStart(11)}  ${String(length).padStart(9)}  ${decoded.kind.padEnd(7)}  ${sanitizeLine(damage ?? type ?? "")}\n`,
        );
    }
    const total = tally.total();
    if (flags.summary)
      io.out(
        flags.json
          ? jsonLine({ path: file.path, ...total })
          : `${sanitizeLine(file.path)}: ${formatBytes(total.bytes)}\n${tallyText(total)}`,
      );
    return 0;
  } finally {
    file.close();
  }
}
