// A query of the search over all sessions -> the words that can be looked for inside one of them.

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
