// A log <-> the words that it is known by, as they stand beside its file: to show a title no digest is unpacked, no log opened.
import type { Digest } from "../../graph/index.ts";
import { DamagedRow } from "./row.ts";

export type LogWords = Pick<Digest, "customTitle" | "aiTitle" | "summary" | "firstPrompt" | "task" | "cwd"> & {
  /** The uuid of the first entry that has one: copies of a session begin with the same. */
  readonly firstUuid: string | undefined;
};

export function packWords(digest: Digest, firstUuid: string | undefined): string {
  const { customTitle, aiTitle, summary, firstPrompt, task, cwd } = digest;
  return JSON.stringify([customTitle, aiTitle, summary, firstPrompt, task, cwd, firstUuid]);
}

export function unpackWords(text: string): LogWords {
  const values = parsed(text);
  const [customTitle, aiTitle, summary, firstPrompt, task, cwd, firstUuid] = values.map((value) =>
    typeof value === "string" ? value : undefined,
  );
  return { customTitle, aiTitle, summary, firstPrompt, task, cwd, firstUuid };
}

function parsed(text: string): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(text);
    if (Array.isArray(found)) return found;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DamagedRow("the words of a file are no list");
}
