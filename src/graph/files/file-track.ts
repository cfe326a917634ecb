// States of one file in the order of time -> its versions; each new state is a version, what agrees is one more source.
import type { FileEvent, LogPlace } from "./evidence.ts";
import { type Body, type FileState, doubtsOf, gradeOf, rangesIn } from "./file-state.ts";
import type { ContentRef, FileFinding, FileFindingCode, FileVersion, VersionBody, VersionCause } from "./version.ts";

export type Change = {
  readonly cause: VersionCause;
  /** Where the content can be read again; without it the difference to the version before is kept. */
  readonly ref?: ContentRef;
  readonly same?: { readonly key: string; readonly number: number };
  /** Just before the event, not by it. */
  readonly isBefore?: true;
  /** Of a command: whether the line ends are as they were. */
  readonly ends?: "kept" | undefined;
};

export type FileTrack = {
  readonly key: string;
  readonly path: string;
  /** Undefined before the first evidence. */
  readonly state: () => FileState | undefined;
  /** The last content that was known without doubt: its line ends and encoding are taken to last. */
  readonly lastSure: () => Body | undefined;
  readonly versions: () => readonly FileVersion[];
  readonly findings: () => readonly FileFinding[];
  readonly push: (event: FileEvent, state: FileState, change: Change) => void;
  /** The event agrees with what is known. */
  readonly confirm: (event: FileEvent) => void;
  /** The event tells more of the version that is there already; of one that others stand on, it makes another. */
  readonly learn: (event: FileEvent, state: FileState, more?: Pick<Change, "ref" | "isBefore">) => void;
  /** Another file's content is told by this version: its text must not change any more. */
  readonly freeze: () => void;
  readonly find: (code: FileFindingCode, event: FileEvent) => void;
  /** These have seen the file as it is now: with a tool of their client's, which tells them when it has changed since. */
  readonly look: (lookers: readonly string[]) => void;
  /** Whether something is known to have changed the file since one of these last saw it. */
  readonly isNews: (lookers: readonly string[]) => boolean;
};

/** More sources than this prove nothing more. */
const mostSources = 16;

export function fileTrack(key: string, path: string): FileTrack {
  const versions: FileVersion[] = [];
  const findings: FileFinding[] = [];
  let state: FileState | undefined;
  let sure: Body | undefined;
  let isFrozen = false;
  const looks = new Map<string, number>();

  function enter(next: FileState, { cause, ends }: Pick<Change, "cause" | "ends">): void {
    state = next;
    if (next.kind === "whole" && next.body.doubts.length === 0) sure = next.body;
    else if (next.kind === "absent" || cause === "moved" || cause === "copied" || cause === "written") sure = undefined;
    // A command may have changed the line ends alone.
    else if (next.kind === "unknown" && cause === "command" && ends !== "kept" && sure !== undefined)
      sure = withoutEnds(sure);
  }

  function push(event: FileEvent, next: FileState, change: Change): void {
    versions.push(versionOf(event, next, change));
    enter(next, change);
    isFrozen = false;
  }

  function versionOf(event: FileEvent, next: FileState, change: Change): FileVersion {
    const timeMs = event.timeMs - (change.isBefore === undefined ? 0 : 1);
    const last = versions.at(-1);
    return {
      number: versions.length + 1,
      path: event.key === key ? event.path : path,
      timeMs: Math.max(timeMs, last?.timeMs ?? timeMs),
      session: event.session,
      agent: event.agent,
      prompt: event.prompt,
      call: event.call,
      cause: change.cause,
      exists: next.kind !== "absent",
      ...knowledge(next),
      sources: [event.at],
      body: bodyOf(next, change, last),
    };
  }

  function bodyOf(next: FileState, { ref, same }: Change, last: FileVersion | undefined): VersionBody {
    if (next.kind === "lines") return { kind: "lines", lines: next.known.lines };
    if (next.kind !== "whole") return { kind: "none" };
    if (same !== undefined) return { kind: "same", ...same };
    const before = last !== undefined && state?.kind === "whole" ? state.body.text : undefined;
    if (before !== undefined) {
      const delta = deltaOf(before, next.body.text);
      // A reference costs nothing to keep, and only a backup has bytes that are no text; a small difference is quicker.
      if (ref === undefined || (ref.from === "entry" && delta.text.length < 256)) return { kind: "delta", ...delta };
    }
    return ref === undefined ? { kind: "none" } : { kind: "ref", ref };
  }

  return {
    key,
    path,
    state: () => state,
    lastSure: () => sure,
    versions: () => versions,
    findings: () => findings,
    push,
    freeze() {
      isFrozen = true;
    },
    confirm(event) {
      const last = versions.at(-1);
      if (last !== undefined) versions[versions.length - 1] = { ...last, sources: withSource(last.sources, event.at) };
    },
    learn(event, next, more = {}) {
      const last = versions.at(-1);
      if (last === undefined) return;
      if (isFrozen) {
        push(event, next, { cause: "seen", ...more });
        return;
      }
      versions[versions.length - 1] = {
        ...last,
        ...knowledge(next),
        sources: withSource(last.sources, event.at),
        body: learntBody(last.body, next, more.ref),
      };
      enter(next, last);
    },
    find(code, { at, timeMs }) {
      findings.push({ code, key, at, timeMs });
    },
    look(lookers) {
      for (const looker of lookers) looks.set(looker, versions.length);
    },
    isNews(lookers) {
      const seen = lookers.flatMap((looker) => looks.get(looker) ?? []);
      return seen.length > 0 && Math.max(...seen) < versions.length;
    },
  };
}

const withoutEnds = (body: Body): Body =>
  body.doubts.includes("line-ends") ? body : { ...body, doubts: [...body.doubts, "line-ends"] };

function learntBody(body: VersionBody, next: FileState, ref: ContentRef | undefined): VersionBody {
  if (ref !== undefined) return { kind: "ref", ref };
  return next.kind === "lines" ? { kind: "lines", lines: next.known.lines } : body;
}

function knowledge(state: FileState): Pick<FileVersion, "grade" | "doubts" | "ranges" | "totalLines" | "encoding"> {
  return {
    grade: gradeOf(state),
    doubts: doubtsOf(state),
    ranges: rangesIn(state),
    totalLines: state.kind === "lines" ? state.known.total : undefined,
    encoding: state.kind === "whole" ? state.body.encoding : "utf-8",
  };
}

function withSource(sources: readonly LogPlace[], place: LogPlace): readonly LogPlace[] {
  const isKnown = sources.some(({ log, line }) => log === place.log && line === place.line);
  return isKnown || sources.length >= mostSources ? sources : [...sources, place];
}

type Delta = { readonly start: number; readonly removed: number; readonly text: string };

/** Compared a block at a time: texts of a megabyte mostly differ in a line. */
const blockLength = 1024;

/** The one stretch in which two texts differ. */
export function deltaOf(before: string, after: string): Delta {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start + blockLength <= shorter && isSameAt(before, after, { a: start, b: start })) start += blockLength;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  const most = shorter - start;
  const ends = (tail: number) => ({ a: before.length - tail - blockLength, b: after.length - tail - blockLength });
  let tail = 0;
  while (tail + blockLength <= most && isSameAt(before, after, ends(tail))) tail += blockLength;
  while (tail < most && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail += 1;
  return { start, removed: before.length - tail - start, text: after.slice(start, after.length - tail) };
}

function isSameAt(before: string, after: string, at: { readonly a: number; readonly b: number }): boolean {
  return before.slice(at.a, at.a + blockLength) === after.slice(at.b, at.b + blockLength);
}
