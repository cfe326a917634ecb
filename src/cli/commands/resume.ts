// `clew resume`: one session, by its name or by what was said in it -> the client, started on it in its folder.
import { basename, dirname } from "node:path";
import { isUuid } from "../../format/index.ts";
import { groupHits, resumeFolder, sessionWords } from "../../find/index.ts";
import { WorldError, isFolder, peekLog, projectFolderOf } from "../../store/index.ts";
import { formatAge, formatWhole, sanitizeLine } from "../../view/index.ts";
import { clewLine } from "../clew-line.ts";
import { foreignHomeOf, foreignHomes, homeVariable } from "../client-home.ts";
import type { ExitCode, Io } from "../io.ts";
import { sessionPath } from "../names.ts";
import { type ResumeLine, isPath, isResumable, resumeLine } from "../resume-line.ts";
import { folderOf } from "../search-text.ts";
import { queryText } from "../query-arguments.ts";
import { type Asked, type SearchFlags, asking, queryOf, sayNothing, sayShortfall } from "./search.ts";

export type Flags = SearchFlags & { readonly print: boolean };

type Target = {
  readonly sessionId: string;
  readonly folder: string | undefined;
  /** The config home that the client must be told. */
  readonly home: string | undefined;
};

export async function resume(io: Io, flags: Flags, ...words: readonly string[]): Promise<ExitCode> {
  const text = words.join(" ");
  if (text.trim() === "" && flags.project === undefined && flags.since === undefined)
    throw new WorldError("bad-argument", "which session?", {
      hint: `\`${io.command} resume @last\`, an id or title from \`${io.command} ls\`, or words that were said in it`,
    });
  const named = flags.literal ? undefined : namedSession(io, flags, text);
  if (named !== undefined) return start(io, flags, named);
  const query = await queryOf(io, flags, flags.literal ? text : queryText(words));
  if (query === undefined) return 2;
  let target: Target | undefined;
  const code = await asking({ io, flags, query, order: "newest", snippetLength: 0 }, (asked) => {
    const { code, only } = theOnly(io, asked, text);
    target = only;
    return code;
  });
  return target === undefined ? code : start(io, flags, target);
}

/** Where nobody said it, it was meant for the beginning of an id. */
const isShortId = (text: string): boolean => /^[0-9a-f]{1,3}$/i.test(text.trim());

/** Undefined when no session has that name; then it is something that was said. */
function namedSession(io: Io, flags: Flags, name: string): Target | undefined {
  try {
    const path = sessionPath(io, flags, name);
    const slug = basename(dirname(path));
    const stem = basename(path, ".jsonl");
    const sessionId = isUuid(stem) ? stem : (peekLog(path).sessionId ?? stem);
    const folder = resumeFolder(slug, [sessionWords(undefined)(path).cwd]);
    return { sessionId, folder, home: foreignHomeOf(io, path) };
  } catch (error) {
    if (error instanceof WorldError && (error.code === "unknown-session" || error.code === "not-found"))
      return undefined;
    throw error;
  }
}

const listed = 10;

function theOnly(io: Io, asked: Asked, text: string): { readonly code: ExitCode; readonly only?: Target } {
  const { answer, reader } = asked;
  const groups = groupHits(answer.places, reader, {
    sessions: listed,
    perSession: 1,
    countLimit: 2000,
    isExact: false,
  });
  const isComplete = sayShortfall(io, asked);
  if (groups.sessions.length === 0) {
    if (isComplete && isShortId(text))
      throw new WorldError("unknown-session", `${JSON.stringify(text)} is too short for the beginning of an id`, {
        hint: `give four characters or more; \`${io.command} ls\` tells them`,
      });
    if (isComplete) sayNothing(io, asked);
    return { code: isComplete ? 1 : 2 };
  }
  const homeOf = foreignHomes(io);
  const targets = groups.sessions.flatMap(({ sessionId, hits: [hit] }) =>
    hit === undefined
      ? []
      : [{ sessionId, hit, folder: folderOf(hit, reader), home: homeOf(projectFolderOf(hit.file)) }],
  );
  const [first] = targets;
  if (first !== undefined && targets.length === 1 && !reader.session(first.hit).hasLog)
    throw new WorldError("not-found", `the log of session ${first.sessionId} is gone; only its agents have said that`, {
      hint: `see it with \`${io.command} search\``,
    });
  if (first !== undefined && targets.length === 1 && groups.moreSessions === 0) return { code: 0, only: first };
  const all = targets.length + groups.moreSessions;
  io.err(`clew: ${groups.isCounted ? "" : "at least "}${formatWhole(all)} sessions hold that; name one of them:\n`);
  for (const { sessionId, hit } of targets) {
    const age = formatAge(hit.orderSeconds * 1000, io.nowMs);
    const { title } = reader.session(hit);
    io.err(`  ${sanitizeLine(sessionId)}  ${age.padStart(12)}  ${sanitizeLine(title === "" ? "(no title)" : title)}\n`);
  }
  if (groups.moreSessions > 0)
    io.err(
      `  and ${formatWhole(groups.moreSessions)} more: say more words, or list all with \`${clewLine(io, ["search", "--limit", String(all)])}\`\n`,
    );
  return { code: 2 };
}

/** The reason goes to stderr, where it cannot become a part of what a script runs. */
function printLine(io: Io, target: Target): ExitCode {
  const { line, problem } = resumeLine(io, target);
  if (line === undefined)
    throw new WorldError("failed", problem, {
      hint: `start Claude Code with \`${clewLine(io, ["resume", target.sessionId, "--dir", "HOME"])}\``,
    });
  io.out(`${line}\n`);
  if (problem !== undefined) io.err(`clew: ${problem}; this line starts Claude Code there itself\n`);
  return 0;
}

const resumeHint = ({ line, problem }: ResumeLine): string =>
  line === undefined ? problem : `go to the folder and run \`${line}\``;

function start(io: Io, { print }: Flags, target: Target): ExitCode {
  const { sessionId, folder, home } = target;
  if (!isResumable(sessionId)) {
    throw new WorldError("bad-argument", `${JSON.stringify(sessionId)} is no session id that can be resumed`, {
      hint: "see it with `clew show`",
    });
  }
  if (print) return printLine(io, target);
  if (!isPath(folder)) {
    throw new WorldError("not-found", `the log of session ${sessionId} does not say in which folder it was`, {
      hint: resumeHint(resumeLine(io, { sessionId, folder: undefined, home })),
    });
  }
  if (!isFolder(folder)) {
    throw new WorldError("not-found", `the folder of session ${sessionId} is gone: ${folder}`, {
      hint: `make it again, take the session to another folder with \`${clewLine(io, ["move", sessionId, "--to", "FOLDER"])}\`, or see the line with --print`,
    });
  }
  const environment = home === undefined ? {} : { [homeVariable]: home };
  const code = io.run("claude", ["--resume", sessionId], { cwd: folder, environment });
  if (code === undefined) {
    throw new WorldError("not-found", "there is no program `claude` here", {
      hint: "install Claude Code, or see the line with --print",
    });
  }
  return code === 0 ? 0 : code === 2 ? 2 : 1;
}
