// `clew files diff`: two moments of a file, or one and the disk -> the lines in which they differ.
import { type FileVersion, decodeBytes } from "../../graph/index.ts";
import {
  type DiffHunk,
  type OpenHistory,
  type TextDiff,
  diffTexts,
  isOnDisk,
  partialText,
  unknownReason,
} from "../../find/index.ts";
import { WorldError, readSmallFile } from "../../store/index.ts";
import { formatTime, sanitizeLine } from "../../view/index.ts";
import { contentText } from "../files/file-text.ts";
import { momentIn, tooEarly, versionFor } from "../files/moment.ts";
import { type FilesFlags, withFiles } from "../files/open-files.ts";
import { versionJson } from "../files/version-json.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { type Paint, type Role, painter } from "../paint.ts";

export type Flags = FilesFlags & JsonFlag;

type Side = { readonly label: string; readonly text: string; readonly version: FileVersion | undefined };

export async function filesDiff(
  io: Io,
  flags: Flags,
  ...[name, a, b = "disk"]: [string, string, string?]
): Promise<ExitCode> {
  return await withFiles(io, flags, ({ named, session }) => {
    const opened = named(name);
    const side = (text: string): Side =>
      text === "disk" ? sideOnDisk(opened.history.path) : sideAt(opened, versionAt(text));
    const versionAt = (text: string): FileVersion => {
      const version = versionFor(opened.history, momentIn(io, text, session));
      if (version !== undefined) return version;
      throw new WorldError("not-found", tooEarly(opened.history), { hint: "v1 names its first version" });
    };
    const [from, to] = [side(a), side(b)];
    const { hunks, isCoarse } = diffTexts(from.text, to.text);
    if (flags.json) io.out(diffJson(opened, { from, to, hunks, isCoarse }));
    else {
      for (const { version, label } of [from, to])
        if (version?.grade === "partial") io.err(`clew: ${sanitizeLine(label)} is known in part only\n`);
      if (isCoarse) io.err("clew: too many differences to compare line by line; this is all of both versions\n");
      if (hunks.length === 0) io.err("clew: no difference\n");
      else io.out(diffText(io, { from, to, hunks, isCoarse }));
    }
    return hunks.length === 0 ? 1 : 0;
  });
}

function sideAt({ history, content }: OpenHistory, version: FileVersion): Side {
  const label = `${history.path} v${version.number} ${formatTime(version.timeMs)}`;
  const text = version.exists ? (content(version)?.text ?? partialText(version)) : "";
  if (text !== undefined) return { label: version.exists ? label : `${label} (not there)`, text, version };
  throw new WorldError("not-found", `cannot compare ${label}: ${unknownReason(version)}`, {
    hint: "see which versions are known with `clew files log`",
  });
}

function sideOnDisk(path: string): Side {
  if (isOnDisk(path) === undefined)
    throw new WorldError("bad-argument", `${path} cannot be looked at on this machine`, {
      hint: "name two versions, like v1 v2",
    });
  return isOnDisk(path) === false
    ? { label: `${path} on disk (not there)`, text: "", version: undefined }
    : { label: `${path} on disk`, text: textOnDisk(path), version: undefined };
}

/** A larger file is not a text that people edit. */
const mostBytes = 512 * 1024 * 1024;

/** A person's own file, which may be a link; a pipe would never end, and is refused. */
export const textOnDisk = (path: string): string =>
  decodeBytes(readSmallFile(path, { mostBytes, links: "followed" })).text;

type Compared = TextDiff & { readonly from: Side; readonly to: Side };

function diffJson({ history }: OpenHistory, { from, to, hunks, isCoarse }: Compared): string {
  const side = ({ version }: Side): object | undefined => version && versionJson(history, version);
  return jsonLine({ path: history.path, from: side(from), to: side(to), hunks, ...(isCoarse && { isCoarse }) });
}

function diffText(io: Io, { from, to, hunks }: Compared): string {
  const paint = painter(io);
  const heads = [`--- ${sanitizeLine(from.label)}`, `+++ ${sanitizeLine(to.label)}`].map((line) =>
    paint("title", line),
  );
  return `${[...heads, ...hunks.flatMap((hunk) => hunkLines(hunk, io, paint))].join("\n")}\n`;
}

function hunkLines(
  { oldStart, oldLines, newStart, newLines, lines }: DiffHunk,
  io: Io,
  paint: Paint,
): readonly string[] {
  const head = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
  return [paint("call", head), ...lines.map((line) => paintLine(contentText(io, line), paint))];
}

const roles: Readonly<Record<string, Role>> = { "+": "good", "-": "error" };

function paintLine(line: string, paint: Paint): string {
  const role = roles[line.slice(0, 1)];
  return role === undefined ? line : paint(role, line);
}
