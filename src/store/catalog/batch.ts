// Parts and files as they are read -> batches of bounded size, in memory that travels between threads without being copied.
import type { PartKind, PartRole } from "../../graph/index.ts";
import { partKinds, partRoles } from "../../graph/index.ts";
import type { Progress } from "./file-row.ts";

/** A file as far as its batch brings it. */
export type ReadFile = {
  /** Place of its job in the list. */
  readonly job: number;
  /** Whether what the catalog held of it goes first: all, the parts in front of `to`, or nothing. */
  readonly replaces: "all" | "nothing" | { readonly to: number };
  readonly device: number;
  readonly inode: number;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly progress: Progress;
  /** Packed; a tool's output has none. */
  readonly digest: Uint8Array | undefined;
  /** What it is known by; a tool's output by nothing. */
  readonly words: string | undefined;
};

/** Numbers of a part, one after the other, in this order. */
export const partColumns = [
  "job",
  "seconds",
  "offset",
  "line",
  "ordinal",
  "kind",
  "role",
  "tool",
  "error",
  "human",
  "textStart",
  "textEnd",
] as const;
export const partWidth = partColumns.length;

export type Batch = {
  readonly files: readonly ReadFile[];
  /** Jobs whose files could not be read. */
  readonly failed: readonly number[];
  /** `partWidth` numbers for each part. */
  readonly parts: Float64Array<ArrayBuffer>;
  /** Names that the parts refer to; -1 refers to none. */
  readonly tools: readonly string[];
  /** All texts, as they are given to the index, in UTF-8. */
  readonly texts: Uint8Array<ArrayBuffer>;
  /** Bytes of files that were read for it. */
  readonly readBytes: number;
};

export type NewPart = {
  readonly job: number;
  readonly seconds: number;
  readonly offset: number;
  readonly line: number;
  readonly ordinal: number;
  readonly kind: PartKind;
  readonly role: PartRole;
  readonly tool: string | undefined;
  readonly isError: boolean;
  readonly isHuman: boolean;
  readonly text: string;
};

export type BatchWriter = {
  readonly part: (part: NewPart) => void;
  readonly file: (file: ReadFile) => void;
  readonly fail: (job: number) => void;
  readonly passed: (bytes: number) => void;
  /** Time to hand it over; asked between lines. */
  readonly isFull: () => boolean;
  /** What has been gathered since the last time. */
  readonly take: () => Batch;
};

/** One transaction of the index: larger ones make fewer and larger pieces, and need more memory. */
const fullTextBytes = 8 * 1024 * 1024;
const fullReadBytes = 64 * 1024 * 1024;
const fullParts = 50_000;

export function batchWriter(mostTextBytes = fullTextBytes): BatchWriter {
  let files: ReadFile[] = [];
  let failed: number[] = [];
  let parts = new Float64Array(1024 * partWidth);
  let count = 0;
  let tools = new Map<string, number>();
  let texts = Buffer.allocUnsafeSlow(64 * 1024);
  let textLength = 0;
  let readBytes = 0;

  function toolPlace(name: string | undefined): number {
    if (name === undefined) return -1;
    const known = tools.get(name);
    if (known !== undefined) return known;
    tools.set(name, tools.size);
    return tools.size - 1;
  }

  return {
    part({ job, seconds, offset, line, ordinal, kind, role, tool, isError, isHuman, text }) {
      const length = Buffer.byteLength(text);
      if (textLength + length > texts.length) texts = grown(texts, textLength, length);
      texts.write(text, textLength);
      if ((count + 1) * partWidth > parts.length) {
        const larger = new Float64Array(parts.length * 2);
        larger.set(parts);
        parts = larger;
      }
      const kindPlace = partKinds.indexOf(kind);
      const rolePlace = partRoles.indexOf(role);
      const flags = [isError ? 1 : 0, isHuman ? 1 : 0] as const;
      const end = textLength + length;
      parts.set(
        [job, seconds, offset, line, ordinal, kindPlace, rolePlace, toolPlace(tool), ...flags, textLength, end],
        count * partWidth,
      );
      count += 1;
      textLength = end;
    },
    file: (file) => void files.push(file),
    fail: (job) => void failed.push(job),
    passed: (bytes) => void (readBytes += bytes),
    isFull: () => textLength >= mostTextBytes || readBytes >= fullReadBytes || count >= fullParts,
    take() {
      const batch = {
        files,
        failed,
        parts: parts.slice(0, count * partWidth),
        tools: [...tools.keys()],
        texts: new Uint8Array(texts.buffer, 0, textLength),
        readBytes,
      };
      files = [];
      failed = [];
      tools = new Map();
      count = 0;
      // What was handed over is no longer ours; the next batch will likely be as large.
      texts = Buffer.allocUnsafeSlow(Math.min(mostTextBytes + 64 * 1024, texts.length));
      textLength = 0;
      readBytes = 0;
      return batch;
    },
  };
}

function grown(texts: Buffer<ArrayBuffer>, used: number, more: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(used + more, texts.length * 2));
  larger.set(texts.subarray(0, used));
  return larger;
}
