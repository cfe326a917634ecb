// `clew files log`: the versions of a file, oldest first, each with the prompt that led to it.
import { grid } from "../grid.ts";
import { findingLine, versionCells, versionColumns } from "../files/file-text.ts";
import { type FilesFlags, withFiles } from "../files/open-files.ts";
import { versionJson } from "../files/version-json.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { painter } from "../paint.ts";
import { plural, sanitizeLine } from "../../view/index.ts";

export type Flags = FilesFlags & JsonFlag;

export async function filesLog(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  return await withFiles(io, flags, async ({ named, isMeant }) => {
    const { history } = named(name);
    const versions = history.versions.filter(isMeant);
    const paint = painter(io);
    if (flags.json) for (const version of versions) io.out(jsonLine(versionJson(history, version)));
    else if (versions.length > 0) {
      const rows = versions.map((version) => versionCells(version, paint));
      io.out(await grid(versionColumns, rows, io.columns));
    }
    if (!flags.json) {
      for (const finding of history.findings) io.err(`clew: ${findingLine(finding)}\n`);
      io.err(`clew: ${plural(versions.length, "version")} of ${sanitizeLine(history.path)}\n`);
    }
    return versions.length === 0 ? 1 : 0;
  });
}
