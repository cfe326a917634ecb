// All that a command may touch of the world beside files: output, terminal, folders and the clock; main.ts makes the real one.
import type { Clock } from "../live/index.ts";
import type { World } from "../store/index.ts";

/** 0 done or found, 1 nothing found or errors found, 2 an error said in one line, 130 ended by Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 130;

export type Io = {
  /** Data, to stdout. */
  readonly out: (text: string) => void;
  /** Talk, to stderr. */
  readonly err: (text: string) => void;
  /** A passing line on stderr, replaced by the next; nothing unless stderr is a terminal. */
  readonly progress: (text: string) => void;
  readonly isTerminal: boolean;
  /** Whether a person is there to answer. */
  readonly isInputTerminal: boolean;
  readonly colour: boolean;
  readonly columns: number;
  /** Config homes to look in when none is named. */
  readonly homes: readonly string[];
  /** The config home that a client started from here looks into; the first of `homes` when it is not told. */
  readonly clientHome?: string;
  readonly cwd: string;
  /** The person's own folder, which `~` means. */
  readonly userDir?: string;
  readonly nowMs: number;
  /** The IANA name of the zone that days are counted in unless another is named. */
  readonly timeZone: string;
  /** Where what can be made again is kept: the catalog. It may not exist yet. */
  readonly cacheDir: string;
  /** Where what cannot be made again is kept: totals of deleted sessions. It may not exist yet. */
  readonly dataDir: string;
  /** Disk, clock and processes for whoever writes; the machine's own when there is none. */
  readonly world?: World;
  /** The command that calls clew again: `clew`, or `npx clew` in a clone. */
  readonly command: string;
  /** A small tree of invented sessions. */
  readonly demoHome: string;
  /** Where a Messages API is asked, when the person wants it to be; the key is used for nothing else. */
  readonly messagesApi: { readonly apiKey?: string; readonly baseUrl?: string };
  /** A question that takes yes or no; no when nobody is there to answer. */
  readonly ask: (question: string) => Promise<boolean>;
  /** What a proof by a real client needs of the machine. */
  readonly host: { readonly node: string; readonly path: string; readonly tempDir: string };
  /** Runs another program in our place, with our terminal; its exit code, or undefined when there is no such program. */
  readonly run: (command: string, args: readonly string[], start: Start) => number | undefined;
  readonly live: LiveIo;
};

/** Where a program is started, and which variables it gets beside ours. */
export type Start = { readonly cwd: string; readonly environment: Readonly<Record<string, string>> };

export type Environment = Readonly<Record<string, string | undefined>>;

/** What only commands need that go on until they are ended. */
export type LiveIo = {
  readonly clock: Clock;
  /** What was said so far is to be seen now. */
  readonly flush: () => void;
  /** The variables that processes of ours are started with. */
  readonly environment: Environment;
  /** Of the terminal, which people make larger and smaller. */
  readonly screen: () => { readonly columns: number; readonly rows: number };
  /** The result ends the listening. */
  readonly listen: (listener: Listener) => () => void;
  /** Starts a program beside us, and tells how it ended. */
  readonly start: (program: Program) => Promise<Ended>;
};

export type Listener = {
  /** Keys as they are pressed, Ctrl-C among them; without it the terminal stays as it is. */
  readonly onKey?: (key: string) => void;
  readonly onStop: (why: "interrupted" | "ended") => void;
};

/** A line is one that the person wrote themselves. What comes from logs goes into arguments and the environment only. */
export type Program = {
  readonly run:
    | { readonly kind: "line"; readonly line: string }
    | { readonly kind: "program"; readonly command: string; readonly args: readonly string[] };
  readonly environment: Readonly<Record<string, string>>;
  readonly output: "stderr" | "nowhere";
};

export type Ended =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "not-started"; readonly reason: string };

/** The reader of our output went away: no error, just the end. */
export class ClosedPipe extends Error {}

/** Our output cannot be taken: a full disk, a broken device. */
export class CannotWrite extends Error {}
