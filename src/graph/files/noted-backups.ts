// Notes of backups in the order of a log -> each backup once with its own moment, and once more where the file was found unchanged.
import type { BackupNote } from "./backup-note.ts";
import type { FileEvent } from "./evidence.ts";
import { isBelow, pathKey } from "./file-path.ts";

export type Noted = Pick<FileEvent, "at" | "prompt" | "timeMs" | "session"> & {
  readonly note: BackupNote;
  /** Named again at a later prompt: what the log tells between the two stands from here to there in its events. */
  readonly again?: { readonly since: number; readonly until: number; readonly isLast: boolean };
  /** Its bytes gave way to those of another moment under the same name. */
  readonly isOverwritten: boolean;
};

type Place = Omit<Noted, "note" | "again" | "isOverwritten">;
type Held = { readonly first: Place; readonly note: BackupNote; since: number; readonly again: Again[] };
type Again = Place & { readonly since: number; readonly until: number };

export type NotedBackups = {
  /** `reached` is how many events the log has told of so far. */
  readonly add: (note: BackupNote, place: Place, reached: number) => void;
  readonly all: () => readonly Noted[];
};

export function notedBackups(): NotedBackups {
  const held = new Map<string, Held>();
  const lastMs = new Map<string, number>();
  return {
    add(note, place, reached) {
      const known = held.get(note.id);
      if (known === undefined) {
        held.set(note.id, { first: place, note, since: reached, again: [] });
        if (note.name !== undefined)
          lastMs.set(note.name, Math.max(lastMs.get(note.name) ?? place.timeMs, place.timeMs));
        return;
      }
      const { seenMs, timeMs } = note;
      // A log that was put together anew has backups in snapshots that were taken before them.
      if (note.name === undefined || seenMs === undefined || timeMs === undefined || seenMs <= timeMs) return;
      const { since, again } = known;
      const last = again.at(-1);
      const isSame = last !== undefined && since === reached;
      if (isSame) again.pop();
      again.push({ ...place, timeMs: seenMs, since: isSame ? last.since : since, until: reached });
      known.since = reached;
    },
    all: () =>
      [...held.values()].flatMap(({ first, note, again }) => {
        const isOverwritten = note.name !== undefined && first.timeMs < (lastMs.get(note.name) ?? 0);
        return [
          { ...first, note, isOverwritten },
          ...again.map(({ since, until, ...place }, at) => ({
            ...place,
            note,
            isOverwritten,
            again: { since, until, isLast: at === again.length - 1 },
          })),
        ];
      }),
  };
}

/** Whether one of the events may have changed the file. */
export function isTouched(
  events: readonly FileEvent[],
  key: string,
  { since, until }: { since: number; until: number },
): boolean {
  for (let at = since; at < until; at++) {
    const event = events[at];
    if (event !== undefined && mayChange(event, key)) return true;
  }
  return false;
}

function mayChange({ key: own, act }: FileEvent, key: string): boolean {
  if (act.kind === "write" || act.kind === "edit" || act.kind === "notebook") return own === key;
  if (act.kind !== "shell") return false;
  const from = "from" in act.act ? pathKey(act.act.from) : own;
  return own === key || from === key || isBelow(key, own) || isBelow(key, from);
}
