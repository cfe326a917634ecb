// The escape sequences that clew writes, and the marks that represent them inside text.

/** The whole list: nothing else that starts with ESC reaches a stream that is a terminal. */
const sequences = {
  title: "\u001B[1m",
  prompt: "\u001B[1;36m",
  dim: "\u001B[2m",
  error: "\u001B[31m",
  warning: "\u001B[33m",
  good: "\u001B[32m",
  call: "\u001B[34m",
  thinking: "\u001B[2;3m",
  heading: "\u001B[1;4m",
  reset: "\u001B[0m",
  // The second screen, no cursor, no line wrapping; and back.
  "open-board": "\u001B[?1049h\u001B[?25l\u001B[?7l",
  "close-board": "\u001B[?7h\u001B[?25h\u001B[?1049l",
  "board-start": "\u001B[H",
  "clear-line": "\u001B[K",
  "clear-below": "\u001B[J",
} as const;

export type SequenceName = keyof typeof sequences;

let secret: { readonly text: string; readonly pattern: RegExp } | undefined;

/**
 * Represents a sequence in text. Any string can be in a log, so a mark holds a random number of this process,
 * which the writer of a log cannot know. Measure and cut text before marks are put into it.
 */
export function mark(name: SequenceName): string {
  secret ??= newSecret();
  return `\u001B{${secret.text}:${name}}`;
}

/** Text between marks goes through `change`, each mark becomes what `write` makes of its sequence. */
export function replaceMarks(
  text: string,
  { change, write }: { readonly change: (text: string) => string; readonly write: (sequence: string) => string },
): string {
  // Without a mark in this process there is none in the text.
  if (secret === undefined || !text.includes(secret.text)) return change(text);
  return text
    .split(secret.pattern)
    .map((part, at) => (at % 2 === 0 ? change(part) : write(sequenceOf(part))))
    .join("");
}

function sequenceOf(name: string): string {
  return Object.entries(sequences).find(([known]) => known === name)?.[1] ?? "";
}

function newSecret(): NonNullable<typeof secret> {
  // Loaded when the first mark is made: output without colour needs none.
  const text = process.getBuiltinModule("node:crypto").randomBytes(16).toString("hex");
  return { text, pattern: new RegExp(`\\u001B\\{${text}:([a-z-]+)\\}`) };
}
