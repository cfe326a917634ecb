// `clew title`: a session and a title -> clew's own note of it, or with --native the client's line in the log; without a title, the one it has.
import { sessionWords } from "../../find/index.ts";
import { WorldError, emptyTitle, lookAtSession, namedPlace, setTitle, titleInLog } from "../../store/index.ts";
import { formatWhole, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { ownTitles } from "../own-titles.ts";
import { refuseStranger } from "../reshape/refuse-stranger.ts";
import { sayInUse } from "../reshape/say-in-use.ts";
import { sessionLog } from "../reshape/session-log.ts";
import { settleFirst } from "../reshape/settle-first.ts";
import { sayUntidy } from "../reshape/telling.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = DirFlag &
  JsonFlag & { readonly native: boolean; readonly remove: boolean; readonly dryRun: boolean };

/** Longer ones are a paste that went wrong. */
const longestTitle = 500;

export function title(io: Io, flags: Flags, ...[name = "", ...words]: readonly string[]): ExitCode {
  // One line, as every list shows it; nothing that a terminal would obey.
  const text = words
    .join(" ")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (text.length > longestTitle)
    throw new WorldError("bad-argument", `a title of ${formatWhole(text.length)} characters is too long`, {
      hint: `give it at most ${longestTitle}`,
    });
  refuseContradiction(flags, text);
  if ((text !== "" || flags.remove) && !flags.dryRun) settleFirst(io);
  const path = sessionLog(io, flags, name);
  if (words.length === 0 && !flags.remove) return tell(io, flags, path);
  // A script whose variable is empty takes nothing away.
  if (text === "" && !flags.remove)
    throw new WorldError("bad-argument", "a title needs words", { hint: "--remove takes clew's own title away" });
  if (flags.remove && !hasOwnTitle(io, path)) return hasNone(io, flags, path);
  if (text !== "") refuseStranger(io, path, flags.native ? "entry" : "entry-or-name");
  if (text !== "" && titleNow(io, flags, path) === text) return hasIt(io, flags, { path, text });
  if (flags.dryRun) return wouldBe(io, flags, { path, text });
  const done = setTitle(
    {
      path,
      title: text === "" ? undefined : text,
      where: flags.native ? "log" : "note",
      command: "title",
      args: [name, ...(flags.remove ? ["--remove"] : [text]), ...(flags.native ? ["--native"] : [])],
    },
    worldOf(io),
  );
  sayUntidy(io, done);
  const { record } = done;
  const [source] = record.sources;
  const own = source === undefined ? undefined : ownTitles(io).get(source.sessionId);
  if (flags.native && own !== undefined)
    io.err(
      `clew: lists of clew go on to show its own title ${JSON.stringify(sanitizeLine(own))}; \`${io.command} title SESSION --remove\` takes that away\n`,
    );
  const { from, to } = record.title ?? { to: text };
  if (flags.json)
    io.out(
      jsonLine({ sessionId: source?.sessionId, path: source?.path, title: to, before: from, operation: record.op }),
    );
  else
    io.out(
      `${sanitizeLine(source?.sessionId ?? name)}  ${to === "" ? "has no title of clew's own any more" : sanitizeLine(to)}\n`,
    );
  return 0;
}

function refuseContradiction({ native, remove }: Flags, text: string): void {
  const refuse = (message: string, hint: string): never => {
    throw new WorldError("bad-argument", message, { hint });
  };
  if (remove && text !== "")
    refuse("--remove takes a title away, and gives no other", "leave out --remove, or the title");
  if (remove && native)
    refuse("a line is never taken out of a log", "--remove without --native takes clew's note away");
  if (native && text === "") throw emptyTitle();
}

/** What lists call it, and nothing is changed. */
function tell(io: Io, { json }: Flags, path: string): ExitCode {
  const { sessionId } = namedPlace(path, worldOf(io).disk);
  const own = ownTitles(io).get(sessionId);
  const shown = own ?? sessionWords(undefined)(path).title;
  const mark = own === undefined ? "" : "  (clew's own; --remove takes it away)";
  if (json) io.out(jsonLine({ sessionId, path, title: shown, isOwn: own !== undefined }));
  else io.out(`${sanitizeLine(sessionId)}  ${shown === "" ? "(no title)" : sanitizeLine(shown)}${mark}\n`);
  return 0;
}

const hasOwnTitle = (io: Io, path: string): boolean => ownTitles(io).has(namedPlace(path, worldOf(io).disk).sessionId);

/** Nothing is done, and the history tells of nothing. */
function hasNone(io: Io, { json, dryRun }: Flags, path: string): ExitCode {
  const { sessionId } = namedPlace(path, worldOf(io).disk);
  io.out(
    json
      ? jsonLine({ sessionId, path, title: "", ...(dryRun ? { dryRun } : { before: undefined, operation: undefined }) })
      : `${sanitizeLine(sessionId)}  has no title of clew's own\n`,
  );
  return 0;
}

function titleNow(io: Io, { native }: Flags, path: string): string | undefined {
  const { disk } = worldOf(io);
  return native ? titleInLog(disk, path) : ownTitles(io).get(namedPlace(path, disk).sessionId);
}

/** The same once more would say nothing new. */
function hasIt(io: Io, { json, dryRun }: Flags, { path, text }: Titled): ExitCode {
  const { sessionId } = namedPlace(path, worldOf(io).disk);
  io.out(
    json
      ? jsonLine({ sessionId, path, title: text, ...(dryRun ? { dryRun } : { before: text, operation: undefined }) })
      : `${sanitizeLine(sessionId)}  has the title ${sanitizeLine(text)} already\n`,
  );
  return 0;
}

type Titled = { readonly path: string; readonly text: string };

function wouldBe(io: Io, { json, native }: Flags, { path, text }: Titled): ExitCode {
  const world = worldOf(io);
  const { sessionId } = namedPlace(path, world.disk);
  if (native) sayInUse(io, { look: lookAtSession(path, world), policy: "insist" }, world);
  const where = native ? "by a line in its log" : "by clew's own note";
  if (json) io.out(jsonLine({ sessionId, path, title: text, dryRun: true }));
  else
    io.out(
      `${sanitizeLine(sessionId)}  would ${text === "" ? "lose clew's own title" : `be called ${sanitizeLine(text)} ${where}`}\n`,
    );
  return 0;
}
