// Chance -> JSON values as trees of parts, of every kind and with decoys in them; spelled by `hostile-spelling.ts`.
import type { Chance } from "./chance.ts";

/** `raw` is spelled as it stands, which may be no JSON at all. */
export type Part =
  | string
  | { readonly raw: string }
  | { readonly list: readonly Part[] }
  | { readonly members: readonly Member[] };
export type Member = readonly [key: string, value: Part];

export const knownKeys = [
  ..."type uuid timestamp sessionId agentId cwd gitBranch version forkedFrom message subtype attachment".split(" "),
  ..."toolUseResult toolDenialKind origin isSidechain isMeta isCompactSummary isApiErrorMessage".split(" "),
  ..."id model content usage stop_reason input_tokens output_tokens cache_read_input_tokens speed".split(" "),
  ..."cache_creation_input_tokens cache_creation server_tool_use service_tier inference_geo".split(" "),
  ..."ephemeral_1h_input_tokens ephemeral_5m_input_tokens web_search_requests searchCount".split(" "),
  ..."name tool_use_id is_error text thinking input file_path notebook_path command".split(" "),
] as const;

const nearKeys = [
  ..."typ types Type uuid2 uui i ids idx nam names usag usages messages messagf content_ contents".split(" "),
  ..."input_token input_tokens_ timestamps timestamq isMetas isMet cwds versio sessionIds parentUuid".split(" "),
  "",
  "类型",
  "type ",
  "a".repeat(15),
  "b".repeat(16),
  "c".repeat(47),
  "d".repeat(70),
];

const pieces = [
  ["\\", "\\\\", "\\\\\\", '"', "{", "}", "[", "]", ":", ",", "\n", "\r", "\t", "\u0001", " ", "/", "<", "\u007f"],
  ["a", "é", "错误", "👩‍💻", "\u2028", "\uFEFF", "\b", "\f", "\ud800", "n", "t", "u", "\\n", '\\"', "\\u0041"],
  ['"type":"user"', '"usage":{"output_tokens":999999}', '\\"message\\":{', "standard", "queued_command"],
  ["x".repeat(13), "y".repeat(61), "z".repeat(130), "\\".repeat(62), "\\".repeat(63), "\\".repeat(64)],
  ["\\".repeat(129), '"'.repeat(40), "\n".repeat(33), `${"w".repeat(62)}\\`, `${"v".repeat(63)}"`],
].flat();

export const scalars = [
  ["0", "-0", "1", "-12", "3.25", "1e5", "2E-3", "1.5e+2", "123456789", "123456789012345", "1234567890123456"],
  ["true", "false", "null", "12345678901234567890", "1.0", "0e0"],
].flat();

export const badScalars = [
  ["01", "-", "1.", ".5", "1e", "tru", "True", "nul", "NaN", "0x1", "+1", "falsey", "1a", "undefined", "1 2"],
  ["'a'", "truefalse", "00", "-01", "1e+", "1.e3", "nulls", "fals", "Infinity", "1_0"],
].flat();

/** So that an escape, a quote or a long character stands at every place of the blocks in which bytes are read. */
const rags = ['"', "\\", "\n", "\t", '\\"', "/", "é", "\b", "\\\\", "\u0001"] as const;

function ragged(chance: Chance): string {
  const rag = (): string => "a".repeat(chance.whole(0, 130)) + pickFrom(chance, rags);
  return Array.from({ length: chance.whole(1, 5) }, rag).join("");
}

/** An escape across the border of two blocks: they begin 48 bytes into a string. */
function bordering(chance: Chance): string {
  const plain = "b".repeat(48 + 64 * chance.whole(1, 3) - chance.whole(0, 2));
  return `${plain}${pickFrom(chance, ['"', "\\", "\n", "\u0001"])}${"c".repeat(chance.whole(0, 80))}`;
}

export function text(chance: Chance): string {
  if (chance.one(0.1)) return bordering(chance);
  if (chance.one(0.3)) return ragged(chance);
  return Array.from({ length: chance.whole(0, 8) }, () => pickFrom(chance, pieces)).join("");
}

export function anyValue(chance: Chance, depth = 0): Part {
  const roll = chance.whole(0, 9);
  if (depth > 4 || roll < 4) return text(chance);
  if (roll < 6) return { raw: pickFrom(chance, chance.one(0.01) ? badScalars : scalars) };
  const length = chance.whole(0, 4);
  if (roll < 8) return { list: Array.from({ length }, () => anyValue(chance, depth + 1)) };
  return { members: Array.from({ length }, () => [anyKey(chance), anyValue(chance, depth + 1)] as const) };
}

export function anyKey(chance: Chance): string {
  return chance.one(20 * chance.surprise) ? pickFrom(chance, knownKeys) : pickFrom(chance, nearKeys);
}

/** Mostly the value that belongs there, sometimes one that does not. */
export function usually(chance: Chance, value: Part): Part {
  return chance.one(1 - chance.surprise) ? value : chance.one(0.3) ? { raw: "null" } : anyValue(chance);
}

export function pickFrom<T>(chance: Chance, items: readonly T[]): T {
  const item = items[chance.whole(0, items.length - 1)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
