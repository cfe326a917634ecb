// What a search found -> the lines a person reads: sessions, their hits with the match marked, and how to resume them.
import { type Hit, type HitReader, type QueryProblem, type SessionHits, resumeFolder } from "../find/index.ts";
import { projectFolderOf } from "../store/index.ts";
import { type MadeBy, formatAge, formatTime, originText, plural, sanitizeLine } from "../view/index.ts";
import { foreignHomes } from "./client-home.ts";
import type { Io } from "./io.ts";
import { type Measure, measureOf } from "./measure.ts";
import { type Paint, painter } from "./paint.ts";
import { type ResumeTarget, isResumable, resumeLine } from "./resume-line.ts";

/** Every text of these hits that a person will see. */
export function* textsOf(sessions: readonly SessionHits[], reader: HitReader): Generator<string, void, undefined> {
  for (const { hits } of sessions)
    for (const hit of hits) {
      yield `${reader.session(hit).title} ${folderOf(hit, reader) ?? hit.file.slug} ${hit.tool ?? ""}`;
      for (const { text } of hit.snippet) yield text;
    }
}

export type Screen = {
  readonly io: Io;
  readonly measure: Measure;
  readonly reader: HitReader;
  /** What clew itself made of which, by session id. */
  readonly makings: ReadonlyMap<string, MadeBy>;
};

export function sessionText({ hits, more }: SessionHits, screen: Screen): string {
  const { io, reader, measure, makings } = screen;
  const paint = painter(io);
  const [first] = hits;
  if (first === undefined) return "";
  const { title, hasLog } = reader.session(first);
  const folder = folderOf(first, reader);
  const age = formatAge(first.orderSeconds * 1000, io.nowMs);
  const name = sanitizeLine(title === "" ? (hasLog ? "(no title)" : "(its log is gone)") : title);
  // A copy has the title and the hits of its source: only this tells the two apart.
  const origin = originText({ madeBy: makings.get(first.sessionId), forkedFrom: undefined });
  const beside = sanitizeLine(
    [lastPart(folder ?? first.file.slug), age, ...(origin === undefined ? [] : [origin])].join(", "),
  );
  const heading = measure.fit(name, Math.min(120, Math.max(20, io.columns - measure.width(beside) - 2)));
  const heads = alignedHeads(hits, measure);
  return [
    `${paint("title", heading)}  ${paint("dim", beside)}\n`,
    ...hits.map((hit, at) => hitLine(hit, heads[at] ?? "", { ...screen, paint })),
    ...(more > 0 ? [`  ${paint("dim", `${more} more`)}\n`] : []),
    ...(hasLog
      ? resumeLines(io, { folder, sessionId: first.sessionId, home: homeOf(io, first) })
      : [`  ${paint("dim", goneText(first.sessionId))}\n`]),
  ].join("");
}

const homeOf = (io: Io, { file }: Hit): string | undefined => foreignHomes(io)(projectFolderOf(file));

function resumeLines(io: Io, target: ResumeTarget): readonly string[] {
  if (!isResumable(target.sessionId)) return [];
  const { line, problem } = resumeLine(io, target);
  return [line, problem].flatMap((text) => (text === undefined ? [] : [`  ${text}\n`]));
}

const goneText = (sessionId: string): string =>
  sanitizeLine(`the log of session ${sessionId.slice(0, 8)} is gone: what is left of it cannot be resumed`);

/** When, where and what, one below the other. */
function alignedHeads(hits: readonly Hit[], measure: Measure): readonly string[] {
  const rows = hits.map((hit) => headOf(hit, measure));
  const width = (column: number): number =>
    rows.reduce((most, row) => Math.max(most, measure.width(row[column] ?? "")), 0);
  const padding = (text: string, column: number): string => " ".repeat(width(column) - measure.width(text));
  return rows.map(([time, line, what]) => `${time}  ${padding(line, 1)}${line}  ${what}${padding(what, 2)}`);
}

function headOf(hit: Hit, { fit }: Measure): readonly [string, string, string] {
  const { line, timeMs, orderSeconds, kind, tool, isError, file } = hit;
  const who = file.agentId === undefined ? undefined : `agent ${file.agentId.slice(0, 8)}`;
  const what = [who, tool, kind, isError ? "error" : undefined].filter((word) => word !== undefined).join(" ");
  return [`${formatTime(timeMs ?? orderSeconds * 1000)}Z`, `line ${line}`, fit(sanitizeLine(what), 40)];
}

function hitLine({ snippet }: Hit, head: string, { io, paint, measure }: Screen & { readonly paint: Paint }): string {
  let room = Math.max(24, io.columns - measure.width(head) - 4);
  const shown: string[] = [];
  for (const [at, { text, isMatch }] of snippet.entries()) {
    // Spaces at the ends of a piece are spaces between words.
    const clean = sanitizeLine(`|${text}|`).slice(1, -1);
    // Dots say that more follows: there must be room for them.
    const cut = measure.fit(clean, at < snippet.length - 1 ? room - 1 : room);
    shown.push(isMatch ? paint("warning", cut) : cut);
    room -= measure.width(cut);
    if (cut !== clean) break;
  }
  return `  ${paint("dim", head)}  ${shown.join("").trim()}\n`;
}

/** How many characters of text there is room for behind the head of a hit. */
export const snippetRoom = (io: Io): number => Math.min(200, Math.max(48, io.columns - 48));

export function folderOf(hit: Hit, reader: HitReader): string | undefined {
  return resumeFolder(hit.file.slug, [reader.session(hit).cwd, hit.cwd]);
}

export const lastPart = (path: string): string => path.split(/[\\/]+/).findLast((part) => part !== "") ?? path;

/** What is wrong, the query, and a sign below the place. */
export async function problemText(query: string, { column, message, hint }: QueryProblem): Promise<string> {
  const before = sanitizeLine(
    `|${Array.from(query)
      .slice(0, column - 1)
      .join("")}|`,
  ).slice(1, -1);
  const { width } = await measureOf([before]);
  const pointer = `${" ".repeat(width(before))}^`;
  return `clew: column ${column}: ${sanitizeLine(message)} (${sanitizeLine(hint)})\n  ${sanitizeLine(query)}\n  ${pointer}\n`;
}

export type Counts = {
  readonly total: number;
  readonly sessions: number;
  readonly shown: number;
  /** Of those shown, how many have no log any more. */
  readonly gone: number;
  /** Whether all were looked at. */
  readonly isCounted: boolean;
};

export function countText({ total, sessions, shown, gone, isCounted }: Counts): string {
  const least = isCounted ? "" : "at least ";
  const without = gone === 0 ? "" : `, ${gone} of them without a log`;
  const more =
    shown < sessions ? `; ${shown} shown, --limit N shows more` : isCounted ? "" : "; --limit N looks further";
  return `${least}${plural(total, "hit")} in ${plural(sessions, "session")}${without}${more}`;
}
