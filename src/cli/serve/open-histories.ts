// The logs of this moment -> what they tell of files, held open between questions until a log changes or nobody asks for a while.
import { discover } from "../../store/index.ts";
import { type OpenFiles, withFiles } from "../files/open-files.ts";
import { type LaneSettings, catchingIo } from "./lane-io.ts";

export type Histories = (settings: LaneSettings, nowMs: number) => Promise<OpenFiles>;

type Held = { readonly print: string; readonly atMs: number; readonly files: OpenFiles; readonly release: () => void };

/** Reading all logs takes its time: while they grow, the answer may be so old. */
const freshMs = 15_000;

export function openHistories(): Histories {
  let held: Promise<Held> | undefined;

  return async (settings, nowMs) => {
    const before = await held;
    if (before !== undefined && (nowMs - before.atMs < freshMs || before.print === printOf(settings)))
      return before.files;
    before?.release();
    held = hold(settings, nowMs);
    return (await held).files;
  };
}

/** What is opened for one use is kept in use until it is released. */
function hold(settings: LaneSettings, nowMs: number): Promise<Held> {
  const print = printOf(settings);
  const { io } = catchingIo(settings, nowMs);
  return new Promise((resolve, reject) => {
    withFiles(io, {}, (files) => new Promise<void>((release) => resolve({ print, atMs: nowMs, files, release }))).catch(
      reject,
    );
  });
}

function printOf({ homes }: LaneSettings): string {
  const { sessions, agents } = discover(homes);
  const files = [...sessions, ...agents];
  const sizes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return `${files.length}:${sizes}`;
}
