// Places of evidence -> entries and backups, read one by one from disk when they are asked for; opened for reading only.
import { closeSync } from "node:fs";
import { dirname, join } from "node:path";
import { type JsonObject, decodeLine, isUuid } from "../../format/index.ts";
import { type EvidenceReader, type LogPlace, isBackupName, onlyResult } from "../../graph/index.ts";
import { isRealFolder, openIfReadable, readSmallFileIfReadable } from "../../store/index.ts";
import { type CrowdedLine, crowdedLine } from "./crowded-lines.ts";
import { type LogWindow, logWindow, windowRoom } from "./log-window.ts";
import { quickResult } from "./quick-result.ts";

type OpenLog = { readonly descriptor: number; readonly window: LogWindow; readonly room: Buffer };

export type OpenEvidence = EvidenceReader & { readonly close: () => void };

/** As many logs stay open, and as many entries are kept: a call and its result are asked for several times in a row. */
const keptFiles = 16;
const keptEntries = 4;
/** A larger backup is not a text that people edit. */
const mostBytes = 512 * 1024 * 1024;

/** `homes` are the config folders whose `file-history` holds backups. */
export function evidenceReader(homes: readonly string[]): OpenEvidence {
  const files = new Map<string, OpenLog>();
  const entries = new Map<string, JsonObject | undefined>();
  const results = new Map<string, JsonObject | undefined>();
  const crowded = new Map<string, CrowdedLine>();

  function windowOf(log: string): LogWindow | undefined {
    const known = files.get(log);
    if (known !== undefined) return known.window;
    const descriptor = openIfReadable(log)?.descriptor;
    if (descriptor === undefined) return undefined;
    const [oldest] = files.size < keptFiles ? [] : files;
    if (oldest !== undefined) {
      closeSync(oldest[1].descriptor);
      files.delete(oldest[0]);
    }
    const room = oldest?.[1].room ?? windowRoom();
    const window = logWindow(descriptor, room);
    files.set(log, { descriptor, window, room });
    return window;
  }

  function bytesAt({ log, offset, length }: LogPlace): Buffer | undefined {
    const bytes = windowOf(log)?.(offset, length);
    return bytes?.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
  }

  function kept(known: Map<string, JsonObject | undefined>, place: LogPlace, read: () => JsonObject | undefined) {
    const key = keyOf(place);
    const isKnown = known.has(key);
    const raw = isKnown ? known.get(key) : read();
    // The one that was used last is given up last.
    if (isKnown) known.delete(key);
    known.set(key, raw);
    const [oldest] = known.keys();
    if (known.size > keptEntries && oldest !== undefined) known.delete(oldest);
    return raw;
  }

  const entry: EvidenceReader["entry"] = (place) =>
    kept(entries, place, () => {
      const bytes = bytesAt(place);
      const raw = bytes === undefined ? undefined : entryOf(bytes, place);
      const many = bytes === undefined || raw === undefined ? undefined : crowdedLine(raw, bytes);
      if (many !== undefined) crowded.set(keyOf(place), many);
      return raw;
    });

  return {
    entry,
    block(place, id) {
      const key = keyOf(place);
      if (!crowded.has(key)) entry(place);
      const line = crowded.get(key);
      if (line === undefined) return "few";
      const range = line.blocks.get(id);
      if (range === undefined) return undefined;
      const { log, offset } = place;
      const bytes = windowOf(log)?.(offset + range.start, range.end - range.start);
      return bytes === undefined ? undefined : entryOf(bytes, place);
    },
    result: (place) =>
      kept(results, place, () => {
        if (crowded.get(keyOf(place))?.hasOneResult === false) return undefined;
        const { told = 0, offset, length } = place;
        const rest = told === 0 ? undefined : bytesAt({ ...place, offset: offset + told, length: length - told });
        return (rest && quickResult(rest)) ?? onlyResult(entry(place));
      }),
    backup(session, name) {
      if (!isUuid(session) || !isBackupName(name)) return undefined;
      for (const home of homes) {
        const bytes = readBackup(join(home, "file-history", session, name));
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
    close() {
      for (const { descriptor } of files.values()) closeSync(descriptor);
      files.clear();
    },
  };
}

const keyOf = ({ log, offset }: LogPlace): string => `${log}:${offset}`;

function entryOf(bytes: Uint8Array, { line, offset, length }: LogPlace): JsonObject | undefined {
  const decoded = decodeLine({ number: line, offset, length, end: "lf", bytes });
  if (decoded.kind === "entry" || decoded.kind === "other") return decoded.raw;
  return decoded.kind === "damaged" ? decoded.leading : undefined;
}

/** The folder of backups and that of a session are looked at too: a link there leads out of the home. */
function readBackup(path: string): Uint8Array | undefined {
  const folder = dirname(path);
  if (!isRealFolder(dirname(folder)) || !isRealFolder(folder)) return undefined;
  return readSmallFileIfReadable(path, { mostBytes });
}
