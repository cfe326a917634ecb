// Lines of a source -> the same, and entries that a program spread over several lines as one each; what only looks like that stays as it is.
import {
  type Decoded,
  type JsonObject,
  type Line,
  decodeLine,
  parsedObject,
  stringField,
  utf8Text,
} from "../../format/index.ts";

/** One entry, and the lines it was spread over. */
export type Spread = { readonly kind: "spread"; readonly raw: JsonObject; readonly lines: readonly number[] };

/** More than this no entry takes. */
const mostBytes = 32 * 1024 * 1024;

export function* withSpreadEntries(lines: Iterable<Line>): Generator<Decoded | Spread, void, undefined> {
  let open: Open | undefined;
  for (const line of lines) {
    const decoded = decodeLine(line);
    const next = open === undefined ? undefined : gone(open, decoded);
    if (open !== undefined && next === undefined) {
      yield* open.held;
      open = undefined;
    }
    if (next === undefined) {
      open = begun(decoded);
      if (open === undefined) yield decoded;
      continue;
    }
    open = next;
    if (next.depth > 0) continue;
    const raw = entryIn(next);
    if (raw === undefined) yield* next.held;
    else yield { kind: "spread", raw, lines: next.held.map((one) => one.line.number) };
    open = undefined;
  }
  if (open !== undefined) yield* open.held;
}

/** An object that has begun, with its lines so far, and how many brackets wait to be closed. */
type Open = { readonly held: Decoded[]; readonly depth: number; readonly sizeBytes: number };

/** Programs that spread an object break it behind a bracket or a comma. */
function begun(decoded: Decoded): Open | undefined {
  if (decoded.kind !== "damaged") return undefined;
  const text = textOf(decoded);
  if (!/^\s*\{/.test(text) || !/[[{,]\s*$/.test(text)) return undefined;
  const depth = depthBehind(text, 0);
  return depth === undefined || depth === 0 ? undefined : { held: [decoded], depth, sizeBytes: text.length };
}

/** Undefined where it does not go on with this line. */
function gone({ held, depth, sizeBytes }: Open, decoded: Decoded): Open | undefined {
  // A whole entry is none's part: what came before it was torn.
  if (decoded.kind === "entry") return undefined;
  const text = textOf(decoded);
  const behind = sizeBytes + text.length > mostBytes ? undefined : depthBehind(text, depth);
  if (behind === undefined) return undefined;
  held.push(decoded);
  return { held, depth: behind, sizeBytes: sizeBytes + text.length };
}

const textOf = ({ line: { bytes } }: Decoded): string => (bytes === undefined ? "" : utf8Text(bytes));

/** Undefined where a line ends within a string, which no program breaks, or closes more than was open. */
function depthBehind(text: string, before: number): number | undefined {
  let depth = before;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at = quoteBehind(text, at);
      if (at === -1) return undefined;
    } else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") {
      depth -= 1;
      if (depth < 0) return undefined;
      if (depth === 0) return /^[\s,]*$/.test(text.slice(at + 1)) ? 0 : undefined;
    }
  }
  return depth;
}

function quoteBehind(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function entryIn({ held }: Open): JsonObject | undefined {
  const text = held.map(textOf).join("\n").trimEnd().replace(/,$/, "");
  const raw = parsedObject(text);
  return raw !== undefined && stringField(raw, "type") !== undefined ? raw : undefined;
}
