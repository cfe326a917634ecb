// A log -> what its first and its last bytes tell: how it begins and when it was last written to; the rest is not read.
import { closeSync, readSync } from "node:fs";
import { timestampMs } from "../format/index.ts";
import { type OpenFile, openForReading } from "./open/open-file.ts";
import { WorldError, worldError } from "./world-error.ts";

export type Peek = {
  /** The newest time near the end; undefined when the end does not tell. */
  readonly lastMs: number | undefined;
  /** The uuid of the first entry that has one: copies of a session begin with the same. */
  readonly firstUuid: string | undefined;
  readonly sessionId: string | undefined;
};

const headBytes = 16 * 1024;
/** First a little; if the last line is a long one, more. */
const tailBytes = [16 * 1024, 256 * 1024, 4 * 1024 * 1024] as const;

export function peekLog(path: string): Peek {
  const file = openForReading(path);
  try {
    return peek(file);
  } catch (error) {
    throw worldError(error, path);
  } finally {
    closeSync(file.descriptor);
  }
}

function peek({ descriptor, stats }: OpenFile): Peek {
  const { size } = stats;
  const textAt = (offset: number, length: number): string => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
    return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, bytes.length, offset));
  };
  const head = textAt(0, headBytes);
  let lastMs = size <= headBytes ? newestIn(head) : undefined;
  for (const length of tailBytes) {
    if (lastMs !== undefined || size <= headBytes) break;
    lastMs = newestIn(textAt(Math.max(0, size - length), length));
  }
  return { lastMs, firstUuid: firstOf("uuid", head), sessionId: firstOf("sessionId", head) };
}

function newestIn(text: string): number | undefined {
  let newestMs: number | undefined;
  for (const [, time] of text.matchAll(/"timestamp"\s*:\s*"([^"]{16,40})"/g)) {
    const ms = timestampMs(time);
    if (ms !== undefined && (newestMs === undefined || ms > newestMs)) newestMs = ms;
  }
  return newestMs;
}

function firstOf(key: "uuid" | "sessionId", text: string): string | undefined {
  return new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,64})"`).exec(text)?.[1];
}

/** The session that a log names inside; undefined also where it cannot be read: whoever reads it will say why. */
export function peekedId(path: string): string | undefined {
  try {
    return peekLog(path).sessionId;
  } catch (error) {
    if (error instanceof WorldError) return undefined;
    throw error;
  }
}
