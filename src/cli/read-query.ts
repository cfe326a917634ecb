// The text and the flags of a search -> its query; what cannot be understood is said, with the place of the mistake.
import { type Query, type SpanOf, daysIn, literalQuery, parseQuery, spanOf } from "../find/index.ts";
import { WorldError } from "../store/index.ts";
import { sanitizeLine } from "../view/index.ts";
import type { Io } from "./io.ts";
import { withProjects } from "./project-folder.ts";
import { problemText } from "./search-text.ts";

const fieldFlags = ["project", "since", "before", "role", "tool", "model", "branch"] as const;

/** Flags that are fields of the query. */
export type FieldFlags = { readonly [name in (typeof fieldFlags)[number]]?: string };
export type QueryFlags = FieldFlags & { readonly literal: boolean; readonly tz?: string };

/** Undefined when it cannot be understood; why is said already. */
export async function queryOf(io: Io, flags: QueryFlags, text: string): Promise<Query | undefined> {
  const { literal, tz } = flags;
  const isBlank = text.trim() === "";
  if (isBlank && fieldFlags.every((name) => flags[name] === undefined)) {
    throw new WorldError("bad-argument", "there is nothing to look for", {
      hint: `try \`${io.command} search some words\``,
    });
  }
  const days = daysIn(tz ?? io.timeZone);
  // A zone that does not exist is refused as such, not as a bad date.
  if (tz !== undefined) days.dayOf(io.nowMs);
  const times: SpanOf = (words) => spanOf(words, { days, nowMs: io.nowMs });
  const fields = fieldFlags.flatMap((name) => {
    const value = flags[name];
    return value === undefined ? [] : [fieldQuery(name, value, times)];
  });
  const asked = isBlank ? undefined : literal ? literalQuery(text) : await parsedQuery(io, text, times);
  if (asked === undefined && !isBlank) return undefined;
  const all = [...(asked === undefined ? [] : [asked]), ...fields];
  const [only] = all;
  return withProjects(io, all.length === 1 && only !== undefined ? only : { kind: "all", of: all });
}

async function parsedQuery(io: Io, text: string, times: SpanOf): Promise<Query | undefined> {
  const parsed = parseQuery(text, times);
  if (parsed.kind === "query") return parsed.query;
  io.err(await problemText(text, parsed.problem));
  return undefined;
}

function fieldQuery(name: string, value: string, times: SpanOf): Query {
  if (name === "project") return { kind: "project", text: value };
  const parsed = parseQuery(`${name}:"${value.replaceAll('"', "")}"`, times);
  if (parsed.kind === "query") return parsed.query;
  const { message, hint } = parsed.problem;
  throw new WorldError("bad-argument", `--${name}: ${sanitizeLine(message)}`, { hint });
}
