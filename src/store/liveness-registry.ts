// A config home -> what its registry of running clients says about a session; every file in it is untrusted and may be torn.
import { join } from "node:path";
import { type JsonObject, numberField, parsedObject, slugOf, stringField, utf8Text } from "../format/index.ts";
import type { Running } from "./liveness-process.ts";
import { noteBytes } from "./open/read-small-file.ts";
import type { SessionPlace } from "./session-place.ts";
import { readWhole } from "./rewrite/read-whole.ts";
import type { World } from "./rewrite/world.ts";

export type RegistryEvidence = {
  /**
   * `owner`: a process that runs has the session open. `owner-gone`: the process that had it is no more.
   * `owner-elsewhere`: a process that cannot be seen from here. `neighbour`: a client that runs in the same folder, of a
   * version whose registry keeps naming the session it began with.
   */
  readonly kind: "owner" | "owner-gone" | "owner-elsewhere" | "neighbour";
  readonly registry: string;
  readonly pid: number;
};

export function readRegistry(place: SessionPlace, modifiedMs: number, world: World): readonly RegistryEvidence[] {
  if (place.home === undefined) return [];
  const folder = join(place.home, "sessions");
  if (world.disk.look(folder)?.kind !== "folder") return [];
  return world.disk.list(folder).flatMap(({ name, kind }) => {
    const pid = Number(/^(\d+)\.json$/.exec(name)?.[1]);
    if (kind !== "file" || !Number.isSafeInteger(pid) || pid <= 0) return [];
    const registry = join(folder, name);
    const bytes = readWhole(world.disk, registry, { mostBytes: noteBytes });
    const raw = bytes === undefined ? undefined : parsedObject(utf8Text(bytes));
    const verdict = raw === undefined ? undefined : judge({ raw, pid, modifiedMs }, place, world);
    return verdict === undefined ? [] : [{ kind: verdict, registry, pid }];
  });
}

type Registered = { readonly raw: JsonObject; readonly pid: number; readonly modifiedMs: number };

function judge(
  { raw, pid, modifiedMs }: Registered,
  place: SessionPlace,
  { processes }: World,
): RegistryEvidence["kind"] | undefined {
  const isNamed = stringField(raw, "sessionId")?.toLowerCase() === place.sessionId.toLowerCase();
  const domain = stringField(raw, "pidDomain");
  if (domain !== undefined && domain !== processes.domain()) return isNamed ? "owner-elsewhere" : undefined;
  const running = processes.running(pid);
  const isRunning = running !== undefined && isSameProcess(raw, running);
  if (isNamed) return isRunning ? "owner" : "owner-gone";
  const startedMs = numberField(raw, "startedAt") ?? 0;
  const cwd = stringField(raw, "cwd");
  // From 2.1.150 on the registry tells the process's start, and follows when the client goes on to another session.
  const mayHaveMovedOn = stringField(raw, "procStart") === undefined && modifiedMs >= startedMs;
  const isHere = cwd !== undefined && place.folder.endsWith(slugOf(cwd));
  return isRunning && mayHaveMovedOn && isHere ? "neighbour" : undefined;
}

/** The registry is written a moment after the process started. */
const clockSlackMs = 5000;

/** A process id is used again after a while: only the start tells two apart. */
export function isSameProcess(raw: JsonObject, running: Running): boolean {
  const start = stringField(raw, "procStart");
  if (start !== undefined && running.start !== undefined) return start === running.start;
  const startedMs = numberField(raw, "startedAt");
  if (startedMs === undefined || running.startedMs === undefined) return true;
  return running.startedMs <= startedMs + clockSlackMs;
}
