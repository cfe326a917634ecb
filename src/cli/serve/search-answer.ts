// A query -> the sessions that hold it, with their first hits; snippets are pieces of text, each marked as hit or not.
import { type Hit, type SessionHits, groupHits, isIndexExact, parseQuery } from "../../find/index.ts";
import { isSet, needed, wholeNumber } from "../../serve/index.ts";
import { WorldError, projectFolderOf } from "../../store/index.ts";
import { type ForeignHome, foreignHomes } from "../client-home.ts";
import { type Asked as Found, asking, queryOf } from "../commands/search.ts";
import type { Io } from "../io.ts";
import { isoTime } from "../json-line.ts";
import { isResumable, resumeLine } from "../resume-line.ts";
import { folderOf, lastPart } from "../search-text.ts";
import type { Asked } from "./asked.ts";
import { catchingIo } from "./lane-io.ts";

const deadlineSeconds = 20;
const snippetLength = 200;
/** Of the index so many further places are counted. */
const quickCount = 1000;

export async function searchAnswer({ args, nowMs, settings, list, question }: Asked): Promise<string> {
  const { io, err } = catchingIo(settings, nowMs);
  const flags = { literal: isSet(args, "literal"), noIndex: false, deadline: deadlineSeconds };
  const sessions = wholeNumber(args, "limit", { usual: 20, most: 200, least: 1 });
  const perSession = wholeNumber(args, "perSession", { usual: 3, most: 50, least: 1 });
  const query = await queryOf(io, flags, needed(args, "q"));
  if (query === undefined) throw notUnderstood(args["q"] ?? "", err());
  const order = isSet(args, "rank") ? "rank" : "newest";
  const { q: _text, ...filters } = args;
  const keys = await list.matchingKeys({ ...question, args: filters });
  let text = "";
  await asking({ io, flags, query, order, snippetLength, ...(keys && { sessionKeys: keys }) }, (found) => {
    const options = { sessions, perSession, countLimit: quickCount, isExact: isIndexExact(query) };
    text = answerText({ io, found, homeOf: foreignHomes(io) }, groupHits(found.answer.places, found.reader, options));
    return 0;
  });
  return text;
}

/** The command says it in lines for a person; here its first one is enough, and where. */
function notUnderstood(text: string, said: string): WorldError {
  const parsed = parseQuery(text, () => undefined);
  if (parsed.kind === "query")
    return new WorldError("bad-argument", said.split("\n")[0] ?? "", { hint: "see the message" });
  const { column, message, hint } = parsed.problem;
  return new WorldError("bad-argument", `column ${column}: ${message}`, { hint });
}

type Groups = ReturnType<typeof groupHits>;

type Answering = { readonly io: Pick<Io, "command">; readonly found: Found; readonly homeOf: ForeignHome };

function answerText(answering: Answering, { sessions, total, isCounted, moreSessions }: Groups): string {
  const { isComplete } = answering.found.answer;
  const value = {
    sessions: sessions.map((one) => sessionJson(one, answering)),
    total,
    isCounted,
    moreSessions,
    isComplete,
  };
  return JSON.stringify(value, (_key, one: unknown) => one ?? null);
}

function sessionJson({ sessionId, hits, more }: SessionHits, { io, found: { reader }, homeOf }: Answering): object {
  const [first] = hits;
  const cwd = first && folderOf(first, reader);
  const session = first && reader.session(first);
  const home = first && homeOf(projectFolderOf(first.file));
  return {
    sessionId,
    title: session?.title,
    project: cwd === undefined ? first?.file.slug : lastPart(cwd),
    cwd,
    more,
    resume:
      session?.hasLog === true && isResumable(sessionId) ? resumeLine(io, { folder: cwd, sessionId, home }).line : null,
    hits: hits.map(hitJson),
  };
}

function hitJson({ line, uuid, role, kind, tool, isError, timeMs, orderSeconds, file, snippet }: Hit): object {
  return {
    line,
    uuid,
    role,
    kind,
    tool,
    isError,
    time: isoTime(timeMs ?? orderSeconds * 1000),
    agent: file.agentId,
    snippet: snippet.map(({ text, isMatch }) => ({ text, hit: isMatch })),
  };
}
