// Counts of the list and of the search -> the sentence beside the search field.
import { formatWhole, plural } from "../../view/index.ts";
import type { SearchAnswer } from "../api/search.ts";
import type { TextSearch } from "./text-search.ts";

type Counts = {
  readonly shown: number;
  readonly total: number;
  readonly search: Pick<TextSearch, "answer" | "isBusy">;
  readonly isSearching: boolean;
};

/** While something is searched it counts names and hits apart: both are on the screen. */
export function countWords({ shown, total, search, isSearching }: Counts): string {
  const sessions = shown === total ? plural(total, "session") : `${formatWhole(shown)} of ${plural(total, "session")}`;
  if (!isSearching) return sessions;
  const answer = search.answer();
  const hits = search.isBusy() ? ", searching…" : answer === undefined ? "" : `, ${hitWords(answer)}`;
  return `${sessions} by name${hits}`;
}

export function hitWords({ total, isCounted, sessions, moreSessions }: SearchAnswer): string {
  const hits = `${plural(total, "hit")}${isCounted ? "" : " or more"}`;
  return total === 0 ? hits : `${hits} in ${plural(sessions.length + moreSessions, "session")}`;
}
