// A value, nested however deeply -> its JSON, the same that JSON.stringify gives where it can; never recurses over nesting.
import { type Json, isArray, isObject, jsonText } from "./json.ts";

export function wholeJson(value: Json): string {
  return jsonText(value) ?? pieced(value);
}

type Piece = { readonly text: string } | { readonly value: Json };

function pieced(whole: Json): string {
  const texts: string[] = [];
  const rest: Piece[] = [{ value: whole }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ("text" in next) texts.push(next.text);
    else if (isArray(next.value) || isObject(next.value))
      for (const piece of piecesOf(next.value).toReversed()) rest.push(piece);
    else texts.push(JSON.stringify(next.value));
  }
  return texts.join("");
}

function piecesOf(value: readonly Json[] | { readonly [key: string]: Json }): readonly Piece[] {
  const members: readonly (readonly [string, Json])[] = isArray(value)
    ? value.map((item) => ["", item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}:`, item]);
  const [open, close] = isArray(value) ? ["[", "]"] : ["{", "}"];
  const pieces: Piece[] = [{ text: open }];
  for (const [at, [head, item]] of members.entries())
    pieces.push({ text: `${at === 0 ? "" : ","}${head}` }, { value: item });
  return [...pieces, { text: close }];
}
