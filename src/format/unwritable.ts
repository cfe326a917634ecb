// A value -> what about it could not be written as JSON and read back the same; found without recursion.
import { type Json, isArray, isObject } from "./json.ts";

/** The client nests a dozen levels; far more could be parsed, but not written. */
const maxDepth = 1000;

type Open = { readonly path: string; readonly depth: number; readonly value: Json | undefined };

export function unwritable(whole: Json): readonly string[] {
  const problems: string[] = [];
  const open: Open[] = [{ path: "", depth: 0, value: whole }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, depth, value } = next;
    if (depth > maxDepth) problems.push(`${path.slice(0, 80)}...: nested too deeply`);
    else if (value === undefined) problems.push(`${path}: undefined cannot be written`);
    else if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0)))
      problems.push(`${path}: ${Object.is(value, -0) ? "-0" : value} cannot be written`);
    else
      for (const [step, item] of childrenOf(value))
        open.push({ path: `${path}${step}`, depth: depth + 1, value: item });
  }
  return problems;
}

function childrenOf(value: Json): readonly (readonly [string, Json])[] {
  if (isArray(value)) return value.map((item, index) => [`[${index}]`, item]);
  return isObject(value) ? Object.entries(value).map(([key, item]) => [`.${key}`, item]) : [];
}
