// The bytes of a line -> the stretches of it whose strings are paths where they look like paths: inputs, results, backups; never prose.
import { type Range, locate } from "../format/index.ts";

export type PathRange = Range & {
  /** Whether the keys in it are paths too. */
  readonly keys: "names" | "paths";
};

const places = [
  { path: ["cwd"], keys: "names" },
  { path: ["toolUseResult"], keys: "paths" },
  { path: ["snapshot", "trackedFileBackups"], keys: "paths" },
  { path: ["trackingPath"], keys: "names" },
  { path: ["backup"], keys: "names" },
  { path: ["relocatedCwd"], keys: "names" },
  { path: ["worktreeSession"], keys: "names" },
  { path: ["attachment", "filename"], keys: "names" },
  { path: ["attachment", "path"], keys: "names" },
  { path: ["attachment", "content", "file", "filePath"], keys: "names" },
] as const;

/** More blocks than this stand in no line. */
const mostBlocks = 256;

export function pathRanges(bytes: Uint8Array): readonly PathRange[] {
  const ranges: PathRange[] = [];
  for (const { path, keys } of places) {
    const range = locate(bytes, path);
    if (range !== undefined) ranges.push({ ...range, keys });
  }
  for (let index = 0; index < mostBlocks; index++) {
    const block = locate(bytes, ["message", "content", index]);
    if (block === undefined) break;
    const input = locate(bytes.subarray(block.start, block.end), ["input"]);
    if (input !== undefined)
      ranges.push({ start: block.start + input.start, end: block.start + input.end, keys: "names" });
  }
  return ranges;
}
