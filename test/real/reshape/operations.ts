// What is known of a session -> the commands that reshape it, as a person would type them; each ends in sessions to resume.
export type Subject = {
  readonly sessionId: string;
  readonly home: string;
  /** Labels of the turns on the path, `0` left out. */
  readonly turns: readonly string[];
  readonly compactions: number;
  /** A folder that exists, for moves. */
  readonly elsewhere: string;
};

export type Operation = {
  readonly name: string;
  /** Undefined: this session gives the command nothing to do. */
  readonly args: (subject: Subject) => readonly string[] | undefined;
  /** `same`: what is sent for the result is what was sent for the source. */
  readonly promise: "same" | "planned";
  /** What is done to the log first: a sound one would be left alone. */
  readonly before?: "damage";
  /** A second command that takes the first one's session. */
  readonly next?: (subject: Subject, made: string) => readonly string[];
};

const middleOf = (items: readonly string[]): string | undefined => items[Math.floor((items.length - 1) / 2)];

function atMiddle(command: string, { sessionId, turns }: Subject): readonly string[] | undefined {
  const turn = middleOf(turns);
  return turn === undefined || (command === "split" && turns.length < 2)
    ? undefined
    : [command, sessionId, "--at", turn];
}

const trim = (preset: string): Operation => ({
  name: `trim ${preset}`,
  args: ({ sessionId }) => ["trim", sessionId, "--preset", preset],
  promise: preset === "light" ? "same" : "planned",
});

export const operations: readonly Operation[] = [
  { name: "clone", args: ({ sessionId }) => ["clone", sessionId], promise: "same" },
  { name: "clone --keep-uuids", args: ({ sessionId }) => ["clone", sessionId, "--keep-uuids"], promise: "same" },
  { name: "fork", args: (subject) => atMiddle("fork", subject), promise: "planned" },
  { name: "split", args: (subject) => atMiddle("split", subject), promise: "planned" },
  {
    name: "merge",
    args: (subject) => (subject.turns.length < 2 ? undefined : atMiddle("fork", subject)),
    promise: "planned",
    next: ({ sessionId }, fork) => ["merge", fork, sessionId],
  },
  trim("light"),
  trim("standard"),
  trim("strong"),
  {
    name: "compress",
    args: ({ sessionId, turns }) => (turns.length < 2 ? undefined : ["compress", sessionId, "--keep-turns", "1"]),
    promise: "planned",
  },
  {
    name: "compress --undo",
    args: ({ sessionId, compactions }) => (compactions === 0 ? undefined : ["compress", sessionId, "--undo"]),
    promise: "planned",
  },
  { name: "move", args: ({ sessionId, elsewhere }) => ["move", sessionId, "--to", elsewhere], promise: "planned" },
  { name: "repair", args: ({ sessionId }) => ["repair", sessionId], promise: "planned", before: "damage" },
];
