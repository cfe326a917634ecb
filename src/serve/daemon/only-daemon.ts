// A wish for a daemon -> the one that serves these homes: ours, or the one that was there before; never two for one person.
import { WorldError } from "../../store/index.ts";
import { type Daemon, type DaemonOptions, startDaemon } from "./daemon.ts";
import { type DaemonRecord, dropRecord, dropTorn, putRecord, readRecord, recordPlace } from "./record.ts";
import { type Running, runningOf } from "./running-daemon.ts";

export type OtherDaemon = { readonly kind: "other"; readonly record: DaemonRecord; readonly running: Running };
export type OnlyDaemon =
  /** `unnoted`: why no other can find it, where that is so. */
  { readonly kind: "ours"; readonly daemon: Daemon; readonly unnoted: string | undefined } | OtherDaemon;

export async function onlyDaemon(options: DaemonOptions, cacheDir: string): Promise<OnlyDaemon> {
  const { processes } = options;
  const place = recordPlace(cacheDir, options.homes);
  const before = await servingAt(place.path);
  if (before !== undefined) return before;
  const daemon = await startDaemon(options);
  try {
    const pid = processes.ownPid;
    const record = { pid, start: processes.running(pid)?.start, url: daemon.url, token: daemon.token };
    for (let tries = 0; tries < 5; tries++) {
      const noted = putRecord(place, record);
      if (noted.kind === "noted") return { kind: "ours", daemon: recorded(daemon, record), unnoted: undefined };
      // It serves as well; only a second one would not know of it.
      if (noted.kind === "cannot") return { kind: "ours", daemon, unnoted: `${noted.folder}: ${noted.reason}` };
      const other = await servingAt(place.path);
      if (other === undefined) continue;
      await daemon.stop();
      return other;
    }
    throw new WorldError("failed", `cannot note the daemon in ${place.path}`, {
      hint: "remove that file, and try again",
    });
  } catch (error) {
    await daemon.stop();
    throw error;
  }

  /** A record whose daemon is gone is taken away. */
  async function servingAt(path: string): Promise<OtherDaemon | undefined> {
    const record = readRecord(path);
    if (record === undefined) dropTorn(path);
    if (record === undefined) return undefined;
    const running = await runningOf(record, processes);
    if (running !== undefined) return { kind: "other", record, running };
    dropRecord(path, record);
    return undefined;
  }

  /** The record says which homes are served: it goes along when these change. */
  function recorded(one: Daemon, record: DaemonRecord): Daemon {
    let { path } = place;
    return {
      ...one,
      async show(homes) {
        await one.show(homes);
        const next = recordPlace(cacheDir, homes);
        // Where another daemon is noted for them already, that one is found.
        putRecord(next, record);
        dropRecord(path, record);
        ({ path } = next);
      },
      async stop() {
        dropRecord(path, record);
        await one.stop();
      },
    };
  }
}
