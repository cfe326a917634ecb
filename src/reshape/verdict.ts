// A source and its reshaped result, read back -> whether the result is no worse, or every reason why it is.
import {
  type Finding,
  type Log,
  type RequestMessage,
  type Session,
  checkRequest,
  findingCodes,
} from "../graph/index.ts";
import { ledgerOf, sumsUp } from "./ledger.ts";
import type { Plan } from "./plan.ts";

/** One side of the comparison: the session and what the newest client sends for it. */
export type Judged = { readonly session: Session; readonly request: readonly RequestMessage[] };

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reasons: readonly string[] };

export function judge(plan: Plan, { before, after, promised }: Sides): Verdict {
  const reasons = [
    ...worseFindings(before.session.findings, after.session.findings),
    ...moreViolations(before.request, after.request),
    ...wrongSums(plan, before.session.log, after.session.log),
    ...lostParents(before.session.log, after.session.log),
    ...(promised === undefined ? [] : brokenPromise(promised, after.request)),
  ];
  return reasons.length === 0 ? { ok: true } : { ok: false, reasons };
}

export type Sides = {
  readonly before: Judged;
  readonly after: Judged;
  /** What the result shall send, where the plan says so: a clone sends what its source sends. */
  readonly promised?: readonly RequestMessage[] | undefined;
};

/** Of each sort of finding that is an error or a warning there are no more than before; infos before count too. */
function worseFindings(before: readonly Finding[], after: readonly Finding[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { code, count } of before) counts.set(code, (counts.get(code) ?? 0) + count);
  const now = new Map<Finding["code"], Finding>();
  for (const finding of after) {
    if (finding.severity === "info") continue;
    const known = now.get(finding.code);
    now.set(finding.code, known === undefined ? finding : { ...known, count: known.count + finding.count });
  }
  return [...now.values()].flatMap(({ code, count, line }) => {
    const old = counts.get(code) ?? 0;
    return count <= old ? [] : [`${code} ${count} times, ${old} before (line ${line ?? "?"}): ${findingCodes[code]}`];
  });
}

function moreViolations(before: readonly RequestMessage[], after: readonly RequestMessage[]): readonly string[] {
  const [old, now] = [checkRequest(before), checkRequest(after)];
  if (now.length <= old.length) return [];
  const known = new Set(old.map(({ problem }) => problem));
  const fresh = now.find(({ problem }) => !known.has(problem)) ?? now[0];
  return [`the request breaks ${now.length} rules, ${old.length} before: ${fresh?.problem ?? ""}`];
}

function wrongSums(plan: Plan, before: Log, after: Log): readonly string[] {
  const { kept, changed, dropped, added } = ledgerOf(plan);
  const told = `${kept} kept, ${changed} changed, ${dropped} dropped, ${added} added`;
  const isSum = sumsUp(plan, before.tally.lines);
  const isOut = kept + changed + added === after.tally.lines;
  return [
    ...(isSum ? [] : [`${told}: that is not the ${before.tally.lines} lines of the source`]),
    ...(isOut ? [] : [`${told}: that is not the ${after.tally.lines} lines of the result`]),
  ];
}

/** Parents that lead nowhere: no more than before. */
function lostParents(before: Log, after: Log): readonly string[] {
  const [old, now] = [danglingIn(before), danglingIn(after)];
  return now <= old ? [] : [`${now} parents are not in the result, ${old} were not in the source`];
}

function danglingIn({ nodes, byId }: Log): number {
  let count = 0;
  for (const { parent } of nodes) if (parent !== undefined && !byId.has(parent)) count += 1;
  return count;
}

function brokenPromise(promised: readonly RequestMessage[], sent: readonly RequestMessage[]): readonly string[] {
  const at = promised.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(sent[index]));
  if (at === -1 && promised.length === sent.length) return [];
  const place = at === -1 ? promised.length : at;
  return [`the request is not as promised: message ${place + 1} of ${promised.length} differs`];
}
