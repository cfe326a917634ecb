// Characters of a JSON text, one after another -> whether they can still be JSON, and what is open; never recurses, keeps no content.

export type Walk = {
  mode: Mode;
  /** The innermost of what is still open. */
  open: Open;
  /** The string being read is a key. */
  isKey: boolean;
  /** Digits of a `\u` escape still to come. */
  digits: number;
};

/**
 * What is open at a place: a closing sign that is still owed, and what is open around it. Never changed but for its memory of what was
 * opened inside, so walks share it: a copy of a walk costs the same at any depth, and equal nesting of one walk is one and the same value.
 */
export type Open = {
  /** Undefined around the whole text. */
  readonly closer: number | undefined;
  readonly around: Open | undefined;
  object?: Open;
  array?: Open;
};

type Mode =
  | "value"
  | "first-element"
  | "first-key"
  | "key"
  | "colon"
  | "behind-value"
  | "string"
  | "escape"
  | "unicode"
  | "scalar"
  | "done";

export const startWalk = (): Walk => ({
  mode: "value",
  open: { closer: undefined, around: undefined },
  isKey: false,
  digits: 0,
});
export const copyWalk = (walk: Walk): Walk => ({ ...walk });

/** All closing signs that are owed, the innermost first. */
export function closersOf(open: Open): string {
  const signs: string[] = [];
  for (let at: Open | undefined = open; at?.closer !== undefined; at = at.around)
    signs.push(at.closer === closeBrace ? "}" : "]");
  return signs.join("");
}

/** Text inside a string only matters from its closing quote on. */
export const isInString = ({ mode }: Walk): boolean => mode === "string" || mode === "escape" || mode === "unicode";

/** False where the text breaks the rules; the walk is then of no further use. */
export function step(walk: Walk, code: number): boolean {
  switch (walk.mode) {
    case "string":
      if (code === quote) walk.mode = walk.isKey ? "colon" : behindValue(walk);
      else if (code === backslash) walk.mode = "escape";
      return code >= 0x20;
    case "escape":
      walk.mode = code === letterU ? "unicode" : "string";
      walk.digits = 4;
      return escapes.has(code);
    case "unicode":
      walk.digits -= 1;
      if (walk.digits === 0) walk.mode = "string";
      return isHex(code);
    case "scalar":
      if (isScalar(code)) return true;
      walk.mode = behindValue(walk);
      return step(walk, code);
    case "done":
      return isSpace(code);
    case "value":
    case "first-element":
    case "first-key":
    case "key":
    case "colon":
    case "behind-value":
      return isSpace(code) || between(walk, code);
  }
}

/** The same for a whole text; how many characters went well. */
export function walkText(walk: Walk, text: string, from = 0): number {
  for (let at = from; at < text.length; at++) if (!step(walk, text.charCodeAt(at))) return at;
  return text.length;
}

const behindValue = (walk: Walk): Mode => (walk.open.closer === undefined ? "done" : "behind-value");

function between(walk: Walk, code: number): boolean {
  const { mode, open } = walk;
  switch (mode) {
    case "colon":
      walk.mode = "value";
      return code === colon;
    case "behind-value":
      if (code !== comma) return close(walk, code);
      walk.mode = open.closer === closeBrace ? "key" : "value";
      return true;
    case "first-key":
      return code === closeBrace ? close(walk, code) : openString(walk, code, "key");
    case "key":
      return openString(walk, code, "key");
    case "first-element":
      return code === closeBracket ? close(walk, code) : openValue(walk, code);
    case "value":
      return openValue(walk, code);
    case "string":
    case "escape":
    case "unicode":
    case "scalar":
    case "done":
      return false;
  }
}

function openValue(walk: Walk, code: number): boolean {
  if (code === openBrace || code === openBracket) {
    walk.open = code === openBrace ? objectIn(walk.open) : arrayIn(walk.open);
    walk.mode = code === openBrace ? "first-key" : "first-element";
    return true;
  }
  if (code === quote) return openString(walk, code, "value");
  walk.mode = "scalar";
  return isScalar(code);
}

function openString(walk: Walk, code: number, kind: "key" | "value"): boolean {
  walk.mode = "string";
  walk.isKey = kind === "key";
  return code === quote;
}

function close(walk: Walk, code: number): boolean {
  const { closer, around } = walk.open;
  if (closer !== code || around === undefined) return false;
  walk.open = around;
  walk.mode = behindValue(walk);
  return true;
}

const objectIn = (around: Open): Open => (around.object ??= { closer: closeBrace, around });
const arrayIn = (around: Open): Open => (around.array ??= { closer: closeBracket, around });

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const letterU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const escapes: ReadonlySet<number> = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74, letterU]);

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isHex = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
/** Letters of true, false and null, and signs of numbers: which of them make sense is left to the parser. */
const isScalar = (code: number): boolean =>
  isDigit(code) || (code >= 0x61 && code <= 0x7a) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45;
