// Text from a log -> text that a terminal only shows: control, bidi and escape characters are made visible, never obeyed.

/** C0 but tab and line feed, DEL, C1, bidi controls, line and paragraph separators, zero-width and tag characters. */
const hostile =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

export function sanitize(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(hostile, visible).replaceAll(loneSurrogate, "\uFFFD");
}

/** The same on one line: for titles, table cells and paths. */
export function sanitizeLine(text: string): string {
  return sanitize(text.replaceAll(/[\s\u2028\u2029]+/g, " ").trim());
}

/** The same, but spaces are kept: table cells may be aligned with them. */
export function sanitizeCell(text: string): string {
  return sanitize(text.replaceAll(/[\t-\r\u2028\u2029]+/g, " "));
}

/** JSON text with the same characters as `\\u` escapes: the value is the same, and a terminal has nothing to obey. */
export function escapeJson(json: string): string {
  return json.replaceAll(hostile, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Pictures for the old controls, numbers for the rest.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `\\u{${code.toString(16)}}`;
}
