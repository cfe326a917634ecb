// A wish for a daemon -> the one that serves these homes: ours, or the one that was there before; never two for one person.
import { WorldError } from "../../store/index.ts";
import { type Daemon, type DaemonOptions, startDaemon } from "./daemon.ts";
import { type DaemonRecord, dropRecord, dropTorn, putRecord, readRecord, recordPlace } from "./record.ts";
import { isServing } from "./running-daemon.ts";

export type OnlyDaemon =
  | { readonly kind: "ours"; readonly daemon: Daemon }
  | { readonly kind: "other"; readonly record: DaemonRecord };

export async function onlyDaemon(options: DaemonOptions, cacheDir: string): Promise<OnlyDaemon> {
  const { processes } = options;
  const place = recordPlace(cacheDir, options.homes);
  const before = await servingAt(place.path);
  if (before !== undefined) return { kind: "other", record: before };
  const daemon = await startDaemon(options);
  try {
    const pid = processes.ownPid;
    const record = { pid, start: processes.running(pid)?.start, url: daemon.url, token: daemon.token };
    for (let tries = 0; tries < 5; tries++) {
      if (putRecord(place, record)) return { kind: "ours", daemon: { ...daemon, stop: stopping(daemon, record) } };
      const other = await servingAt(place.path);
      if (other === undefined) continue;
      await daemon.stop();
      return { kind: "other", record: other };
    }
    throw new WorldError("failed", `cannot note the daemon in ${place.path}`, {
      hint: "remove that file, and try again",
    });
  } catch (error) {
    await daemon.stop();
    throw error;
  }

  /** A record whose daemon is gone is taken away. */
  async function servingAt(path: string): Promise<DaemonRecord | undefined> {
    const record = readRecord(path);
    if (record === undefined) dropTorn(path);
    if (record === undefined || (await isServing(record, processes))) return record;
    dropRecord(path, record);
    return undefined;
  }

  function stopping({ stop }: Daemon, record: DaemonRecord): Daemon["stop"] {
    return async () => {
      dropRecord(place.path, record);
      await stop();
    };
  }
}
