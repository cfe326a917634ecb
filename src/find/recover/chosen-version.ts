// A history and what is wanted of it -> the version, the bytes to write and what the manifest tells of them; or why there are none.
import type { FileContent, FileHistory, FileVersion } from "../../graph/index.ts";
import { type LineGap, gapsOf, partialText } from "./partial-text.ts";

/** The last that was there, or the one that held at a moment. */
export function recoverableVersion(
  versions: readonly FileVersion[],
  atMs: number | undefined,
): FileVersion | undefined {
  return atMs === undefined
    ? versions.findLast(({ exists }) => exists)
    : versions.findLast(({ timeMs }) => timeMs <= atMs);
}

export type WrittenVersion = { readonly bytes: Uint8Array; readonly gaps: readonly LineGap[] };

export type WholeOrPartial = "whole" | "partial";

/** A reason where it is not to be written. */
export function versionBytes(
  version: FileVersion,
  content: FileContent | undefined,
  wanted: WholeOrPartial,
): WrittenVersion | { readonly reason: string } {
  if (!version.exists) return { reason: "it did not exist then" };
  // Where every line is known, what is in doubt is told by the manifest: the words are worth more than their line ends.
  if (version.doubts.includes("too-large")) return { reason: doubtText(version) };
  if (version.doubts.includes("lines") && wanted === "whole")
    return { reason: `known in part only: ${doubtText(version)}` };
  if (content !== undefined) return { bytes: content.bytes, gaps: [] };
  const text = partialText(version);
  if (text !== undefined && wanted === "partial")
    return { bytes: new TextEncoder().encode(text), gaps: gapsOf(version) };
  return { reason: version.grade === "partial" ? "nothing is known of its content" : "its source is gone" };
}

/** What is not known of it, in words. */
/** Why a version whose text is not known at all cannot be compared. */
export const unknownReason = ({ doubts }: FileVersion): string =>
  doubts.includes("too-large") ? "it is not derivable: too large" : "nothing is known of its content";

export function doubtText(version: FileVersion): string {
  const { doubts } = version;
  const words: string[] = [];
  if (doubts.includes("too-large")) words.push("not derivable: too large");
  else if (doubts.includes("lines")) words.push(gapText(gapsOf(version)));
  if (doubts.includes("line-ends")) words.push("LF or CRLF");
  if (doubts.includes("encoding")) words.push("encoding");
  return words.join(", ");
}

function gapText(gaps: readonly LineGap[]): string {
  const [first] = gaps;
  if (first?.start === 1 && first.end === undefined) return "no line is known";
  const shown = gaps
    .slice(0, 4)
    .map(({ start, end }) => (end === undefined ? `from ${start}` : start === end ? `${start}` : `${start}-${end}`));
  return `lines ${shown.join(", ")}${gaps.length > 4 ? ", ..." : ""} missing`;
}

/** What a manifest tells of a version: the same fields where there is none. */
export function versionAbout(
  history: FileHistory,
  version: FileVersion | undefined,
): Readonly<Record<string, unknown>> {
  const body = version?.body;
  return {
    version: version?.number,
    versions: history.versions.length,
    time: version && new Date(version.timeMs).toISOString(),
    cause: version?.cause,
    grade: version?.grade,
    doubts: version?.doubts ?? [],
    gaps: version === undefined ? [] : gapsOf(version).map(({ start, end }) => ({ start, end: end ?? null })),
    session: version?.session,
    agent: version?.agent,
    turn: version?.prompt?.turn,
    call: version?.call?.id,
    tool: version?.call?.tool,
    sources: (version?.sources ?? []).map(({ log, line }) => ({ log, line })),
    backup: body?.kind === "ref" && body.ref.from === "backup" ? body.ref.name : undefined,
  };
}
