// A session's path -> its names and its home; where the file's name is no id, the first one inside it is read.
import { basename } from "node:path";
import { isUuid } from "../../format/index.ts";
import { type SessionPlace, sessionPlace } from "../session-place.ts";
import type { Disk } from "./disk.ts";
import { firstSessionId } from "./first-session-id.ts";

export function namedPlace(path: string, disk: Disk): SessionPlace {
  return sessionPlace(path, isUuid(basename(path, ".jsonl")) ? undefined : firstSessionId(disk, path));
}
