// `clew blame`: a file, as it is on disk or else was last -> for each line the session, turn, prompt and time that brought it, or that no session did.
import type { BlamedLine, FileVersion } from "../../graph/index.ts";
import { type OpenHistory, isOnDisk, recoverableVersion } from "../../find/index.ts";
import { WorldError } from "../../store/index.ts";
import { formatTime, sanitizeLine } from "../../view/index.ts";
import { contentText, versionLine } from "../files/file-text.ts";
import { type FilesFlags, withFiles } from "../files/open-files.ts";
import { textOnDisk } from "./files-diff.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import { measureOf } from "../measure.ts";
import { painter } from "../paint.ts";

export type Flags = DirFlag & JsonFlag;

export async function blame(io: Io, flags: FilesFlags & Flags, name: string): Promise<ExitCode> {
  return await withFiles(io, flags, async ({ named }) => {
    const opened = named(name);
    const lines = isOnDisk(opened.history.path) === false ? lastLines(io, opened) : linesOnDisk(opened);
    if (flags.json) lines.forEach((line, at) => io.out(jsonLine(lineJson(line, at + 1))));
    else await printLines(io, lines);
    if (lines.length === 0) io.err("clew: the file is empty\n");
    return lines.some(({ version }) => version !== undefined) ? 0 : 1;
  });
}

const linesOnDisk = ({ history, blame }: OpenHistory): readonly BlamedLine[] => blame(textOnDisk(history.path));

/** Of a file that is gone the last version that was there. */
function lastLines(io: Io, { history, content, blame }: OpenHistory): readonly BlamedLine[] {
  const { path, versions } = history;
  const last = recoverableVersion(versions, undefined);
  const whole = last && content(last);
  if (last === undefined || whole === undefined)
    throw new WorldError("not-found", `${path} is not there any more, and ${whyNotWhole(last)}`, {
      hint: `see its versions with \`${io.command} files log\`, and what is known of one with \`${io.command} files show --at v1\``,
    });
  io.err(`clew: the file is not there any more; this is ${versionLine(history, last)}\n`);
  return blame(whole.text, last);
}

const whyNotWhole = (last: FileVersion | undefined): string =>
  last?.doubts.includes("too-large") === true
    ? "its last version is not derivable: too large"
    : "its last version is not known whole";

function lineJson({ text, version }: BlamedLine, line: number): object {
  return {
    line,
    text,
    session: version?.session,
    agent: version?.agent,
    turn: version?.prompt?.turn,
    prompt: version?.prompt?.words,
    time: isoTime(version?.timeMs),
    path: version?.path,
    version: version?.number,
    cause: version?.cause,
    grade: version?.grade,
    call: version?.call?.id,
    sources: version?.sources.map((place) => ({ log: place.log, line: place.line })) ?? [],
  };
}

const promptRoom = 32;
const stranger = "not from a session";

async function printLines(io: Io, lines: readonly BlamedLine[]): Promise<void> {
  const paint = painter(io);
  const versions = new Set(lines.flatMap(({ version }) => version ?? []));
  const measure = await measureOf(Array.from(versions, ({ prompt }) => sanitizeLine(prompt?.words ?? "")));
  const heads = new Map<FileVersion | undefined, string>([[undefined, stranger]]);
  for (const version of versions) heads.set(version, headOf(version));
  let widest = 0;
  for (const head of heads.values()) widest = Math.max(widest, measure.width(head));
  const digits = String(lines.length).length;
  lines.forEach(({ text, version }, at) => {
    const head = heads.get(version) ?? stranger;
    const padding = " ".repeat(widest - measure.width(head));
    const number = String(at + 1).padStart(digits);
    io.out(`${paint(version === undefined ? "dim" : "call", head)}${padding}  ${number}) ${contentText(io, text)}\n`);
  });

  function headOf({ session, agent, prompt, timeMs }: FileVersion): string {
    const who = `${sanitizeLine(session.slice(0, 8))}${agent === undefined ? " " : "+"}`;
    const turn = prompt === undefined ? "" : String(prompt.turn);
    const words = measure.fit(sanitizeLine(prompt?.words ?? ""), promptRoom);
    return `${sanitizeLine(who).padEnd(9)} ${turn.padStart(3)} ${formatTime(timeMs)} ${words}`;
  }
}
