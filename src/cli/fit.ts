// A text -> as much of it as fits a width of the screen; counts wide characters as the terminal does.
import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export const width = (text: string): number => stringWidth(text);

export function fit(text: string, room: number): string {
  if (stringWidth(text) <= room) return text;
  let cut = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = stringWidth(segment);
    if (used + next > room - 1) break;
    cut += segment;
    used += next;
  }
  return `${cut}…`;
}
