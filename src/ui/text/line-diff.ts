// Two texts -> the hunks in which they differ; texts that differ too much are given whole, one behind the other.
import { structuredPatch } from "diff";
import type { Hunk } from "../api/rows.ts";

/** So that one edit never holds up the page. */
const limits = { context: 3, timeout: 60, maxEditLength: 2000 } as const;

export function hunksBetween(before: string, after: string): readonly Hunk[] {
  const patch = structuredPatch("", "", before, after, undefined, undefined, limits);
  if (patch !== undefined) return patch.hunks;
  const lines = [...marked("-", before), ...marked("+", after)];
  return [{ oldStart: 1, newStart: 1, lines }];
}

const marked = (mark: string, text: string) => text.split("\n").map((line) => mark + line);
