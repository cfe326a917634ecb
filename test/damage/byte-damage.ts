// Damage to the bytes of a log, as crashes, two writers at once and people's editors do it.
import { type Inflict, type Body, type Pick, lose, onPath, one, parsed } from "./body.ts";

/** Somewhere inside the line, never at its very ends. */
const inside = (line: string, pick: Pick): number => 1 + pick(Math.max(1, line.length - 2));

const tornTail: Inflict = (body, pick) => {
  const last = body.lines.at(-1);
  if (last === undefined || body.lines.length < 3) return false;
  lose(body, parsed(last));
  body.lines[body.lines.length - 1] = last.slice(0, inside(last, pick));
  body.isClosed = false;
  return true;
};

const tornMiddle: Inflict = (body, pick) => {
  const target = one(onPath(body).slice(1, -1), pick);
  if (target === undefined) return false;
  const line = body.lines[target.at] ?? "";
  lose(body, target.raw);
  body.lines[target.at] = line.slice(0, inside(line, pick));
  return true;
};

const tornInto: Inflict = (body, pick) => {
  const target = one(onPath(body).slice(1, -1), pick);
  if (target === undefined) return false;
  const line = body.lines[target.at] ?? "";
  lose(body, target.raw);
  body.lines.splice(target.at, 2, line.slice(0, inside(line, pick)) + (body.lines[target.at + 1] ?? ""));
  return true;
};

const headless: Inflict = (body, pick) => {
  const target = one(onPath(body).slice(1, -1), pick);
  if (target === undefined) return false;
  const line = body.lines[target.at] ?? "";
  lose(body, target.raw);
  body.lines[target.at] = line.slice(inside(line, pick));
  return true;
};

const zeros = (pick: Pick): string => "\0".repeat(1 + pick(600));

const nulLine: Inflict = (body, pick) => {
  body.lines.splice(pick(body.lines.length + 1), 0, zeros(pick));
  return true;
};

const nulInside: Inflict = (body, pick) => {
  const target = one(onPath(body), pick);
  if (target === undefined) return false;
  const line = body.lines[target.at] ?? "";
  const at = pick(line.length + 1);
  body.lines[target.at] = line.slice(0, at) + zeros(pick) + line.slice(at);
  return true;
};

const nulOver: Inflict = (body, pick) => {
  const target = one(onPath(body).slice(1, -1), pick);
  if (target === undefined) return false;
  const line = body.lines[target.at] ?? "";
  lose(body, target.raw);
  const at = inside(line, pick);
  const length = 1 + pick(Math.min(400, line.length - at));
  body.lines[target.at] = line.slice(0, at) + "\0".repeat(length) + line.slice(at + length);
  return true;
};

const glued: Inflict = (body, pick) => {
  const target = one(onPath(body).slice(0, -1), pick);
  if (target === undefined || target.at + 1 >= body.lines.length) return false;
  const count = 2 + pick(2);
  const lines = body.lines.slice(target.at, target.at + count);
  if (lines.some((line) => parsed(line) === undefined)) return false;
  body.lines.splice(target.at, count, lines.join(["", "", ",", " "][pick(4)]));
  return true;
};

type Pair = { readonly at: number; readonly first: string; readonly second: string };

function pairOf(body: Body, pick: Pick): Pair | undefined {
  const target = one(onPath(body).slice(0, -1), pick);
  const [first, second] = target === undefined ? [] : [body.lines[target.at], body.lines[target.at + 1]];
  if (target === undefined || first === undefined || parsed(second) === undefined) return undefined;
  return { at: target.at, first, second: second ?? "" };
}

/** The second writer's whole line stands in the first one's. */
const splicedWhole: Inflict = (body, pick) => {
  const pair = pairOf(body, pick);
  if (pair === undefined) return false;
  const cut = inside(pair.first, pick);
  const [head, tail] = [pair.first.slice(0, cut), pair.first.slice(cut)];
  const ways = [[head + pair.second + tail], [head + pair.second, tail], [head, pair.second, tail]];
  body.lines.splice(pair.at, 2, ...(ways[pick(3)] ?? []));
  return true;
};

/** Both take turns. Which letters of a text belong to whom cannot be told, so both count as lost. */
const splicedBoth: Inflict = (body, pick) => {
  const pair = pairOf(body, pick);
  if (pair === undefined) return false;
  const [one1, two1] = [inside(pair.first, pick), 20 + pick(Math.max(1, pair.second.length - 22))];
  const [a1, a2] = [pair.first.slice(0, one1), pair.first.slice(one1)];
  const [b1, b2] = [pair.second.slice(0, two1), pair.second.slice(two1)];
  lose(body, parsed(pair.first));
  lose(body, parsed(pair.second));
  body.lines.splice(pair.at, 2, ...(pick(2) === 0 ? [a1 + b1 + a2, b2] : [a1 + b1 + a2 + b2]));
  return true;
};

const bom: Inflict = (body) => {
  body.front = "\uFEFF";
  return true;
};

const crlf: Inflict = (body, pick) => {
  if (pick(2) === 0) body.lineEnd = "\r\n";
  else body.lines = body.lines.map((line) => (pick(3) === 0 ? `${line}\r` : line));
  return true;
};

const noFinalLf: Inflict = (body) => {
  body.isClosed = false;
  return true;
};

const comment: Inflict = (body, pick) => {
  for (let left = 1 + pick(3); left > 0; left--)
    body.lines.splice(pick(body.lines.length + 1), 0, ["// a note", '// {"type":"user"}', "//"][pick(3)] ?? "//");
  return true;
};

export const byteDamage: Readonly<Record<string, Inflict>> = {
  "torn tail": tornTail,
  "torn middle line": tornMiddle,
  "torn line, the next one glued to it": tornInto,
  "line without its beginning": headless,
  "NUL line": nulLine,
  "NUL run inside a line": nulInside,
  "NUL run over a line": nulOver,
  "objects glued": glued,
  "whole line spliced into another": splicedWhole,
  "two lines spliced into each other": splicedBoth,
  BOM: bom,
  CRLF: crlf,
  "missing final LF": noFinalLf,
  "comment lines": comment,
};
