// All that a command may touch of the world beside files: output, terminal, folders and the clock; main.ts makes the real one.

/** 0 done or found, 1 nothing found or errors found, 2 an error said in one line. */
export type ExitCode = 0 | 1 | 2;

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
  readonly cwd: string;
  readonly nowMs: number;
  /** The IANA name of the zone that days are counted in unless another is named. */
  readonly timeZone: string;
  /** Where what can be made again is kept: the catalog. It may not exist yet. */
  readonly cacheDir: string;
  /** Where what cannot be made again is kept: totals of deleted sessions. It may not exist yet. */
  readonly dataDir: string;
  /** How the person can call us again: `clew`, or `npx clew` in a checkout. */
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
  readonly run: (command: string, args: readonly string[], cwd: string) => number | undefined;
};

/** The reader of our output went away: no error, just the end. */
export class ClosedPipe extends Error {}

/** Our output cannot be taken: a full disk, a broken device. */
export class CannotWrite extends Error {}
