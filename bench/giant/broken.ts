// A path -> a session file with one monstrous defect, the kinds that make naive readers hang or die.
import { closeSync, openSync, writeSync } from "node:fs";

export type Broken = {
  readonly name: string;
  readonly write: (path: string) => void;
  /** What a doctor must name; absent where a reader may well find nothing wrong. */
  readonly finding?: RegExp;
  /** Where more lines than usual have to be kept in mind. */
  readonly rssMb?: number;
};

const sessionId = "7c2b0e63-1d2f-4c68-8b79-4e205d9f3c81";
const uuid = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;
const mebibyte = 1_048_576;
const chunk = "x".repeat(mebibyte);

export const brokenInputs: readonly Broken[] = [
  {
    name: "a single line of 600 MiB",
    finding: /too-long/,
    write: (path) =>
      inParts(path, function* () {
        const [head, tail] = around(1, "\u0001").split('"\\u0001"');
        yield line(0);
        yield `${head}"`;
        for (let mib = 0; mib < 600; mib += 1) yield chunk;
        yield `"${tail}\n`;
        yield line(2);
      }),
  },
  {
    name: "a million nested brackets",
    // It is sound JSON: all that is asked is that the visit comes to an end.
    write: (path) =>
      inParts(path, function* () {
        const [head, tail] = around(1, "\u0001").split('"\\u0001"');
        yield line(0);
        yield `${head}${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}${tail}\n`;
        yield line(2);
      }),
  },
  {
    name: "a million brackets that are never closed",
    finding: /damaged|torn|not-json/,
    write: (path) =>
      inParts(path, function* () {
        yield line(0);
        yield `${'{"a":['.repeat(1_000_000)}\n`;
        yield line(1);
      }),
  },
  {
    name: "a block of 63 MiB of NUL bytes",
    finding: /nul-run|too-long/,
    write: (path) =>
      inParts(path, function* () {
        yield line(0);
        for (let mib = 0; mib < 63; mib += 1) yield "\0".repeat(mebibyte);
        yield "\n";
        yield line(1);
      }),
  },
  {
    name: "a circle of 100,000 parents",
    finding: /cycle/,
    write: (path) =>
      inParts(path, function* () {
        for (let index = 0; index < 100_000; index += 1)
          yield line(index, { parent: uuid((index + 99_999) % 100_000) });
      }),
  },
  {
    name: "an entry that is its own parent",
    finding: /self-parent/,
    write: (path) =>
      inParts(path, function* () {
        yield line(0);
        yield line(1, { parent: uuid(1) });
        yield line(2);
      }),
  },
  {
    name: "two entries with one uuid",
    finding: /duplicate-uuid/,
    write: (path) =>
      inParts(path, function* () {
        yield line(0);
        yield line(1);
        yield line(1, { text: "another text" });
        yield line(2);
      }),
  },
  {
    name: "a million lines of one uuid",
    finding: /duplicate-uuid/,
    rssMb: 900,
    write: (path) =>
      inParts(path, function* () {
        for (let index = 0; index < 1_000_000; index += 1) yield line(0, { text: `prompt ${index}` });
      }),
  },
  {
    name: "a chain of 300,000 links without its root",
    finding: /missing-parent|dangling|lost/,
    rssMb: 900,
    write: (path) =>
      inParts(path, function* () {
        for (let index = 1; index <= 300_000; index += 1) yield line(index);
      }),
  },
  {
    name: "100,000 entries that are their own parents",
    finding: /self-parent/,
    rssMb: 900,
    write: (path) =>
      inParts(path, function* () {
        for (let index = 0; index < 100_000; index += 1) yield line(index, { parent: uuid(index) });
      }),
  },
  {
    name: "100,000 branches of one entry",
    write: (path) =>
      inParts(path, function* () {
        yield line(0);
        for (let index = 1; index < 100_000; index += 1) yield line(index, { parent: uuid(0) });
      }),
  },
];

type Choice = { readonly parent?: string; readonly text?: string };

const line = (index: number, choice: Choice = {}): string =>
  `${around(index, choice.text ?? `prompt ${index}`, choice.parent)}\n`;

function around(index: number, text: string, parent?: string): string {
  const parentUuid = parent ?? (index === 0 ? null : uuid(index - 1));
  const timestamp = new Date(Date.UTC(2026, 0, 5) + index * 1000).toISOString();
  const message = { role: "user", content: text };
  return JSON.stringify({
    parentUuid,
    isSidechain: false,
    type: "user",
    message,
    uuid: uuid(index),
    timestamp,
    userType: "external",
    cwd: "/home/dev/work/giant",
    sessionId,
    version: "2.1.150",
  });
}

function inParts(path: string, parts: () => Iterable<string>): void {
  const descriptor = openSync(path, "w", 0o600);
  let pending: string[] = [];
  let chars = 0;
  const flush = (): void => {
    const bytes = Buffer.from(pending.join(""));
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at, bytes.length - at);
    pending = [];
    chars = 0;
  };
  for (const part of parts()) {
    pending.push(part);
    chars += part.length;
    if (chars > mebibyte) flush();
  }
  flush();
  closeSync(descriptor);
}
