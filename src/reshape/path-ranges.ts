// The bytes of a line -> the stretches of it whose strings are paths where they look like paths: inputs, results, backups; never prose.
import { type Range, elementsUpTo, locate, membersUpTo } from "../format/index.ts";

export type PathRange = Range & {
  /** Whether the keys in it are paths too. */
  readonly keys: "names" | "paths";
};

type Place = Pick<PathRange, "keys"> & { readonly path: readonly string[] };

/** By the key of the line that they stand below. */
const places: ReadonlyMap<string | undefined, readonly Place[]> = new Map<string, readonly Place[]>([
  ["cwd", [{ path: [], keys: "names" }]],
  ["toolUseResult", [{ path: [], keys: "paths" }]],
  ["snapshot", [{ path: ["trackedFileBackups"], keys: "paths" }]],
  ["trackingPath", [{ path: [], keys: "names" }]],
  ["backup", [{ path: [], keys: "names" }]],
  ["relocatedCwd", [{ path: [], keys: "names" }]],
  ["worktreeSession", [{ path: [], keys: "names" }]],
  [
    "attachment",
    [
      { path: ["filename"], keys: "names" },
      { path: ["path"], keys: "names" },
      { path: ["content", "file", "filePath"], keys: "names" },
    ],
  ],
]);

/** More blocks than this stand in no line. */
const mostBlocks = 256;

/** A line is walked once, as far as it goes: each of its members, and of those only what may hold paths. */
export function pathRanges(bytes: Uint8Array): readonly PathRange[] {
  // Of a repeated key the last one counts.
  const members = new Map(membersUpTo(bytes).map((member) => [member.key, member]));
  const ranges: PathRange[] = [];
  for (const { key, value, end } of members.values()) {
    const held = bytes.subarray(value, end);
    for (const { path, keys } of places.get(key) ?? []) {
      const range = locate(held, path);
      if (range !== undefined) ranges.push({ ...moved(range, value), keys });
    }
    if (key === "message") for (const input of inputsIn(held)) ranges.push({ ...moved(input, value), keys: "names" });
  }
  return ranges.toSorted((a, b) => a.start - b.start);
}

const moved = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });

function inputsIn(message: Uint8Array): readonly Range[] {
  const content = locate(message, ["content"]);
  if (content === undefined) return [];
  const list = message.subarray(content.start, content.end);
  return elementsUpTo(list, mostBlocks).flatMap((block) => {
    const input = locate(list.subarray(block.start, block.end), ["input"]);
    return input === undefined ? [] : [moved(input, content.start + block.start)];
  });
}
