// Arguments -> what the command line prints and its exit code, without a process: output is caught, the clock stands still.
import { type ExitCode, type Io, guardOutput, runCli } from "../../src/cli/index.ts";

export type Outcome = { readonly code: ExitCode; readonly out: string; readonly err: string };

/** Two days after the newest session of the demo. */
export const nowMs = Date.parse("2026-11-15T18:00:00.000Z");

export async function clew(args: readonly string[], world: Partial<Io> = {}): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    isInputTerminal: false,
    colour: false,
    columns: 100,
    homes: [],
    cwd: "/",
    nowMs,
    timeZone: "UTC",
    // A catalog in a folder that cannot be made is no catalog: tests that want one name its place.
    cacheDir: "/dev/null/cache",
    dataDir: "/dev/null/data",
    command: "clew",
    demoHome: "/nowhere",
    messagesApi: {},
    host: { node: "node", path: "", tempDir: "/" },
    run: () => undefined,
    live: {
      clock: { nowMs: () => nowMs, monotonicMs: () => 0, after: () => () => undefined },
      flush: () => undefined,
      environment: {},
      screen: () => ({ columns: 100, rows: 30 }),
      listen: () => () => undefined,
      start: () => Promise.resolve({ kind: "not-started", reason: "ENOENT" }),
    },
    ...world,
    ...guardOutput({
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      progress: () => undefined,
      ask: () => Promise.resolve(false),
      isTerminal: false,
      ...sinksOf(world),
    }),
  };
  const code = await runCli(args, io);
  return { code, out: out.join(""), err: err.join("") };
}

function sinksOf({ out, err, progress, ask, isTerminal }: Partial<Io>): Partial<Io> {
  return {
    ...(out && { out }),
    ...(err && { err }),
    ...(progress && { progress }),
    ...(ask && { ask }),
    ...(isTerminal !== undefined && { isTerminal }),
  };
}
