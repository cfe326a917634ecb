// The bytes of a line -> the paths in it that lead to the session's saved outputs from a home elsewhere: they follow the session too.
import { utf8Bytes } from "../format/index.ts";
import { needleOf } from "./needle.ts";
import type { Replacement } from "./replacement.ts";

export type OutputScan = {
  readonly next: (bytes: Uint8Array, from: number) => number;
  readonly places: (bytes: Uint8Array) => readonly Replacement[];
};

/** Logs are moved from machine to machine, and homes are reached through links: the path tells where the log once stood. */
export function outputScan(sessionId: string, to: Uint8Array): OutputScan {
  const folder = utf8Bytes(`/${JSON.stringify(sessionId).slice(1, -1)}`);
  const needle = needleOf(utf8Bytes(`/${JSON.stringify(sessionId).slice(1, -1)}/tool-results/`));
  return {
    next: needle.in,
    places(bytes) {
      const found: Replacement[] = [];
      for (let at = needle.in(bytes, 0); at !== -1; at = needle.in(bytes, at + needle.length)) {
        const start = pathStart(bytes, at);
        if (start !== undefined) found.push({ start, end: at + folder.length, bytes: to });
      }
      return found;
    },
  };
}

/** Undefined where it is no whole path, as with a blank in it. */
function pathStart(bytes: Uint8Array, end: number): number | undefined {
  let start = end;
  while (start > 0 && isOfPath(bytes[start - 1] ?? 0)) start -= 1;
  // The letter behind a backslash is a line feed or the like.
  if (bytes[start - 1] === backslash) start += 1;
  return start < end && bytes[start] === slash && isHomes(bytes.subarray(start, end)) ? start : undefined;
}

const [backslash, slash] = [0x5c, 0x2f];
const others = new Set(utf8Bytes("\"<>|()=,;:*?`'\\"));
const isOfPath = (byte: number): boolean => byte > 0x20 && byte !== 0x7f && !others.has(byte);

const projects = needleOf(utf8Bytes("/projects/"));
const isHomes = (path: Uint8Array): boolean => projects.in(path, 0) !== -1;
