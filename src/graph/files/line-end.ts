// Text -> its line ends as the client sees them; what it writes back after an edit.

export type LineEnds = "lf" | "crlf";

/** What the client looks at to tell a file's line ends. */
const sampleLength = 4096;

/** The more frequent one; undefined where the beginning and the whole of the file tell different things. */
export function lineEndsOf(text: string): LineEnds | undefined {
  const whole = majority(text);
  // Without any CRLF all parts are the same.
  if (whole === "lf" && !text.includes("\r\n")) return whole;
  if (text.length <= sampleLength / 4) return whole;
  return majority(text.slice(0, sampleLength / 4)) === whole && majority(text.slice(0, sampleLength)) === whole
    ? whole
    : undefined;
}

function majority(text: string): LineEnds {
  if (!text.includes("\r\n")) return "lf";
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (text.charCodeAt(at - 1) === 0x0d) crlf += 1;
    else lf += 1;
  }
  return crlf > lf ? "crlf" : "lf";
}

export const toLf = (text: string): string => (text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text);

export function withEnds(text: string, ends: LineEnds): string {
  return ends === "crlf" ? toLf(text).replaceAll("\n", "\r\n") : text;
}

export const byteOrderMark = "\uFEFF";

export const withoutMark = (text: string): string => (text.startsWith(byteOrderMark) ? text.slice(1) : text);
