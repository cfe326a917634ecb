// What a command plainly did to files, and what is known of them -> their versions; a command never makes bytes exact.
import type { DerivedRoom } from "./derived-room.ts";
import { entryRef } from "./entry-ref.ts";
import { type EvidenceReader, callInput } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { fileName, joinPath, pathKey } from "./file-path.ts";
import { type Body, type FileState, excessOf, givenOf } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { type ShellAct, shellText } from "./shell-act.ts";
import { type DoubtAct, doubtMatcher } from "./shell-doubt.ts";
import { stringField } from "../../format/index.ts";

export type Tracks = {
  readonly get: (key: string) => FileTrack | undefined;
  readonly open: (path: string) => FileTrack;
  /** The files anywhere below a folder. */
  readonly below: (key: string) => Iterable<FileTrack>;
  readonly room: DerivedRoom;
};

type ShellEvent = FileEvent & {
  readonly act: { readonly kind: "shell"; readonly act: ShellAct; readonly part: number };
};

export function replayShell(tracks: Tracks, event: ShellEvent, reader: EvidenceReader): void {
  const { act } = event.act;
  switch (act.kind) {
    case "remove":
      remove(tracks, event, act);
      return;
    case "move":
    case "copy":
      carry(tracks, event, act);
      return;
    case "create":
      if (tracks.get(event.key)?.state()?.kind === "absent")
        pushText(tracks.open(act.path), event, { text: "", cause: "created" });
      return;
    case "change":
      tracks.open(act.path).push(event, { kind: "unknown" }, { cause: "command", ends: act.ends });
      return;
    case "doubt":
      doubt(tracks, event, act);
      return;
    case "write":
    case "append":
      spell(tracks.open(act.path), event, { act, text: act.spelt ? textOf(event, reader) : undefined });
  }
}

function textOf(event: ShellEvent, reader: EvidenceReader): string | undefined {
  const input = callInput(event, reader);
  const command = input === undefined ? undefined : stringField(input, "command");
  return command === undefined ? undefined : shellText(command, event.act.part);
}

function spell(
  track: FileTrack,
  event: ShellEvent,
  { act, text }: { readonly act: ShellAct; readonly text: string | undefined },
): void {
  const state = track.state();
  if (text !== undefined && text.length > track.longest(spelledBy(event, text))) {
    track.giveUp(event, { cause: act.kind === "write" ? "written" : "edited" });
  } else if (text !== undefined && act.kind === "write") {
    pushText(track, event, { text, cause: state?.kind === "absent" ? "created" : "written" });
  } else if (text !== undefined && state?.kind === "absent") pushText(track, event, { text, cause: "created" });
  else if (text !== undefined && state?.kind === "whole") {
    // A command appends UTF-8 to whatever is there.
    const { doubts, encoding } = state.body;
    const isForeign = encoding !== "utf-8" || state.body.text.includes("\uFFFD");
    const isMixed = isForeign && !doubts.includes("encoding");
    const given = givenOf(state.body) + spelledBy(event, text);
    const length = state.body.text.length + text.length;
    if (length > track.longest(given)) {
      track.giveUp(event, { cause: "edited" });
      return;
    }
    track.spend(length);
    const body: Body = {
      ...state.body,
      text: `${state.body.text}${text}`,
      doubts: isMixed ? [...doubts, "encoding"] : doubts,
      grade: "derived",
      given: Math.min(given, length),
    };
    track.push(event, { kind: "whole", body }, { cause: "edited" });
  } else track.push(event, { kind: "unknown" }, { cause: act.kind === "write" ? "written" : "command" });
}

/** A command spells out one text for all of its files: the first one has it from the log, the others repeat it. */
const spelledBy = ({ act }: ShellEvent, text: string): number => (act.part === 0 ? text.length : 0);

function pushText(
  track: FileTrack,
  event: ShellEvent,
  { text, cause }: { readonly text: string; readonly cause: "created" | "written" },
): void {
  const given = spelledBy(event, text);
  const body: Body = { text, encoding: "utf-8", doubts: [], grade: "derived", given };
  track.push(event, { kind: "whole", body }, { cause, ref: entryRef(event, text === "" ? "empty" : "spelt") });
}

/** Of files that nothing is known of there is nothing to doubt: a command that may have met them makes no file. */
function doubt(tracks: Tracks, event: ShellEvent, act: DoubtAct): void {
  const isMet = doubtMatcher(act);
  const own = tracks.get(pathKey(act.path));
  const near = act.pattern === undefined && !act.below ? [] : tracks.below(pathKey(act.pattern?.folder ?? act.path));
  for (const track of own === undefined ? near : [own, ...near])
    if (isMet(track.key)) unsettle(track, event, act.gone ? "removed" : "changed");
}

function unsettle(track: FileTrack, event: ShellEvent, how: "removed" | "changed"): void {
  const state = track.state();
  if (state === undefined || (state.kind === "absent" && how === "removed")) return;
  if (state.kind === "unknown") track.confirm(event);
  else track.push(event, { kind: "unknown" }, { cause: "command" });
}

function remove(tracks: Tracks, event: ShellEvent, { path, below }: Extract<ShellAct, { kind: "remove" }>): void {
  const key = pathKey(path);
  const inside = [...tracks.below(key)].filter(isThere);
  if (below) for (const track of inside) track.push(event, { kind: "absent", grade: "derived" }, { cause: "deleted" });
  // A folder that files are known in is no file itself, and one that nothing is known of is none either.
  const known = tracks.get(key);
  if (inside.length > 0 || (below && known?.state() === undefined)) return;
  const track = known ?? tracks.open(path);
  if (track.state()?.kind === "absent") track.confirm(event);
  else track.push(event, { kind: "absent", grade: "derived" }, { cause: "deleted" });
}

const isThere = (track: FileTrack): boolean => track.state() !== undefined && track.state()?.kind !== "absent";

type Carry = Extract<ShellAct, { kind: "move" | "copy" }>;

function carry(tracks: Tracks, event: ShellEvent, act: Carry): void {
  const inside = [...tracks.below(pathKey(act.from))].filter(isThere);
  const target = targetOf(tracks, act, inside.length > 0 ? "folder" : "file");
  const isTooMany = !tracks.room.takeCarried(inside.length);
  if (isTooMany) inside[0]?.find("too-large", event);
  if (target === undefined || isTooMany) {
    carryNowhere(tracks, event, act);
    return;
  }
  for (const track of inside)
    carryOne(tracks, event, {
      kind: act.kind,
      from: track,
      to: `${target}${track.path.slice(act.from.replace(/[\\/]$/, "").length)}`,
    });
  if (inside.length > 0) return;
  const from = tracks.get(pathKey(act.from));
  const isKnown = from?.state() !== undefined || tracks.get(pathKey(target))?.state() !== undefined;
  // Two names that nothing is known of may be folders.
  if (isKnown || hasEnding(act.from))
    carryOne(tracks, event, { kind: act.kind, from: from ?? tracks.open(act.from), to: target });
}

/** The path that it has afterwards; undefined where that hangs on whether there is such a folder. */
function targetOf(tracks: Tracks, { from, path, as }: Carry, source: "file" | "folder"): string | undefined {
  if (as === "sure") return path;
  // A folder gets the name itself where there is none of that name yet.
  if (as === "slash") return source === "file" ? path : undefined;
  const below = [...tracks.below(pathKey(path))];
  if (below.some(isThere)) return joinPath(path, fileName(from));
  const known = tracks.get(pathKey(path));
  if (known !== undefined && isThere(known)) return path;
  // It was a folder once, and may be one still.
  if (below.length > 0) return undefined;
  return source === "folder" || hasEnding(path) || !hasEnding(from) || isStemOf(path, from) ? path : undefined;
}

const hasEnding = (path: string): boolean => fileName(path).includes(".");
const isStemOf = (path: string, from: string): boolean => fileName(from).startsWith(`${fileName(path)}.`);

/** What was carried is no longer there; what became of the target is not known. */
function carryNowhere(tracks: Tracks, event: ShellEvent, { kind, from, path }: Carry): void {
  const about = { kind: "doubt", below: true, gone: false } as const;
  for (const target of [path, joinPath(path, fileName(from))]) doubt(tracks, event, { ...about, path: target });
  if (kind !== "move") return;
  const key = pathKey(from);
  for (const track of [tracks.get(key), ...tracks.below(key)])
    if (track !== undefined && isThere(track))
      track.push(event, { kind: "absent", grade: "derived" }, { cause: "moved" });
}

function carryOne(
  tracks: Tracks,
  event: ShellEvent,
  { kind, from, to }: { readonly kind: "move" | "copy"; readonly from: FileTrack; readonly to: string },
): void {
  const state = from.state();
  const target = tracks.open(to);
  if (target === from) return;
  const number = from.versions().length;
  const cause = kind === "move" ? "moved" : "copied";
  const excess = excessOf(state);
  // A copy of a text that edits multiplied counts as much as the text itself.
  if (excess > target.longest(0)) target.giveUp(event, { cause });
  else
    target.push(event, moved(state), {
      cause,
      ...(state?.kind === "whole" ? { same: { key: from.key, number } } : {}),
    });
  from.freeze();
  if (kind === "move") from.push(event, { kind: "absent", grade: "derived" }, { cause: "moved" });
}

/** The same bytes, if the command did what it says. */
function moved(state: FileState | undefined): FileState {
  if (state === undefined || state.kind === "absent") return { kind: "unknown" };
  return state.kind === "whole" ? { kind: "whole", body: { ...state.body, grade: "derived" } } : state;
}
