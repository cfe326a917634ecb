// A query of the search over all sessions -> the words that can be looked for inside one of them, and which session it is the name of.

const never = new Set(["and", "or", "not"]);

/** Undefined where the query has no plain words, or only some of them have to be there. */
export function wordsOf(query: string): string | undefined {
  // An expression, or one word or another: only the hits themselves tell what was found.
  if (/(^|[\s(])\/.*\/[a-z]*($|[\s)])/.test(query) || /\sOR\s/.test(query)) return undefined;
  const words = [...query.matchAll(/(-?)([a-z]+:)?(?:"([^"]*)"?|([^\s"()]+))/g)].flatMap(
    ([, minus, field, phrase, word]) => {
      const text = (phrase ?? word ?? "").replace(/\*$/, "");
      return minus === "-" || field !== undefined || never.has(text.toLowerCase()) ? [] : [text];
    },
  );
  const joined = words.filter((word) => word !== "").join(" ");
  return joined === "" || /\sNOT\s/.test(query) ? undefined : joined;
}

/** So much of an id is no word any more. */
const shortestId = 6;

/** Whether the query is all of a session's title, or the beginning of its id: then it is not meant for the text. */
export function isNameOf(query: string, session: { readonly title: string; readonly sessionId: string }): boolean {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return false;
  const isId = wanted.length >= shortestId && session.sessionId.toLowerCase().startsWith(wanted);
  return isId || session.title.trim().toLowerCase() === wanted;
}
