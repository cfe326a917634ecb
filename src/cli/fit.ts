// A text -> as much of it as fits a width of the screen; counts wide characters as the terminal does.
import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export const width = (text: string): number => stringWidth(text);

export function fit(text: string, room: number): string {
  return stringWidth(text) <= room ? text : `${fitting(graphemes(text), room).join("")}…`;
}

export function fitEnd(text: string, room: number): string {
  return stringWidth(text) <= room ? text : `…${fitting(graphemes(text).toReversed(), room).toReversed().join("")}`;
}

const graphemes = (text: string): readonly string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The first of them, with room for the dots. */
function fitting(all: readonly string[], room: number): readonly string[] {
  let used = 0;
  const end = all.findIndex((each) => {
    used += stringWidth(each);
    return used > room - 1;
  });
  return end < 0 ? all : all.slice(0, end);
}
