// A text of any length -> one that a row, a list or an event can carry: cut, with an ellipsis where something is left out.

/** Titles and names of branches: more than any screen shows. */
export const titleLength = 1000;
/** Longer than the path of any folder that there can be. */
export const folderLength = 4096;

/** In characters as JavaScript counts them; none is cut in half. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
