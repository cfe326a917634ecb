// A log's path and its name -> the id of its session: the name if that is an id, else the first one inside; kept until the log is another.
import { isUuid } from "../../format/index.ts";
import { peekedId } from "../../store/index.ts";

export type Named = { readonly path: string; readonly stem: string };

/** As ids are compared: in small letters. */
export function sessionIdOf({ path, stem }: Named): string {
  return (isUuid(stem) ? stem : (peekedId(path) ?? stem)).toLowerCase();
}

export type SessionIds = { readonly of: (named: Named) => string; readonly forget: (path: string) => void };

export function sessionIds(): SessionIds {
  const known = new Map<string, string>();
  return {
    of({ path, stem }) {
      const kept = isUuid(stem) ? stem : known.get(path);
      if (kept !== undefined) return kept.toLowerCase();
      const inside = peekedId(path);
      // One that has just begun tells its id with the first entry.
      if (inside !== undefined) known.set(path, inside);
      return (inside ?? stem).toLowerCase();
    },
    forget: (path) => void known.delete(path),
  };
}
