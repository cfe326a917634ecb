// States of one file in the order of time -> its versions; each new state is a version, what agrees is one more source.
import type { FileEvent, LogPlace } from "./evidence.ts";
import { type DerivedRoom, derivedRoom, mostWork } from "./derived-room.ts";
import { type Body, type FileState, doubtsOf, excessOf, gradeOf, rangesIn } from "./file-state.ts";
import { type SameEnds, deltaOf, ownText } from "./text-delta.ts";
import type { ContentRef, FileFinding, FileFindingCode, FileVersion, VersionBody, VersionCause } from "./version.ts";

export type Change = {
  readonly cause: VersionCause;
  /** Where the content can be read again; without it the difference to the version before is kept. */
  readonly ref?: ContentRef;
  readonly same?: { readonly key: string; readonly number: number };
  /** Just before the event, not by it. */
  readonly isBefore?: true;
  /** The call that made it from the version before: kept instead of a large difference. */
  readonly redo?: Extract<VersionBody, { kind: "edit" }>;
  /** Where the text is known to be as in the version before. */
  readonly sameEnds?: SameEnds | undefined;
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
  /** The longest text that may be derived where logs hold `given` characters of it; 0 when all work is used up. */
  readonly longest: (given: number) => number;
  /** Counts the characters that an edit goes through. */
  readonly spend: (characters: number) => void;
  /** The event made a text that is not derived for its size. */
  readonly giveUp: (event: FileEvent, change: Change) => void;
  /** These have seen the file as it is now: with a tool of their client's, which tells them when it has changed since. */
  readonly look: (lookers: readonly string[]) => void;
  /** Whether something is known to have changed the file since one of these last saw it. */
  readonly isNews: (lookers: readonly string[]) => boolean;
};

/** More sources than this prove nothing more. */
const mostSources = 16;

/** A difference up to this length is kept as it is. */
const smallDelta = 1024;

export function fileTrack(key: string, path: string, room: DerivedRoom = derivedRoom()): FileTrack {
  const versions: FileVersion[] = [];
  const findings: FileFinding[] = [];
  let state: FileState | undefined;
  let sure: Body | undefined;
  let isFrozen = false;
  const looks = new Map<string, number>();
  let work = 0;

  function enter(next: FileState, { cause, ends }: Pick<Change, "cause" | "ends">): void {
    room.replaceExcess(excessOf(state), excessOf(next));
    state = next;
    if (next.kind === "whole" && next.body.doubts.length === 0) sure = next.body;
    else if (next.kind === "absent" || cause === "moved" || cause === "copied" || cause === "written") sure = undefined;
    // A command may have changed the line ends alone.
    else if (next.kind === "unknown" && cause === "command" && ends !== "kept" && sure !== undefined)
      sure = withoutEnds(sure);
  }

  function push(event: FileEvent, pushed: FileState, change: Change): void {
    const next = kept(event, pushed);
    versions.push(versionOf(event, next, change));
    enter(next, change);
    isFrozen = false;
  }

  /** Versions that know many runs of lines take much memory together. */
  function kept(event: FileEvent, next: FileState): FileState {
    if (next.kind !== "lines" || room.takeRuns(next.known.runs.length)) return next;
    find("too-large", event);
    return { kind: "unknown", why: "too-large" };
  }

  function find(code: FileFindingCode, { at, timeMs }: FileEvent): void {
    findings.push({ code, key, at, timeMs });
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

  function bodyOf(next: FileState, { ref, same, redo, sameEnds }: Change, last: FileVersion | undefined): VersionBody {
    if (next.kind === "lines") return { kind: "lines", known: next.known };
    if (next.kind !== "whole") return { kind: "none" };
    if (same !== undefined) return { kind: "same", ...same };
    const before = last !== undefined && state?.kind === "whole" ? state.body.text : undefined;
    if (before !== undefined) {
      const delta = deltaOf(before, next.body.text, sameEnds);
      // A reference costs nothing to keep, and only a backup has bytes that are no text; a small difference is quicker.
      if (ref?.from === "entry" && delta.text.length < 256) return { kind: "delta", ...ownText(delta) };
      if (ref === undefined)
        return redo !== undefined && delta.text.length > smallDelta ? redo : { kind: "delta", ...ownText(delta) };
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
    find,
    longest: (given) => (work > mostWork ? 0 : room.longest(given, excessOf(state))),
    spend(characters) {
      work += characters;
    },
    giveUp(event, change) {
      find("too-large", event);
      push(event, { kind: "unknown", why: "too-large" }, change);
    },
    look(lookers) {
      for (const looker of lookers) looks.set(looker, versions.length);
    },
    isNews(lookers) {
      const seen = lookers.flatMap((looker) => looks.get(looker) ?? []);
      return seen.length > 0 && seen.every((count) => count < versions.length);
    },
  };
}

const withoutEnds = (body: Body): Body =>
  body.doubts.includes("line-ends") ? body : { ...body, doubts: [...body.doubts, "line-ends"] };

function learntBody(body: VersionBody, next: FileState, ref: ContentRef | undefined): VersionBody {
  if (ref !== undefined) return { kind: "ref", ref };
  return next.kind === "lines" ? { kind: "lines", known: next.known } : body;
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
