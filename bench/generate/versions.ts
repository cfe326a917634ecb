// The client versions that are imitated -> how each one writes: key order, chain, usage, agent files, side lines.

export type Version = {
  readonly version: string;
  /** When sessions of this version begin. */
  readonly eraMs: number;
  /** `early`: the envelope stands before the body; `late` (2.1.150 on): cwd, sessionId and version stand behind it. */
  readonly keys: "early" | "late";
  /** `linear`: each result hangs off the line before; `tree`: off its own call. */
  readonly chain: "linear" | "tree";
  /**
   * `final`: every line of a message carries the final usage; `race`: the first line an early figure, the last the
   * final one; `start`: every line the figure of the message's start, so the total is only a floor.
   */
  readonly usage: "final" | "race" | "start";
  /** Where sub-agents write, and how many hex digits their ids have. */
  readonly agents: {
    readonly place: "inline" | "flat" | "nested";
    readonly digits: number;
    readonly tool: "Task" | "Agent";
  };
  readonly progress: "none" | "chained";
  /** `rendered` (2.1.325): attachments also carry the text sent. */
  readonly attachments: "none" | "plain" | "rendered";
  readonly queue: "none" | "both" | "dequeue";
  readonly titles: "summary" | "custom" | "ai";
  /** Outputs over 30,000 characters: cut inside the line, or saved beside the session. */
  readonly bigOutput: "cut" | "file";
  readonly models: readonly string[];
  readonly weight: number;
};

const sonnets = ["claude-sonnet-4-5-20250929", "claude-opus-4-5-20251101", "claude-haiku-4-5-20251001"] as const;
const early = { keys: "early", progress: "none", attachments: "none", bigOutput: "cut" } as const;
const late = {
  keys: "late",
  chain: "tree",
  usage: "final",
  progress: "none",
  queue: "both",
  titles: "ai",
  bigOutput: "file",
} as const;

export const versions: readonly Version[] = [
  {
    ...early,
    version: "1.0.108",
    eraMs: Date.UTC(2025, 8, 8, 8),
    chain: "linear",
    usage: "race",
    queue: "none",
    titles: "summary",
    agents: { place: "inline", digits: 0, tool: "Task" },
    models: ["claude-sonnet-4-20250514", "claude-opus-4-1-20250805"],
    weight: 1,
  },
  {
    ...early,
    version: "2.0.36",
    eraMs: Date.UTC(2025, 10, 10, 8),
    chain: "linear",
    usage: "final",
    queue: "both",
    titles: "summary",
    agents: { place: "flat", digits: 8, tool: "Task" },
    models: sonnets,
    weight: 1,
  },
  {
    ...early,
    version: "2.0.76",
    eraMs: Date.UTC(2025, 11, 20, 8),
    chain: "linear",
    usage: "race",
    queue: "dequeue",
    titles: "custom",
    agents: { place: "flat", digits: 7, tool: "Task" },
    models: sonnets,
    weight: 1,
  },
  {
    ...early,
    version: "2.1.29",
    eraMs: Date.UTC(2026, 1, 2, 8),
    chain: "tree",
    usage: "start",
    queue: "dequeue",
    titles: "summary",
    progress: "chained",
    bigOutput: "file",
    agents: { place: "nested", digits: 7, tool: "Task" },
    models: sonnets,
    weight: 1,
  },
  {
    ...early,
    version: "2.1.45",
    eraMs: Date.UTC(2026, 1, 18, 8),
    chain: "tree",
    usage: "start",
    queue: "dequeue",
    titles: "custom",
    progress: "chained",
    bigOutput: "file",
    agents: { place: "nested", digits: 7, tool: "Task" },
    models: ["claude-opus-4-6", "claude-sonnet-4-6"],
    weight: 2,
  },
  {
    ...late,
    version: "2.1.150",
    eraMs: Date.UTC(2026, 4, 26, 8),
    attachments: "plain",
    agents: { place: "nested", digits: 17, tool: "Agent" },
    models: ["claude-opus-4-8", "claude-sonnet-5"],
    weight: 3,
  },
  {
    ...late,
    version: "2.1.325",
    eraMs: Date.UTC(2026, 10, 2, 8),
    attachments: "rendered",
    agents: { place: "nested", digits: 17, tool: "Agent" },
    models: ["claude-opus-5-5", "claude-sonnet-5"],
    weight: 3,
  },
];

/** Each version as often as its weight. */
export const versionDraw: readonly Version[] = versions.flatMap((version) =>
  Array.from({ length: version.weight }, () => version),
);
