// A text and some characters -> the text without those characters at its end, in linear time.

/** A pattern like /x+$/ would start again inside every run of `x`, which takes the square of the run's length. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
