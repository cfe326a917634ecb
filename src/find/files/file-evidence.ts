// Logs on disk -> what they tell of files, in true order; each log is read once, content stays where it is.
import { createHash } from "node:crypto";
import type { Decoded } from "../../format/index.ts";
import { type LogEvidence, type OrderedEvent, gatherFileEvidence, orderEvents } from "../../graph/index.ts";
import { WorldError } from "../../store/index.ts";
import { type LineDecoder, lineDecoder } from "./light-line.ts";
import { logLines } from "./log-lines.ts";
import { mayTellOfFiles } from "./line-filter.ts";

export type EvidenceOptions = {
  /** Told of a log that cannot be read; without it, that is an error. */
  readonly onUnreadable?: (error: WorldError) => void;
};

/** Logs in the order of their claims: of copies the first one counts. */
export function readFileEvidence(
  paths: readonly string[],
  { onUnreadable }: EvidenceOptions = {},
): readonly OrderedEvent[] {
  return orderEvents(paths.flatMap((path) => readLog(path, onUnreadable)));
}

function readLog(path: string, onUnreadable: EvidenceOptions["onUnreadable"]): readonly LogEvidence[] {
  try {
    return [readLogEvidence(path)];
  } catch (error) {
    if (!(error instanceof WorldError) || onUnreadable === undefined) throw error;
    onUnreadable(error);
    return [];
  }
}

export function readLogEvidence(path: string): LogEvidence {
  const { decode, toldAt } = lineDecoder();
  return gatherFileEvidence(tellingLines(path, decode), { log: path, pathHash, toldAt });
}

/** Most lines of a large log need not be parsed. */
function* tellingLines(path: string, decode: LineDecoder["decode"]): Generator<Decoded, void, undefined> {
  for (const line of logLines(path)) if (mayTellOfFiles(line)) yield decode(line);
}

/** How the client names the backups of a path. */
export function pathHash(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}
