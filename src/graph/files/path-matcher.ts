// A shell pattern as a regular expression -> whether a path matches, in bounded time.

export type MatchOptions = {
  /** Whether files below a match match as well. */
  readonly below: boolean;
  readonly flags: string;
};

/** With more wildcards in one name the time of a regular expression grows with that power of the length of the path. */
const mostWildcards = 2;

export function pathMatcher(source: string, { below, flags }: MatchOptions): (path: string) => boolean {
  if (isQuick(source)) {
    const expression = new RegExp(`^(?:${source})${below ? "(?:/.*)?" : ""}$`, flags);
    return (path) => expression.test(path);
  }
  // Alternatives between many wildcards: every file is then in doubt, so none is missed.
  if (source.includes("(?:")) return () => true;
  const steps = stepsOf(flags.includes("i") ? source.toLowerCase() : source);
  return (path) => matches(steps, flags.includes("i") ? path.toLowerCase() : path, below);
}

const wildcard = /\[\^\/\]\*|\.\*/g;

function isQuick(source: string): boolean {
  const count = (text: string): number => text.match(wildcard)?.length ?? 0;
  return (
    source.split(/(?<!\^)\//).every((name) => count(name) <= mostWildcards) &&
    source.split(".*").length <= mostWildcards + 1
  );
}

/** many: any characters; name: any but a slash; one: a single one of those; else the character itself. */
type Step = { readonly kind: "many" | "name" | "one" } | { readonly kind: "is"; readonly char: string };

function stepsOf(source: string): readonly Step[] {
  return (source.match(/\[\^\/\]\*|\[\^\/\]|\.\*|\\?./gsu) ?? []).map((part): Step => {
    if (part === ".*") return { kind: "many" };
    if (part === "[^/]*") return { kind: "name" };
    return part === "[^/]" ? { kind: "one" } : { kind: "is", char: part.startsWith("\\") ? part.slice(1) : part };
  });
}

/** Follows all possible matches at once, one character after the other. */
function matches(steps: readonly Step[], path: string, below: boolean): boolean {
  const least = steps.filter(({ kind }) => kind === "is" || kind === "one").length;
  if (least > path.length) return false;
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

/** A wildcard may stand for nothing. */
function withSkipped(steps: readonly Step[], reached: Set<number>): Set<number> {
  // The loop also visits steps that are added on the way.
  for (const at of reached) {
    const kind = steps[at]?.kind;
    if (kind === "many" || kind === "name") reached.add(at + 1);
  }
  return reached;
}
