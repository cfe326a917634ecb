// Bytes and a planner -> the bytes of the result, and what clients of any version would send for it; all in memory.
import { decodeLines, field, objectField, plainText, splitLines, stringField } from "../../src/format/index.ts";
import type { JsonObject } from "../../src/format/index.ts";
import type { ReplayRules, RequestMessage } from "../../src/graph/index.ts";
import { buildRequest, checkRequest, conversationOf, linkNodes, newestRules, rulesFor } from "../../src/graph/index.ts";
import {
  type Plan,
  type Planned,
  type Source,
  type Supply,
  type TrimIntention,
  judge,
  planTrim,
} from "../../src/reshape/index.ts";
import { open } from "../craft.ts";
import { plain, render, sourceOf, supply } from "./engine-source.ts";

export type Planner = (source: Source, supply: Supply) => Planned;

export function planOf(bytes: Uint8Array, planner: Planner): Plan {
  const planned = planner(sourceOf(bytes), supply());
  if (!planned.ok) throw new Error(planned.problem);
  return planned.plan;
}

export function reshaped(bytes: Uint8Array, planner: Planner): Uint8Array {
  return rendered(bytes, planOf(bytes, planner));
}

export const trimmed = (bytes: Uint8Array, intention: TrimIntention): Uint8Array =>
  reshaped(bytes, (source, given) => planTrim(source, intention, given));

export const textIn = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

/** With every id as it was. */
export function rendered(bytes: Uint8Array, plan: Plan): Uint8Array {
  const source = sourceOf(bytes);
  return render(plan, source, plain(source));
}

/** Why the result may not be published. */
export function reasonsAgainst(plan: Plan, before: Uint8Array, after: Uint8Array): readonly string[] {
  const judged = (bytes: Uint8Array) => ({ session: open(bytes).session, request: requestOf(bytes) });
  const verdict = judge(plan, { before: judged(before), after: judged(after) });
  return verdict.ok ? [] : verdict.reasons;
}

export function requestOf(bytes: Uint8Array, rules: ReplayRules = newestRules): readonly RequestMessage[] {
  const { log, read } = open(bytes);
  const { nodes } = conversationOf({ log, links: linkNodes(log), rules });
  return buildRequest(nodes, { read, rules, reminders: "left-out" }).messages;
}

export const versions = ["2.0.76", "2.1.45", "2.1.150", newestRules.version] as const;

export function rulesOf(version: string): ReplayRules {
  const rules = rulesFor(version);
  if (rules === undefined) throw new Error(`no version: ${version}`);
  return rules;
}

/**
 * What the API would refuse of the result and did not refuse of the source, by kind of problem and version. A client that
 * gives up early, at a progress line or because another entry is newer, is not better off for what it does not see.
 */
export function newProblems(before: Uint8Array, after: Uint8Array): readonly string[] {
  return versions.flatMap((version) => {
    const rules = rulesOf(version);
    // Where a client ends at a progress line, chance decides what it sees; a plan that leaves them promises it nothing.
    if (rules.progress === "cut" && typesOf(after).includes("progress")) return [];
    const known = [
      problemsOf(before, rules),
      problemsOf(before, { ...rules, progress: "linked", leaf: "last-in-file" }),
    ];
    const most = (problem: string): number => Math.max(...known.map((counts) => counts.get(problem) ?? 0));
    const found = [...problemsOf(after, rules)].filter(([problem, count]) => count > most(problem));
    return found.map(([problem]) => `${version}: ${problem}`);
  });
}

function problemsOf(bytes: Uint8Array, rules: ReplayRules): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { problem } of checkRequest(requestOf(bytes, rules))) {
    const kind = problem.replace(/(tool_use|tool_result) \S+/, "$1");
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Findings of severity error, by code. */
export function errorsOf(bytes: Uint8Array): readonly string[] {
  return open(bytes)
    .session.findings.filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
}

/** Parents that name an entry which is not there. */
export function lostParents(bytes: Uint8Array): number {
  const { log } = open(bytes);
  return log.nodes.filter(({ parent }) => parent !== undefined && !log.byId.has(parent)).length;
}

/** What people wrote, word for word, in the order of the file. */
export function promptsOf(bytes: Uint8Array): readonly string[] {
  const { log, read } = open(bytes);
  return log.nodes.flatMap((node) => {
    const raw = read(node);
    if (
      raw === undefined ||
      node.prompt === undefined ||
      node.prompt === "tool_result" ||
      node.prompt === "compact_summary"
    )
      return [];
    return [`${node.id} ${wordsOf(raw)}`];
  });
}

function wordsOf(raw: JsonObject): string {
  const attachment = objectField(raw, "attachment");
  return attachment === undefined
    ? plainText(field(objectField(raw, "message") ?? {}, "content"))
    : plainText(field(attachment, "prompt"));
}

export function rawLines(bytes: Uint8Array): readonly JsonObject[] {
  return [...decodeLines(splitLines([bytes]))].flatMap((decoded) => ("raw" in decoded ? [decoded.raw] : []));
}

export const typesOf = (bytes: Uint8Array): readonly string[] =>
  rawLines(bytes).map((raw) => stringField(raw, "type") ?? "");
