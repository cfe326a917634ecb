// `clew search`: where something was said or done, newest first, and how to go on from there.
import {
  type Hit,
  type HitReader,
  type Misreading,
  type Query,
  type SearchAnswer,
  type SessionHits,
  groupHits,
  hitReader,
  isIndexExact,
  looksInsideWords,
  misreadings,
  searchFiles,
  searchKey,
  type SearchThreads,
  searchLogs,
  searchThreads,
} from "../../find/index.ts";
import { type Catalog, CatalogFailure, type Discovered, type Skipped, projectFolderOf } from "../../store/index.ts";
import { formatBytes, plural, sanitizeLine } from "../../view/index.ts";
import { clewLine } from "../clew-line.ts";
import { type ForeignHome, foreignHomes } from "../client-home.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import { measureOf } from "../measure.ts";
import { homesOf, sayUnreadable } from "../names.ts";
import { ownMakings } from "../own-marks.ts";
import { ownTitles } from "../own-titles.ts";
import { openIndex, withoutIndex } from "../open-index.ts";
import { queryText } from "../query-arguments.ts";
import { type QueryFlags, queryOf } from "../read-query.ts";
import { isResumable, resumeLine } from "../resume-line.ts";
import { countText, folderOf, lastPart, sessionText, snippetRoom, textsOf } from "../search-text.ts";

export { queryOf };

export type SearchFlags = DirFlag &
  QueryFlags & { readonly noIndex: boolean; readonly deadline?: number; readonly threads?: number };

export type Flags = SearchFlags &
  JsonFlag & { readonly rank: boolean; readonly limit?: number; readonly perSession?: number };

const defaultSessions = 10;
const defaultPerSession = 3;
const defaultThreads = 2;
/** Of the index so many further places are counted; beyond, there are "more than". */
const quickCount = 1000;
const jsonSnippetLength = 200;

export async function search(io: Io, flags: Flags, ...words: readonly string[]): Promise<ExitCode> {
  const text = flags.literal ? words.join(" ") : queryText(words);
  const query = await queryOf(io, flags, text);
  if (query === undefined) return 2;
  const hints = flags.literal ? [] : misreadings(text);
  sayHints(io, hints, "always");
  const order = flags.rank ? "rank" : "newest";
  const snippetLength = flags.json ? jsonSnippetLength : snippetRoom(io);
  return await asking({ io, flags, query, order, snippetLength }, async (asked) => {
    const isFound = flags.json ? printJson(io, flags, asked) : await printText(io, flags, asked);
    const isComplete = sayShortfall(io, asked);
    if (!isFound && isComplete) {
      sayNothing(io, asked);
      sayHints(io, hints, "nothing-found");
    }
    if (!isComplete) return 2;
    return isFound ? 0 : isAllSearched(asked) ? 1 : 2;
  });
}

function sayHints(io: Io, hints: readonly Misreading[], when: Misreading["when"]): void {
  for (const { hint } of hints.filter((each) => each.when === when)) io.err(`clew: ${hint}\n`);
}

export type Asking = {
  readonly io: Io;
  readonly flags: SearchFlags;
  readonly query: Query;
  readonly order: "newest" | "rank";
  readonly snippetLength: number;
  /** Only files of these sessions are searched; all of them where it is absent. */
  readonly sessionKeys?: ReadonlySet<string>;
};

export type Asked = {
  readonly query: Query;
  readonly answer: SearchAnswer;
  readonly reader: HitReader;
  readonly unreadable: readonly Skipped[];
  readonly homes: readonly string[];
  /** There is no log at all. */
  readonly isEmpty: boolean;
};

type Use = (asked: Asked) => ExitCode | Promise<ExitCode>;

/** With the index if there is one; when that fails on the way, once more without. */
export async function asking(request: Asking, use: Use): Promise<ExitCode> {
  const { io, flags, query } = request;
  const isScan = flags.noIndex || looksInsideWords(query);
  // They start while the files are listed; a search that only the index answers needs none.
  const helpers = searchThreads(isScan ? (flags.threads ?? defaultThreads) - 1 : 0);
  const homes = homesOf(io, flags);
  const { found, catalog, problem, leftBytes } = isScan ? withoutIndex(homes) : await openIndex(io, homes);
  if (problem !== undefined) saySearchingLogs(io, problem);
  if (leftBytes > 0)
    io.err(
      `clew: ${formatBytes(leftBytes)} are not in the index yet; \`${clewLine(io, ["index", ...dirWords(flags)], "HOME")}\` makes searches quick\n`,
    );
  try {
    return await answering(request, { found, catalog, helpers }, use);
  } catch (error) {
    if (!(error instanceof CatalogFailure) || catalog === undefined) throw error;
    saySearchingLogs(io, error.message);
    return await answering(request, { found, catalog: undefined, helpers }, use);
  } finally {
    catalog?.close();
    await helpers.close();
  }
}

type Sources = {
  readonly found: Discovered;
  readonly catalog: Catalog | undefined;
  readonly helpers: SearchThreads;
};

async function answering(
  { io, flags, query, order, snippetLength, sessionKeys }: Asking,
  { found, catalog, helpers }: Sources,
  use: Use,
): Promise<ExitCode> {
  if (order === "rank" && catalog === undefined) {
    const why = looksInsideWords(query) ? "texts and expressions" : "without the index hits";
    io.err(`clew: ${why} are not ranked: newest first\n`);
  }
  const titles = ownTitles(io);
  const files = searchFiles(found).filter((file) => sessionKeys === undefined || sessionKeys.has(searchKey(file)));
  const answer = await searchLogs(files, query, {
    order,
    titles,
    helpers,
    threads: flags.threads ?? defaultThreads,
    onProgress: progressOf(io),
    ...(catalog !== undefined && { catalog }),
    ...(flags.deadline !== undefined && { deadlineMs: flags.deadline * 1000 }),
  });
  const reader = hitReader(query, { catalog, titles, snippetLength });
  try {
    const isEmpty = found.sessions.length + found.agents.length === 0;
    return await use({ query, answer, reader, unreadable: found.unreadable, homes: homesOf(io, flags), isEmpty });
  } finally {
    reader.close();
  }
}

const saySearchingLogs = (io: Io, problem: string): void =>
  io.err(`clew: ${sanitizeLine(problem)}; searching the logs themselves\n`);

/** As the person named the homes. */
const dirWords = ({ dir = [] }: DirFlag): readonly string[] => dir.flatMap((home) => ["--dir", home]);

const progressOf =
  (io: Io) =>
  (doneBytes: number, totalBytes: number): void =>
    io.progress(`searching ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`);

async function printText(io: Io, flags: Flags, { query, answer, reader }: Asked): Promise<boolean> {
  const groups = groupHits(answer.places, reader, {
    sessions: flags.limit ?? defaultSessions,
    perSession: flags.perSession ?? defaultPerSession,
    countLimit: quickCount,
    isExact: isIndexExact(query),
  });
  const measure = await measureOf(textsOf(groups.sessions, reader));
  const screen = { io, reader, measure, makings: ownMakings(io) };
  groups.sessions.forEach((session, at) => io.out(`${at === 0 ? "" : "\n"}${sessionText(session, screen)}`));
  if (groups.sessions.length === 0) return false;
  const { moreSessions, total, isCounted } = groups;
  const shown = groups.sessions.length;
  const gone = groups.sessions.filter(({ hits: [hit] }) => hit !== undefined && !reader.session(hit).hasLog).length;
  io.err(`${countText({ total, sessions: shown + moreSessions, shown, gone, isCounted })}\n`);
  sayHowToRead(io, flags, groups.sessions);
  return true;
}

const isInTurn = (kind: Hit["kind"]): boolean => kind !== "title" && kind !== "note";

/** With the first hit that stands in a turn of a log as the example. */
function sayHowToRead(io: Io, flags: Flags, sessions: readonly SessionHits[]): void {
  const hit = sessions.flatMap(({ hits }) => hits).find(({ file, kind }) => file.kind === "session" && isInTurn(kind));
  if (hit === undefined || !isResumable(hit.sessionId)) return;
  const words = ["show", hit.sessionId.slice(0, 8), "--line", String(hit.line), ...dirWords(flags)];
  io.err(`read a hit: ${clewLine(io, words, "HOME")}\n`);
}

function printJson(io: Io, { limit = Infinity }: Flags, { answer, reader }: Asked): boolean {
  let count = 0;
  const homeOf = foreignHomes(io);
  for (const place of answer.places) {
    if (count >= limit) break;
    const hit = reader.read(place);
    if (hit === undefined) continue;
    count += 1;
    io.out(jsonLine(hitJson(hit, { io, reader, homeOf })));
  }
  return count > 0;
}

type HitContext = { readonly io: Io; readonly reader: HitReader; readonly homeOf: ForeignHome };

function hitJson(hit: Hit, { io, reader, homeOf }: HitContext): object {
  const { file, sessionId, line, uuid, role, kind, tool, isError, timeMs, orderSeconds, snippet } = hit;
  const cwd = folderOf(hit, reader);
  const { title, hasLog } = reader.session(hit);
  const isGoing = hasLog && isResumable(sessionId);
  return {
    session: sessionId,
    title,
    project: cwd === undefined ? file.slug : lastPart(cwd),
    cwd,
    file: file.path,
    line,
    uuid,
    role,
    kind,
    tool,
    isError,
    timestamp: isoTime(timeMs ?? orderSeconds * 1000),
    agent: file.agentId,
    snippet: snippet.map(({ text }) => text).join(""),
    matches: snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text),
    resume: isGoing ? resumeLine(io, { folder: cwd, sessionId, home: homeOf(projectFolderOf(file)) }).line : undefined,
  };
}

/** Whether everything was searched; what was not is said. */
export function sayShortfall(io: Io, { answer, unreadable }: Asked): boolean {
  sayUnreadable(io, unreadable);
  const [first, ...others] = answer.failed;
  if (first !== undefined) {
    const also = others.length === 0 ? "it was" : `it and ${plural(others.length, "other log")} were`;
    io.err(`clew: ${sanitizeLine(first)} (${also} not searched)\n`);
  }
  if (answer.tooLong > 0) io.err(`clew: ${plural(answer.tooLong, "line")} of more than 64 MiB not searched\n`);
  if (answer.isComplete) return true;
  io.err(
    `clew: stopped at the deadline, with ${answer.scanned} of ${answer.toScan} files searched (--deadline SECONDS gives it longer; a plainer expression is quicker)\n`,
  );
  return false;
}

/** Nobody can say that there is nothing while some log could not be read. */
const isAllSearched = ({ answer, unreadable }: Asked): boolean => answer.failed.length === 0 && unreadable.length === 0;

/** An empty answer says what was looked through, so that it can be believed. */
export function sayNothing(io: Io, { answer, homes, isEmpty }: Asked): void {
  if (isEmpty) return io.err(`clew: nothing found: there are no sessions in ${sanitizeLine(homes.join(", "))}\n`);
  const sessions = answer.files.filter(({ kind }) => kind === "session").length;
  const bytes = answer.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (answer.files.length === 0) return io.err("clew: nothing found: no session fits the fields of the query\n");
  io.err(
    `clew: nothing found in ${plural(sessions, "session")} (${plural(answer.files.length, "file")}, ${formatBytes(bytes)})\n`,
  );
}
