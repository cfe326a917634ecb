// An agent's log -> the first session id in it: to which session it belongs; read only as far as needed.
import { splitLines, decodeLine, stringField } from "../../format/index.ts";
import type { Disk } from "./disk.ts";
import { isAbsence } from "../open/open-file.ts";
import { readChunks } from "./read-whole.ts";

export function firstSessionId(disk: Disk, path: string): string | undefined {
  const descriptor = opened(disk, path);
  if (descriptor === undefined) return undefined;
  try {
    for (const line of splitLines(readChunks(disk, descriptor, { chunkBytes: 16 * 1024 }))) {
      const decoded = decodeLine(line);
      const id =
        decoded.kind === "entry" || decoded.kind === "other" ? stringField(decoded.raw, "sessionId") : undefined;
      if (id !== undefined) return id;
    }
    return undefined;
  } finally {
    disk.close(descriptor);
  }
}

/** It may have gone away since its folder was listed. */
function opened(disk: Disk, path: string): number | undefined {
  try {
    return disk.open(path, "read");
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
