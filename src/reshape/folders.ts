// The bytes of a line and folders that moved -> the paths in it that follow them: a session's own folder anywhere, a project's in paths only.
import { utf8Bytes } from "../format/index.ts";
import { type Replacement, inOrder } from "./replacement.ts";
import { type Needle, needleOf } from "./needle.ts";
import { pathRanges } from "./path-ranges.ts";
import type { Identity } from "./plan.ts";
import { outputScan } from "./saved-outputs.ts";
import { passSpace, passString } from "./top-level.ts";

export type FolderScan = {
  readonly isNeeded: boolean;
  /** Where one of the folders may stand, at or behind `from`; -1 for nowhere. */
  readonly next: (bytes: Uint8Array, from: number) => number;
  /** What was found already with the paths put between, in order. */
  readonly merge: (bytes: Uint8Array, found: Replacement[]) => readonly Replacement[];
};

type Folder = {
  readonly needle: Needle;
  readonly to: Uint8Array;
  readonly reach: "anywhere" | "paths";
  /** Whether the rest of a path is spelled with slashes from now on. */
  readonly rest: "kept" | "slashes";
};

/** A folder that is named after the session can mean nothing else; a project's may stand in what people wrote. */
export function folderScan({ folders, from, outputs: wish }: Identity): FolderScan {
  const wanted = folders
    .filter((folder) => folder.from !== folder.to && folder.from !== "")
    .map((folder): Folder => ({
      needle: needleOf(spelled(folder.from)),
      to: spelled(folder.to),
      reach: folder.from.endsWith(from) ? "anywhere" : "paths",
      rest: folder.from.includes("\\") && folder.to.startsWith("/") ? "slashes" : "kept",
    }));
  const own = wanted.find(({ reach }) => reach === "anywhere");
  const outputs = own === undefined || wish === undefined ? undefined : outputScan(from, own.to);
  return {
    isNeeded: wanted.length > 0,
    next(bytes, start) {
      const places = wanted.map(({ needle }) => needle.in(bytes, start));
      const known = [...places, outputs?.next(bytes, start) ?? -1].filter((place) => place !== -1);
      return known.length === 0 ? -1 : Math.min(...known);
    },
    merge(bytes, found) {
      const paths: Replacement[] = [...(outputs?.places(bytes) ?? [])];
      for (const folder of wanted) addPlaces(paths, bytes, folder);
      if (paths.length === 0) return inOrder(found);
      const isFree = ({ start, end }: Replacement): boolean =>
        !found.some((other) => start < other.end && other.start < end);
      return [...found, ...withoutOverlap(paths).filter(isFree)].sort((a, b) => a.start - b.start);
    },
  };
}

/** As it stands inside a JSON string. */
const spelled = (path: string): Uint8Array => utf8Bytes(JSON.stringify(path).slice(1, -1));

function addPlaces(paths: Replacement[], bytes: Uint8Array, { needle, to, reach, rest }: Folder): void {
  let ranges: ReturnType<typeof pathRanges> | undefined;
  for (let start = needle.in(bytes, 0); start !== -1; start = needle.in(bytes, start + needle.length)) {
    const end = start + needle.length;
    if (!isBorder(bytes[end])) continue;
    if (reach === "paths") {
      if (bytes[start - 1] !== quote || !isOneLine(bytes, start - 1)) continue;
      ranges ??= pathRanges(bytes);
      const role = bytes[passSpace(bytes, passString(bytes, start - 1))] === colon ? "key" : "value";
      if (
        !ranges.some(
          (range) => range.start <= start && end <= range.end && (role === "value" || range.keys === "paths"),
        )
      )
        continue;
      if (rest === "slashes") {
        const close = passString(bytes, start - 1) - 1;
        paths.push({ start, end: close, bytes: joined(to, slashed(bytes.subarray(end, close))) });
        continue;
      }
    }
    paths.push({ start, end, bytes: to });
  }
}

/** Escaped backslashes become slashes. */
function slashed(rest: Uint8Array): Uint8Array {
  const units: number[] = [];
  for (let at = 0; at < rest.length; at++) {
    const isSeparator = rest[at] === backslash && rest[at + 1] === backslash;
    units.push(isSeparator ? 0x2f : (rest[at] ?? 0));
    if (isSeparator) at += 1;
  }
  return Uint8Array.from(units);
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const both = new Uint8Array(head.length + tail.length);
  both.set(head);
  both.set(tail, head.length);
  return both;
}

/** The folder itself, or something in it. */
const isBorder = (byte: number | undefined): boolean => byte === quote || byte === 0x2f || byte === backslash;

/** A path has no line feed; what has one is text. */
function isOneLine(bytes: Uint8Array, start: number): boolean {
  const end = passString(bytes, start);
  // Only the path itself: behind it there may be no backslash in the rest of a long line.
  const path = bytes.subarray(start, end === -1 ? bytes.length : end);
  for (let at = path.indexOf(backslash); at !== -1; at = path.indexOf(backslash, at + 2))
    if (path[at + 1] === 0x6e) return false;
  return end !== -1;
}

/** Of folders inside each other the longer one counts. */
function withoutOverlap(paths: readonly Replacement[]): readonly Replacement[] {
  const longest = paths.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return longest.filter((path) => {
    if (path.start < end) return false;
    end = path.end;
    return true;
  });
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;
