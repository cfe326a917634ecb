// What a person calls a session -> its file: full id, path, unique prefix, exact title, or @last; never joined into a path.
import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { editDistance, longSlugOf, slugOf } from "../format/index.ts";
import { type SessionFile, discover } from "./discover.ts";
import { peekLog } from "./peek.ts";
import { realPath } from "./real-path.ts";
import { sessionsTitled } from "./title-search.ts";
import { WorldError, worldError } from "./world-error.ts";

export type NameContext = { readonly homes: readonly string[]; readonly cwd: string };

/** The path of the file that `name` means. */
export function findSession(name: string, context: NameContext): string {
  if (looksLikePath(name)) {
    const path = isAbsolute(name) ? name : resolve(context.cwd, name);
    if (existsSync(path)) return path;
    if (name.includes("/") || name.endsWith(".jsonl"))
      throw worldError(Object.assign(new Error(name), { code: "ENOENT" }), name);
  }
  const { sessions } = discover(context.homes);
  if (name === "@last") return lastSession(sessions, context);
  const found = byId(name, sessions) ?? byTitle(name, sessions);
  if (found !== undefined) return found.path;
  const isShort = name.length < minPrefix && sessions.some((session) => session.stem.startsWith(name.toLowerCase()));
  throw new WorldError(
    "unknown-session",
    `no session is called ${JSON.stringify(name)}${isShort ? ` (a beginning needs ${minPrefix} characters)` : ""} among ${sessions.length} in ${context.homes.join(", ")}`,
    { hint: `${nearText(name, sessions)}list them with \`clew ls\`, or name another config home with --dir` },
  );
}

const mostNear = 3;

/** Ids that differ in a letter or two: a slip of the hand. */
function nearText(name: string, sessions: readonly SessionFile[]): string {
  const wanted = name.toLowerCase();
  if (wanted.length < minPrefix || !/^[0-9a-z-]+$/.test(wanted)) return "";
  const most = wanted.length < 8 ? 1 : 2;
  const near = sessions
    .map(({ stem }) => ({ stem, away: editDistance(wanted, stem.toLowerCase().slice(0, wanted.length)) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away)
    .slice(0, mostNear);
  return near.length === 0 ? "" : `did you mean ${near.map(({ stem }) => stem).join(" or ")}? `;
}

/** A file in the current folder is meant before a session of that name only if it really is there. */
function looksLikePath(name: string): boolean {
  return name.includes("/") || name.includes("\\") || name.endsWith(".jsonl") || name === "." || name === "..";
}

function byId(name: string, sessions: readonly SessionFile[]): SessionFile | undefined {
  const wanted = name.toLowerCase();
  const exact = sessions.filter((session) => session.stem.toLowerCase() === wanted);
  const matches =
    exact.length > 0
      ? exact
      : wanted.length >= minPrefix
        ? sessions.filter((session) => session.stem.toLowerCase().startsWith(wanted))
        : [];
  if (matches.length <= 1) return matches[0];
  const shown = matches
    .slice(0, 4)
    .map((session) => session.stem)
    .join(", ");
  throw new WorldError(
    "ambiguous",
    `${JSON.stringify(name)} is the beginning of ${matches.length} sessions: ${shown}${matches.length > 4 ? ", ..." : ""}`,
    {
      hint: exact.length > 1 ? "name the file by its path" : "give more of the id",
    },
  );
}

const minPrefix = 4;

function byTitle(title: string, sessions: readonly SessionFile[]): SessionFile | undefined {
  const matches = sessionsTitled(title, sessions);
  if (matches.length <= 1) return matches[0];
  throw new WorldError("ambiguous", `${matches.length} sessions have the title ${JSON.stringify(title)}`, {
    hint: `name one by its id: ${matches
      .slice(0, 4)
      .map((session) => session.stem)
      .join(", ")}`,
  });
}

/** The newest of this folder's project, else of all. */
function lastSession(sessions: readonly SessionFile[], { cwd, homes }: NameContext): string {
  const real = realPath(cwd);
  const slugs = new Set([slugOf(real), longSlugOf(real)]);
  const own = sessions.filter((session) => slugs.has(session.slug));
  const last = newestOf(own.length > 0 ? own : sessions);
  if (last !== undefined) return last.path;
  throw new WorldError("unknown-session", `there are no sessions in ${homes.join(", ")}`, {
    hint: "name another config home with --dir",
  });
}

/** Small files of a tree that was copied just now follow each other this fast; no two commands do. */
const sameTimeMs = 20;

/** By the file's own time; among files written in one go, by what they say of their last entry. */
function newestOf(all: readonly SessionFile[]): SessionFile | undefined {
  const sessions = all.filter(({ sizeBytes }) => sizeBytes > 0);
  const newestMs = sessions.reduce((newest, { modifiedMs }) => Math.max(newest, modifiedMs), 0);
  let best: { readonly session: SessionFile; readonly timeMs: number } | undefined;
  for (const session of sessions) {
    if (session.modifiedMs < newestMs - sameTimeMs) continue;
    const timeMs = peekLog(session.path).lastMs ?? session.modifiedMs;
    if (best === undefined || timeMs > best.timeMs) best = { session, timeMs };
  }
  return best?.session;
}
