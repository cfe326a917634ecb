// Ordered evidence and a path -> its history, the content of any version, and who wrote each line of the file today.
import { createHash } from "node:crypto";
import {
  type BlamedLine,
  type EvidenceReader,
  type FileContent,
  type FileHistory,
  type FileVersion,
  type OrderedEvent,
  blameLines,
  connectedEvents,
  contentOf,
  pathKey,
  replayFiles,
  versionChain,
  versionTexts,
} from "../../graph/index.ts";
import { diffLines } from "./line-diff.ts";

export type OpenHistory = {
  readonly history: FileHistory;
  /** Undefined where the version is not known whole. */
  readonly content: (version: FileVersion) => FileContent | undefined;
  /** SHA-256 of the bytes. */
  readonly hash: (version: FileVersion) => string | undefined;
  /** `last`: the version that the text is, where later ones are not to count. */
  readonly blame: (current: string, last?: FileVersion) => readonly BlamedLine[];
};

/** Undefined for a path that no log tells of. */
export function openHistory(
  events: readonly OrderedEvent[],
  path: string,
  reader: EvidenceReader,
): OpenHistory | undefined {
  const histories = replayFiles(connectedEvents(events, path), reader);
  const history = histories.get(pathKey(path));
  if (history === undefined) return undefined;
  const content = (version: FileVersion): FileContent | undefined => contentOf(version, history, { histories, reader });
  return {
    history,
    content,
    hash(version) {
      const found = content(version);
      return found === undefined ? undefined : createHash("sha256").update(found.bytes).digest("hex");
    },
    blame(current, last) {
      const versions = history.versions.slice(0, last?.number);
      const chain = versionChain({ ...history, versions }, histories);
      return blameLines(current, versionTexts(chain, reader), diffLines);
    },
  };
}

/** The version that held at a moment; undefined before the first evidence. */
export function versionAt(history: FileHistory, timeMs: number): FileVersion | undefined {
  return history.versions.findLast((version) => version.timeMs <= timeMs);
}
