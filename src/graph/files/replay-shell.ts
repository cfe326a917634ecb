// What a command plainly did to files, and what is known of them -> their versions; a command never makes bytes exact.
import { entryRef } from "./entry-ref.ts";
import { type EvidenceReader, callInput } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { fileName, joinPath, pathKey } from "./file-path.ts";
import type { Body, FileState } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { type ShellAct, shellText } from "./shell-act.ts";
import { stringField } from "../../format/index.ts";

export type Tracks = {
  readonly get: (key: string) => FileTrack | undefined;
  readonly open: (path: string) => FileTrack;
  /** The files anywhere below a folder. */
  readonly below: (key: string) => Iterable<FileTrack>;
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
      tracks.open(act.path).push(event, { kind: "unknown" }, { cause: "command" });
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
  if (text !== undefined && act.kind === "write") {
    pushText(track, event, { text, cause: state?.kind === "absent" ? "created" : "written" });
  } else if (text !== undefined && state?.kind === "absent") pushText(track, event, { text, cause: "created" });
  else if (text !== undefined && state?.kind === "whole") {
    // A command appends UTF-8 to whatever is there.
    const { doubts, encoding } = state.body;
    const isForeign = encoding !== "utf-8" || state.body.text.includes("\uFFFD");
    const isMixed = isForeign && !doubts.includes("encoding");
    const body: Body = {
      ...state.body,
      text: `${state.body.text}${text}`,
      doubts: isMixed ? [...doubts, "encoding"] : doubts,
      grade: "derived",
    };
    track.push(event, { kind: "whole", body }, { cause: "edited" });
  } else track.push(event, { kind: "unknown" }, { cause: act.kind === "write" ? "written" : "command" });
}

function pushText(
  track: FileTrack,
  event: ShellEvent,
  { text, cause }: { readonly text: string; readonly cause: "created" | "written" },
): void {
  const body: Body = { text, encoding: "utf-8", doubts: [], grade: "derived" };
  track.push(event, { kind: "whole", body }, { cause, ref: entryRef(event, text === "" ? "empty" : "spelt") });
}

function remove(tracks: Tracks, event: ShellEvent, { path, below }: Extract<ShellAct, { kind: "remove" }>): void {
  const key = pathKey(path);
  const inside = [...tracks.below(key)].filter(isThere);
  if (below) for (const track of inside) track.push(event, { kind: "absent", grade: "derived" }, { cause: "deleted" });
  // A folder that files are known in is no file itself.
  if (inside.length > 0) return;
  const track = tracks.open(path);
  if (track.state()?.kind === "absent") track.confirm(event);
  else track.push(event, { kind: "absent", grade: "derived" }, { cause: "deleted" });
}

const isThere = (track: FileTrack): boolean => track.state() !== undefined && track.state()?.kind !== "absent";

function carry(tracks: Tracks, event: ShellEvent, act: Extract<ShellAct, { kind: "move" | "copy" }>): void {
  const fromKey = pathKey(act.from);
  const isFolder = act.into && [...tracks.below(pathKey(act.path))].some(isThere);
  const target = isFolder ? joinPath(act.path, fileName(act.from)) : act.path;
  const inside = [...tracks.below(fromKey)].filter(isThere);
  for (const track of inside)
    carryOne(tracks, event, {
      kind: act.kind,
      from: track,
      to: `${target}${track.path.slice(act.from.replace(/[\\/]$/, "").length)}`,
    });
  if (inside.length === 0) carryOne(tracks, event, { kind: act.kind, from: tracks.open(act.from), to: target });
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
  target.push(event, moved(state), {
    cause: kind === "move" ? "moved" : "copied",
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
