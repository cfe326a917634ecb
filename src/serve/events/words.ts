// A log's path -> what people know its session by: title and folder; read from its first and last lines, and kept until it is told anew.
import { WorldError } from "../../store/index.ts";
import { bounded, folderLength, titleOf } from "../../view/index.ts";
import { readBrief } from "../list/brief.ts";
import type { Words } from "./status-json.ts";

export type WordTable = {
  readonly of: (path: string | undefined) => Words;
  /** The log at this path names another title now. */
  readonly forget: (path: string) => void;
};

const none: Words = { title: "", project: null, cwd: null };
const mostKept = 5000;

export function wordTable(): WordTable {
  const known = new Map<string, Words>();
  return {
    of(path) {
      if (path === undefined) return none;
      const kept = known.get(path);
      // One that has just begun gets its title with the first prompt.
      if (kept !== undefined && kept.title !== "" && kept.cwd !== null) return kept;
      const words = wordsAt(path);
      if (known.size >= mostKept) known.clear();
      known.set(path, words);
      return words;
    },
    forget: (path) => void known.delete(path),
  };
}

function wordsAt(path: string): Words {
  try {
    const { digest } = readBrief(path);
    const cwd = digest.cwd && bounded(digest.cwd, folderLength);
    return { title: titleOf(digest).title, project: lastPart(cwd), cwd: cwd ?? null };
  } catch (error) {
    // It may have gone a moment ago: then there is nothing to call it by.
    if (error instanceof WorldError) return none;
    throw error;
  }
}

export const lastPart = (path: string | undefined): string | null =>
  path?.split(/[\\/]+/).findLast((part) => part !== "") ?? null;
