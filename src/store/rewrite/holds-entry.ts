// A file -> whether any line of it is an entry of a session, or still holds one; read only as far as needed.
import { type Decoded, type JsonObject, decodeLine, splitLines, stringField, typed } from "../../format/index.ts";
import { worldError } from "../world-error.ts";
import type { Disk } from "./disk.ts";
import { readChunks } from "./read-whole.ts";

export function holdsEntry(disk: Disk, path: string): boolean {
  try {
    const descriptor = disk.open(path, "read");
    try {
      for (const line of splitLines(readChunks(disk, descriptor, { chunkBytes: 16 * 1024 })))
        if (objectsOf(decodeLine(line)).some(isEntry)) return true;
      return false;
    } finally {
      disk.close(descriptor);
    }
  } catch (error) {
    throw worldError(error, path);
  }
}

function objectsOf(decoded: Decoded): readonly JsonObject[] {
  switch (decoded.kind) {
    case "entry":
    case "other":
      return [decoded.raw];
    case "damaged":
      return decoded.objects;
    case "blank":
      return [];
  }
}

/** Old clients wrote summaries and snapshots without a session's id; a `type` alone is in all kinds of files. */
const linking = ["uuid", "leafUuid", "messageId"] as const;

const isEntry = (raw: JsonObject): boolean =>
  stringField(raw, "sessionId") !== undefined ||
  (typed(raw).kind === "entry" && linking.some((key) => stringField(raw, key) !== undefined));
