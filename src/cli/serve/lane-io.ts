// What the daemon hands to its lanes -> an Io for the commands that answer there: output is caught, nobody is asked, nothing is run.
import { nodeClock } from "../../live/index.ts";
import type { Io } from "../io.ts";

/** Plain data: it travels to another process. */
export type LaneSettings = Pick<
  Io,
  "homes" | "clientHome" | "cwd" | "timeZone" | "cacheDir" | "dataDir" | "command" | "demoHome" | "userDir"
>;

export function isSettings(value: unknown): value is LaneSettings {
  return typeof value === "object" && value !== null && "homes" in value && "cacheDir" in value;
}

export type Caught = { readonly io: Io; readonly out: () => readonly string[]; readonly err: () => string };

export function catchingIo(settings: LaneSettings, nowMs: number): Caught {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    ...settings,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    progress: () => undefined,
    isTerminal: false,
    isInputTerminal: false,
    colour: false,
    columns: 200,
    nowMs,
    messagesApi: {},
    ask: () => Promise.resolve(false),
    host: { node: "", path: "", tempDir: "" },
    run: () => undefined,
    live: {
      clock: nodeClock,
      flush: () => undefined,
      environment: {},
      screen: () => ({ columns: 200, rows: 50 }),
      listen: () => () => undefined,
      start: () => Promise.resolve({ kind: "not-started", reason: "nothing is started here" }),
    },
  };
  return {
    io,
    out: () =>
      out
        .join("")
        .split("\n")
        .filter((line) => line !== ""),
    err: () => err.join(""),
  };
}
