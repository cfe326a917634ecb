// What reached a terminal -> what in it clew did not put there itself; knows nothing of how clew guards its output.

/** Colours, and how the board of `clew watch` draws: the whole of what clew may send. */
const colours = /\u001B\[(?:0|1|1;36|2|31|33|32|34|2;3|1;4)m/g;
const board = /\u001B\[\?(?:1049|25|7)[hl]|\u001B\[[HKJ]/g;
/** A progress line on stderr is overwritten with blanks. */
const progress = /\r +\r/g;

/** Controls but tab and line feed, halves of pairs, line separators, bidi controls, zero-width and tag characters. */
const obeyed =
  /[\p{Cs}\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

export type Sent = "text" | "colours" | "board";

/** The first character that a terminal would obey, with what is around it; undefined where there is none. */
export function strayControl(text: string, sent: Sent = "text"): string | undefined {
  const known = [progress, ...(sent === "text" ? [] : [colours]), ...(sent === "board" ? [board] : [])];
  const rest = known.reduce((left, pattern) => left.replaceAll(pattern, ""), text);
  const at = rest.search(obeyed);
  return at < 0 ? undefined : JSON.stringify(rest.slice(Math.max(0, at - 40), at + 20));
}

export const withoutColours = (text: string): string => text.replaceAll(colours, "");
