// A log -> where it stands by its last lines, and the cursor behind them; more is read only where a little tells too little.
import { parsedObject, stringField, trueField } from "../../format/index.ts";
import { systemCode } from "../../store/index.ts";
import type { LiveDisk } from "../live-disk.ts";
import { readNote } from "../read-note.ts";
import { readRecent } from "../recent.ts";
import { type LogState, emptyLog, foldLog } from "../status/log-state.ts";
import type { Cursor } from "../tail/tail-event.ts";

export type Seed = { readonly log: LogState; readonly cursor: Cursor };

export type SeedFile = { readonly path: string; readonly of: LogState["of"] };

/** One line can be this long: a pasted picture, a file that is written. */
const longBytes = [1.5 * 1024 * 1024, 8 * 1024 * 1024] as const;
/** Of agents, of which there are many, only a little. */
const mostBytes = {
  session: [256 * 1024, ...longBytes],
  agent: [16 * 1024, 256 * 1024, ...longBytes],
} as const;

/** Undefined for what cannot be read, was last written to before `sinceMs`, or has no whole line among so many bytes. */
export function readSeed({ path, of }: SeedFile, disk: LiveDisk, sinceMs: number): Seed | undefined {
  let seed: Seed | undefined;
  try {
    for (const most of mostBytes[of]) {
      const recent = readRecent(path, { disk, mostBytes: most, sinceMs });
      if (recent !== undefined) {
        let log: LogState = { ...emptyLog(of), writtenMs: recent.modifiedMs };
        for (const line of recent.lines) log = foldLog(log, line);
        seed = { log, cursor: recent.cursor };
        if (tellsEnough(log)) break;
      }
      const look = disk.look(path);
      if (look === undefined || look.modifiedMs < sinceMs || look.sizeBytes <= most) break;
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
  if (seed === undefined || of === "session" || isAtEnd(seed.log)) return seed;
  // The call that started it may lie before what is read of the session.
  return { ...seed, log: { ...seed.log, isBackground: isBackground(path, disk) } };
}

/** Beside a call that lies before what was read others may stand, still open. */
function tellsEnough({ last }: LogState): boolean {
  return last.kind !== "nothing" && (last.kind !== "result" || last.isPaired);
}

const isAtEnd = ({ last }: LogState): boolean => last.kind === "answer" && last.isFinal;

/** Clients from 2.1.325 on keep it beside the agent's log. */
function isBackground(path: string, disk: LiveDisk): boolean {
  const note = parsedObject(readNote(path.replace(/\.jsonl$/, ".meta.json"), disk) ?? "");
  return note !== undefined && stringField(note, "requestShape") === "background" && !trueField(note, "finished");
}
