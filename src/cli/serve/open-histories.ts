// The logs of this moment -> what they tell of files, held open between questions until a log changes or nobody asks for a while.
import { discover } from "../../store/index.ts";
import { type OpenFiles, withFiles } from "../files/open-files.ts";
import { type LaneSettings, catchingIo } from "./lane-io.ts";

/** `log`: one that must be among those that were read. */
export type Histories = (settings: LaneSettings, nowMs: number, log?: string) => Promise<OpenFiles>;

type Logs = { readonly print: string; readonly paths: ReadonlySet<string> };
type Held = Logs & { readonly atMs: number; readonly files: OpenFiles; readonly release: () => void };

/** Reads the logs, and keeps what they tell open until it is released. */
export type Hold = (settings: LaneSettings, nowMs: number) => Promise<Held>;

/** Reading all logs takes its time: while they grow, the answer may be so old. */
const freshMs = 15_000;

export function openHistories(hold: Hold = holdFiles): Histories {
  let held: Promise<Held> | undefined;

  function replace(settings: LaneSettings, nowMs: number): Promise<Held> {
    const next = hold(settings, nowMs);
    held = next;
    // What failed is told to whoever waits for it now; the next question tries again.
    next.catch(() => {
      if (held === next) held = undefined;
    });
    return next;
  }

  return async (settings, nowMs, log) => {
    // A session that was made a moment ago has files all the same.
    const isFresh = (one: Held): boolean => nowMs - one.atMs < freshMs && (log === undefined || one.paths.has(log));
    for (;;) {
      const waited = held;
      const before = await waited;
      // Another question waited for the same one, and has replaced it already: its answer is looked at.
      if (waited !== held) continue;
      if (before !== undefined && (isFresh(before) || before.print === logsOf(settings).print)) return before.files;
      before?.release();
      return (await replace(settings, nowMs)).files;
    }
  };
}

/** What is opened for one use is kept in use until it is released. */
function holdFiles(settings: LaneSettings, nowMs: number): Promise<Held> {
  const logs = logsOf(settings);
  const { io } = catchingIo(settings, nowMs);
  return new Promise((resolve, reject) => {
    withFiles(
      io,
      {},
      (files) => new Promise<void>((release) => resolve({ ...logs, atMs: nowMs, files, release })),
    ).catch(reject);
  });
}

function logsOf({ homes }: LaneSettings): Logs {
  const { sessions, agents } = discover(homes);
  const files = [...sessions, ...agents];
  const sizes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { print: `${files.length}:${sizes}`, paths: new Set(files.map(({ path }) => path)) };
}
