// A shell pattern as a regular expression -> whether a path matches, in bounded time.

export type MatchOptions = {
  /** Whether files below a match match as well. */
  readonly below: boolean;
  readonly flags: string;
};

/** With more wildcards in one name the time of a regular expression grows with that power of the length of the path. */
const mostWildcards = 2;
/** Steps times characters: what takes longer to match counts as a match, so that no file is missed. */
const mostEffort = 65_536;

export function pathMatcher(source: string, { below, flags }: MatchOptions): (path: string) => boolean {
  if (isQuick(source)) {
    const expression = new RegExp(`^(?:${source})${below ? "(?:/.*)?" : ""}$`, flags);
    return (path) => expression.test(path);
  }
  const steps = stepsOf(flags.includes("i") ? source.toLowerCase() : source);
  return (path) =>
    steps.length * path.length > mostEffort || matches(steps, flags.includes("i") ? path.toLowerCase() : path, below);
}

const wildcard = /\[\^\/\]\*|\.\*/g;

/** Alternatives in a row double the time of a regular expression with each of them. */
function isQuick(source: string): boolean {
  const count = (text: string): number => text.match(wildcard)?.length ?? 0;
  return (
    !source.includes("(?:") &&
    source.split(/(?<!\^)\//).every((name) => count(name) <= mostWildcards) &&
    source.split(".*").length <= mostWildcards + 1
  );
}

/**
 * many: any characters; name: any but a slash; one: a single one of those; is: the character itself; fork: any of
 * those steps is next.
 */
type Step =
  | { readonly kind: "many" | "name" | "one" }
  | { readonly kind: "is"; readonly char: string }
  | { readonly kind: "fork"; readonly to: number[] };

function stepsOf(source: string): readonly Step[] {
  const steps: Step[] = [];
  /** Of each open group: where its alternatives begin, and the steps that leave it. */
  const open: { readonly starts: number[]; readonly ends: number[][] }[] = [];
  const fork = (to: number[]): number[] => {
    steps.push({ kind: "fork", to });
    return to;
  };
  for (const part of source.match(/\(\?:|\[\^\/\]\*|\[\^\/\]|\.\*|\\?./gsu) ?? []) {
    const group = open.at(-1);
    if (part === "(?:") {
      const starts = fork([]);
      starts.push(steps.length);
      open.push({ starts, ends: [] });
    } else if (part === "|" && group !== undefined) {
      group.ends.push(fork([]));
      group.starts.push(steps.length);
    } else if (part === ")" && group !== undefined) {
      open.pop();
      for (const end of group.ends) end.push(steps.length);
    } else steps.push(plainStep(part));
  }
  return steps;
}

function plainStep(part: string): Step {
  if (part === ".*") return { kind: "many" };
  if (part === "[^/]*") return { kind: "name" };
  return part === "[^/]" ? { kind: "one" } : { kind: "is", char: part.startsWith("\\") ? part.slice(1) : part };
}

/** Follows all possible matches at once, one character after the other. */
function matches(steps: readonly Step[], path: string, below: boolean): boolean {
  const isForked = steps.some(({ kind }) => kind === "fork");
  const least = steps.filter(({ kind }) => kind === "is" || kind === "one").length;
  if (!isForked && least > path.length) return false;
  let reached = withSkipped(steps, new Set([0]));
  for (const char of path) {
    if (below && char === "/" && reached.has(steps.length)) return true;
    const next = new Set<number>();
    for (const at of reached) {
      const step = steps[at];
      if (step === undefined) continue;
      if (step.kind === "many" || (step.kind === "name" && char !== "/")) next.add(at);
      else if (step.kind === "one" ? char !== "/" : step.kind === "is" && step.char === char) next.add(at + 1);
    }
    reached = withSkipped(steps, next);
    if (reached.size === 0) return false;
  }
  return reached.has(steps.length);
}

/** A wildcard may stand for nothing, and a fork always does. */
function withSkipped(steps: readonly Step[], reached: Set<number>): Set<number> {
  // The loop also visits steps that are added on the way.
  for (const at of reached) {
    const step = steps[at];
    if (step?.kind === "many" || step?.kind === "name") reached.add(at + 1);
    if (step?.kind === "fork") for (const to of step.to) reached.add(to);
  }
  return reached;
}
