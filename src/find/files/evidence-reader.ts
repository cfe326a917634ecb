// Places of evidence -> entries and backups, read one by one from disk when they are asked for; opened for reading only.
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, decodeLine, isUuid } from "../../format/index.ts";
import { type EvidenceReader, type LogPlace, isBackupName } from "../../graph/index.ts";
import { systemCode } from "../../store/index.ts";

export type OpenEvidence = EvidenceReader & { readonly close: () => void };

/** As many logs stay open, and as many entries are kept: a call and its result are asked for several times in a row. */
const keptFiles = 16;
const keptEntries = 4;
/** A larger backup is not a text that people edit. */
const mostBytes = 512 * 1024 * 1024;

/** `homes` are the config folders whose `file-history` holds backups. */
export function evidenceReader(homes: readonly string[]): OpenEvidence {
  const files = new Map<string, number>();
  const entries = new Map<string, JsonObject | undefined>();

  function descriptorOf(log: string): number | undefined {
    const known = files.get(log);
    if (known !== undefined) return known;
    const opened = openQuietly(log);
    if (opened === undefined) return undefined;
    const [oldest] = files;
    if (files.size >= keptFiles && oldest !== undefined) {
      closeSync(oldest[1]);
      files.delete(oldest[0]);
    }
    files.set(log, opened);
    return opened;
  }

  return {
    entry(place) {
      const key = `${place.log}:${place.offset}`;
      if (entries.has(key)) return entries.get(key);
      const descriptor = descriptorOf(place.log);
      const raw = descriptor === undefined ? undefined : readEntry(descriptor, place);
      entries.set(key, raw);
      const [oldest] = entries.keys();
      if (entries.size > keptEntries && oldest !== undefined) entries.delete(oldest);
      return raw;
    },
    backup(session, name) {
      if (!isUuid(session) || !isBackupName(name)) return undefined;
      for (const home of homes) {
        const bytes = readBackup(join(home, "file-history", session, name));
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
    close() {
      for (const descriptor of files.values()) closeSync(descriptor);
      files.clear();
    },
  };
}

function readEntry(descriptor: number, { line, offset, length }: LogPlace): JsonObject | undefined {
  const bytes = Buffer.allocUnsafe(length);
  const count = readSync(descriptor, bytes, 0, length, offset);
  const end = bytes[count - 1] === 0x0a ? count - 1 : count;
  const decoded = decodeLine({ number: line, offset, length, end: "lf", bytes: bytes.subarray(0, end) });
  if (decoded.kind === "entry" || decoded.kind === "other") return decoded.raw;
  return decoded.kind === "damaged" ? decoded.leading : undefined;
}

/** Without waiting on a pipe, and never through a link. */
function openQuietly(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

function readBackup(path: string): Uint8Array | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(descriptor) : undefined;
  } catch (error) {
    if (systemCode(error) !== undefined) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
