// A group of events -> how many files in it ever were, where that needs no replay; no entry is read.
import type { FileAct } from "./evidence.ts";
import type { OrderedEvent } from "./order.ts";

type Seen = { isMade: boolean; isShown: boolean; isUnsure: boolean };

/** As many histories as a replay of the group finds content for; undefined where only the replay can tell. */
export function sureCount(group: readonly OrderedEvent[]): number | undefined {
  const files = new Map<string, Seen>();
  let wasAbsent = false;
  let wasDoubted = false;
  for (const { key, act } of group) {
    const file = files.get(key) ?? { isMade: false, isShown: false, isUnsure: false };
    files.set(key, file);
    switch (meaningOf(act)) {
      case "made":
        file.isMade = true;
        break;
      case "shown":
        file.isShown = true;
        break;
      case "unsure":
        file.isUnsure = true;
        break;
      case "absent":
        wasAbsent = true;
        break;
      case "carried":
        return undefined;
      case "doubted":
        wasDoubted = true;
        break;
      case "nothing":
        break;
    }
  }
  // What was not there may be there after all.
  if (wasDoubted && wasAbsent) return undefined;
  let count = 0;
  for (const { isMade, isShown, isUnsure } of files.values()) {
    // What is shown of a file of which nothing is known, is its first version; what may be shown of an absent one is not.
    if (isMade || (isShown && !wasAbsent)) count += 1;
    else if (isShown || isUnsure) return undefined;
  }
  return count;
}

/** made: there is a version with content afterwards, whatever was before. */
function meaningOf(act: FileAct): "made" | "shown" | "unsure" | "absent" | "carried" | "doubted" | "nothing" {
  switch (act.kind) {
    case "write":
    case "edit":
    case "notebook":
      return "made";
    case "read":
    case "mention":
    case "snippet":
      return "shown";
    case "missing":
      return "absent";
    case "unchanged":
      return "nothing";
    case "backup":
      // The copy itself may be gone.
      return act.name === undefined ? "absent" : "unsure";
    case "shell":
      switch (act.act.kind) {
        case "write":
        case "append":
        case "change":
          return "made";
        case "create":
          return "unsure";
        case "remove":
          return "absent";
        case "move":
        case "copy":
          return "carried";
        case "doubt":
          return "doubted";
      }
  }
}
