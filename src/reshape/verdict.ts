// A source and its reshaped result, read back -> whether the result is no worse, or every reason why it is.
import {
  type Finding,
  type Log,
  type RequestMessage,
  type Session,
  type Violation,
  checkRequest,
  findingCodes,
} from "../graph/index.ts";
import { wholeJson } from "../format/index.ts";
import { ledgerOf, sumsUp } from "./ledger.ts";
import type { Plan } from "./plan.ts";
import { type Said, countUnsaid, saidIn } from "./said.ts";

/** One side of the comparison: the session and what the newest client sends for it. */
export type Judged = { readonly session: Session; readonly request: readonly RequestMessage[] };

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reasons: readonly string[] };

/** All that is compared of a side, without the side itself. */
export type Weighed = {
  readonly findings: readonly Finding[];
  readonly lines: number;
  /** Parents that lead nowhere. */
  readonly dangling: number;
  readonly violations: readonly Violation[];
  /** A mark for each message, the same for the same message. */
  readonly sent: readonly string[];
  /** Absent where it was not looked at. */
  readonly said?: Said;
};

/** What is said is looked at only for plans that owe it: it takes a look at every block. */
export type Words = "weighed" | "left-out";
export const wordsOwed = ({ owed }: Plan): Words => (owed === undefined ? "left-out" : "weighed");

type Weighing = { readonly words?: Words; readonly markOf?: (text: string) => string };

export function weigh(
  { session, request }: Judged,
  { words = "left-out", markOf = (text) => text }: Weighing = {},
): Weighed {
  return {
    findings: session.findings,
    lines: session.log.tally.lines,
    dangling: danglingIn(session.log),
    violations: checkRequest(request),
    sent: request.map((message) => markOf(wholeJson(message))),
    ...(words === "weighed" ? { said: saidIn(request) } : {}),
  };
}

export function judge(plan: Plan, { before, after, promised }: Sides): Verdict {
  const wanted = promised?.map((message) => wholeJson(message));
  const words = wordsOwed(plan);
  return judgeWeighed(plan, { before: weigh(before, { words }), after: weigh(after, { words }), promised: wanted });
}

export function judgeWeighed(plan: Plan, { before, after, promised }: WeighedSides): Verdict {
  const reasons = [
    ...worseFindings(before.findings, isMended(plan, before, after) ? errorsOf(after) : after.findings),
    ...moreViolations(before.violations, after.violations),
    ...wrongSums(plan, before.lines, after.lines),
    ...(isMended(plan, before, after) ? [] : lostParents(before.dangling, after.dangling)),
    ...lostWords(plan, before.said, after.said),
    ...(promised === undefined ? [] : brokenPromise(promised, after.sent)),
  ];
  return reasons.length === 0 ? { ok: true } : { ok: false, reasons };
}

export type WeighedSides = {
  readonly before: Weighed;
  readonly after: Weighed;
  readonly promised?: Weighed["sent"] | undefined;
};

export type Sides = {
  readonly before: Judged;
  readonly after: Judged;
  /** What the result shall send, where the plan says so: a clone sends what its source sends. */
  readonly promised?: readonly RequestMessage[] | undefined;
};

/** A repair that leaves fewer errors may bring to light what is only worth a warning: an entry that was saved, but not its parent. */
const isMended = ({ owed }: Plan, before: Weighed, after: Weighed): boolean =>
  owed !== undefined && countErrors(after) < countErrors(before);

const errorsOf = ({ findings }: Weighed): readonly Finding[] => findings.filter(({ severity }) => severity === "error");
const countErrors = (side: Weighed): number => errorsOf(side).reduce((sum, { count }) => sum + count, 0);

/** Of a plan that owes them, words that are sent before are sent afterwards. */
function lostWords({ owed }: Plan, before: Said | undefined, after: Said | undefined): readonly string[] {
  if (owed === undefined || before === undefined || after === undefined) return [];
  const lost = countUnsaid(before, after);
  return lost <= owed.but
    ? []
    : [`${lost} of ${before.length} blocks that the source sends would not be sent, ${owed.but} are set aside`];
}

/** Of each sort of finding that is an error or a warning there are no more than before; infos before count too. */
function worseFindings(before: readonly Finding[], after: readonly Finding[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { code, count } of before) counts.set(sortOf(code), (counts.get(sortOf(code)) ?? 0) + count);
  const now = new Map<Finding["code"], Finding>();
  for (const finding of after) {
    if (finding.severity === "info") continue;
    const known = now.get(finding.code);
    now.set(finding.code, known === undefined ? finding : { ...known, count: known.count + finding.count });
  }
  return [...now.values()].flatMap(({ code, count, line }) => {
    const old = counts.get(sortOf(code)) ?? 0;
    return count <= old ? [] : [`${code} ${count} times, ${old} before (line ${line ?? "?"}): ${findingCodes[code]}`];
  });
}

/** The end that a killed client left torn is a torn line like any other once something stands behind it. */
const sortOf = (code: Finding["code"]): Finding["code"] => (code === "torn-tail" ? "damaged-line" : code);

function moreViolations(old: readonly Violation[], now: readonly Violation[]): readonly string[] {
  if (now.length <= old.length) return [];
  const known = new Set(old.map(({ problem }) => problem));
  const fresh = now.find(({ problem }) => !known.has(problem)) ?? now[0];
  return [`the request breaks ${now.length} rules, ${old.length} before: ${fresh?.problem ?? ""}`];
}

function wrongSums(plan: Plan, before: number, after: number): readonly string[] {
  const { kept, changed, dropped, added } = ledgerOf(plan);
  const told = `${kept} kept, ${changed} changed, ${dropped} dropped, ${added} added`;
  const isSum = sumsUp(plan, before);
  const isOut = kept + changed + added === after;
  return [
    ...(isSum ? [] : [`${told}: that is not the ${before} lines of the source`]),
    ...(isOut ? [] : [`${told}: that is not the ${after} lines of the result`]),
  ];
}

/** Parents that lead nowhere: no more than before. */
function lostParents(old: number, now: number): readonly string[] {
  return now <= old ? [] : [`${now} parents are not in the result, ${old} were not in the source`];
}

function danglingIn({ nodes, byId }: Log): number {
  let count = 0;
  for (const { parent } of nodes) if (parent !== undefined && !byId.has(parent)) count += 1;
  return count;
}

function brokenPromise(promised: Weighed["sent"], sent: Weighed["sent"]): readonly string[] {
  const at = promised.findIndex((mark, index) => mark !== sent[index]);
  if (at === -1 && promised.length === sent.length) return [];
  const place = at === -1 ? promised.length : at;
  return [`the request is not as promised: message ${place + 1} of ${promised.length} differs`];
}
