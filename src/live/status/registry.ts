// A config home -> what its running clients say of themselves, each checked against the processes; every file in it is untrusted.
import { join } from "node:path";
import { type JsonObject, numberField, parsedObject, stringField } from "../../format/index.ts";
import { type Processes, isSameProcess } from "../../store/index.ts";
import { bounded } from "../../view/index.ts";
import type { LiveDisk } from "../live-disk.ts";
import { ifReadable, readNote } from "../read-note.ts";

export type RegistryEntry = {
  readonly path: string;
  readonly pid: number;
  readonly sessionId: string;
  /** `elsewhere`: a process that cannot be seen from here. */
  readonly process: "running" | "gone" | "elsewhere";
  /** The client's own word: busy, idle, waiting, shell. Older versions say none. */
  readonly status: string | undefined;
  readonly waitingFor: string | undefined;
  readonly statusAtMs: number | undefined;
  readonly startedMs: number | undefined;
  readonly version: string | undefined;
  readonly name: string | undefined;
};

export type Registry = {
  /** False when the home keeps none: its clients are older, or there never was one. */
  readonly exists: boolean;
  readonly entries: readonly RegistryEntry[];
  /** Processes whose file was being written at that moment: what was known of them still holds. */
  readonly torn: readonly number[];
};

const wordLength = 200;

export function readRegistry(home: string, disk: LiveDisk, processes: Processes): Registry {
  const folder = join(home, "sessions");
  // A link here would lead out of the home.
  const names = ifReadable(() => (disk.look(folder)?.kind === "folder" ? disk.list(folder) : undefined));
  if (names === undefined) return { exists: false, entries: [], torn: [] };
  const entries: RegistryEntry[] = [];
  const torn: number[] = [];
  for (const { name, kind } of names) {
    const pid = Number(/^(\d{1,15})\.json$/.exec(name)?.[1]);
    if (kind !== "file" || !Number.isSafeInteger(pid) || pid <= 0) continue;
    const entry = readRegistryEntry({ path: join(folder, name), pid }, disk, processes);
    if (entry === "torn") torn.push(pid);
    else if (entry !== undefined) entries.push(entry);
  }
  return { exists: true, entries, torn };
}

/** Undefined when there is nothing to be read. */
export function readRegistryEntry(
  { path, pid }: Pick<RegistryEntry, "path" | "pid">,
  disk: LiveDisk,
  processes: Processes,
): RegistryEntry | "torn" | undefined {
  const text = readNote(path, disk);
  if (text === undefined) return undefined;
  const raw = parsedObject(text);
  const sessionId = raw === undefined ? undefined : stringField(raw, "sessionId");
  if (raw === undefined || sessionId === undefined) return "torn";
  if (sessionId.length > wordLength) return undefined;
  return entryOf({ raw, path, pid, sessionId: sessionId.toLowerCase() }, processes);
}

type Raw = { readonly raw: JsonObject; readonly path: string; readonly pid: number; readonly sessionId: string };

function entryOf({ raw, path, pid, sessionId }: Raw, processes: Processes): RegistryEntry {
  return {
    path,
    pid,
    sessionId,
    process: processOf(raw, pid, processes),
    status: wordField(raw, "status"),
    waitingFor: wordField(raw, "waitingFor"),
    statusAtMs: timeField(raw, "statusUpdatedAt") ?? timeField(raw, "updatedAt"),
    startedMs: timeField(raw, "startedAt"),
    version: wordField(raw, "version"),
    name: wordField(raw, "name"),
  };
}

function wordField(raw: JsonObject, key: string): string | undefined {
  const word = stringField(raw, key);
  return word && bounded(word, wordLength);
}

/** The end of the year 9999. */
const lastMs = 253_402_300_799_999;

/** Milliseconds since 1970. What is none, as seconds with nine more digits or a number without end, tells nothing. */
function timeField(raw: JsonObject, key: string): number | undefined {
  const ms = numberField(raw, key);
  return ms !== undefined && ms > 0 && ms <= lastMs ? ms : undefined;
}

function processOf(raw: JsonObject, pid: number, processes: Processes): RegistryEntry["process"] {
  const domain = stringField(raw, "pidDomain");
  if (domain !== undefined && domain !== processes.domain()) return "elsewhere";
  const running = processes.running(pid);
  return running !== undefined && isSameProcess(raw, running) ? "running" : "gone";
}
