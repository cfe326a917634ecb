// Events in true order -> the history of each file; pure but for what `reader` reads, and nothing is kept but current texts.
import type { EvidenceReader } from "./evidence-detail.ts";
import { derivedRoom } from "./derived-room.ts";
import { foldersOf, pathKey } from "./file-path.ts";
import { type FileTrack, fileTrack } from "./file-track.ts";
import type { OrderedEvent } from "./order.ts";
import { replayAbsence, replayBackup } from "./replay-backup.ts";
import { replayEdit } from "./replay-edit.ts";
import { lookersOf, replayRead } from "./replay-read.ts";
import { replayShell } from "./replay-shell.ts";
import { replayWrite } from "./replay-write.ts";
import type { FileHistory } from "./version.ts";

export function replayFiles(events: Iterable<OrderedEvent>, reader: EvidenceReader): ReadonlyMap<string, FileHistory> {
  const room = derivedRoom();
  const tracks = new Map<string, FileTrack>();
  const folders = new Map<string, FileTrack[]>();
  const open = (path: string): FileTrack => {
    const key = pathKey(path);
    const known = tracks.get(key);
    if (known !== undefined) return known;
    const track = fileTrack(key, path, room);
    tracks.set(key, track);
    for (const folder of foldersOf(key)) {
      const inside = folders.get(folder);
      if (inside === undefined) folders.set(folder, [track]);
      else inside.push(track);
    }
    return track;
  };
  const all = { get: (key: string) => tracks.get(key), open, below: (key: string) => folders.get(key) ?? [], room };
  for (const event of events) {
    replayEvent(event);
    if (isLook(event.act)) open(event.path).look(lookersOf(event));
  }
  return new Map(
    [...tracks].flatMap(([key, track]) => (track.versions().length === 0 ? [] : [[key, historyOf(track)] as const])),
  );

  function replayEvent(event: OrderedEvent): void {
    const { act } = event;
    switch (act.kind) {
      case "backup":
        if (act.name === undefined) replayAbsence(open(event.path), event);
        else replayBackup(open(event.path), event, { place: { sessions: event.sessions, name: act.name }, reader });
        return;
      case "write":
        replayWrite(open(event.path), event, reader);
        return;
      case "edit":
      case "notebook":
        replayEdit(open(event.path), event, reader);
        return;
      case "read":
      case "mention":
      case "snippet":
        replayRead(open(event.path), event, reader);
        return;
      case "unchanged":
        open(event.path).confirm(event);
        return;
      case "missing":
        replayAbsence(open(event.path), event);
        return;
      case "shell":
        replayShell(all, { ...event, act }, reader);
    }
  }
}

/** A client remembers the file as these left it. */
function isLook({ kind }: OrderedEvent["act"]): boolean {
  return kind !== "shell" && kind !== "backup" && kind !== "missing";
}

function historyOf(track: FileTrack): FileHistory {
  return { key: track.key, path: track.path, versions: track.versions(), findings: track.findings() };
}
