// A log's path and its name -> the id of its session: the name if that is an id, else the first one inside; kept until the log is another.
import { isUuid } from "../../format/index.ts";
import { WorldError, peekLog } from "../../store/index.ts";

export type Named = { readonly path: string; readonly stem: string };

/** As ids are compared: in small letters. */
export function sessionIdOf({ path, stem }: Named): string {
  return (isUuid(stem) ? stem : (idInside(path) ?? stem)).toLowerCase();
}

export type SessionIds = { readonly of: (named: Named) => string; readonly forget: (path: string) => void };

export function sessionIds(): SessionIds {
  const known = new Map<string, string>();
  return {
    of({ path, stem }) {
      const kept = isUuid(stem) ? stem : known.get(path);
      if (kept !== undefined) return kept.toLowerCase();
      const inside = idInside(path);
      // One that has just begun tells its id with the first entry.
      if (inside !== undefined) known.set(path, inside);
      return (inside ?? stem).toLowerCase();
    },
    forget: (path) => void known.delete(path),
  };
}

/** What cannot be read has no id to go by. */
function idInside(path: string): string | undefined {
  try {
    return peekLog(path).sessionId;
  } catch (error) {
    if (error instanceof WorldError) return undefined;
    throw error;
  }
}
