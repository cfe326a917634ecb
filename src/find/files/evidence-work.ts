// The work of reading evidence, as threads share it: logs by a common cursor, groups of events by the piece; each part also runs alone.
import { type EvidenceReader, type LogEvidence, type OrderedEvent, replayFiles } from "../../graph/index.ts";
import { WorldError, type WorldErrorCode } from "../../store/index.ts";
import { type FileSummary, fileSummary } from "../recover/file-row.ts";
import { readBareEvidence } from "./bare-evidence.ts";
import { readLogEvidence } from "./file-evidence.ts";

/** All the logs, and a count in shared memory of those that some thread has begun. */
export type GatherWork = {
  readonly kind: "gather";
  readonly paths: readonly string[];
  readonly begun: Int32Array<SharedArrayBuffer>;
  readonly prompts: Prompts;
};

/** Whether the prompts behind the events are wanted: for them all of a log is read. */
export type Prompts = "with prompts" | "without";

/** Some groups, the place of the first among all, and the homes whose backups are read. */
export type ReplayWork = {
  readonly kind: "replay";
  readonly first: number;
  readonly groups: readonly (readonly OrderedEvent[])[];
  readonly homes: readonly string[];
};

export type Answer =
  /** The evidence of a log, packed. */
  | { readonly kind: "log"; readonly place: number; readonly packed: string }
  | {
      readonly kind: "unreadable";
      readonly place: number;
      readonly code: WorldErrorCode;
      readonly message: string;
      readonly hint: string;
    }
  | { readonly kind: "gathered" }
  | { readonly kind: "summaries"; readonly first: number; readonly summaries: readonly (readonly FileSummary[])[] };

export type GatherUse = {
  readonly log: (place: number, evidence: LogEvidence) => void;
  readonly fail: (place: number, error: WorldError) => void;
};

export function gatherNext({ paths, begun, prompts }: GatherWork, use: GatherUse): "more" | "done" {
  const place = Atomics.add(begun, 0, 1);
  const path = paths[place];
  if (path === undefined) return "done";
  try {
    use.log(place, prompts === "without" ? readBareEvidence(path) : readLogEvidence(path));
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    use.fail(place, error);
  }
  return "more";
}

/** The texts of a group are let go of before the next one. */
export function summariesOf(group: readonly OrderedEvent[], reader: EvidenceReader): readonly FileSummary[] {
  return [...replayFiles(group, reader).values()].flatMap((history) => fileSummary(history) ?? []);
}
