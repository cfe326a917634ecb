// What is known of a call and the rules that were given -> whether it stays, its result becomes a note, or both go.
import type { CallId } from "../../format/index.ts";
import type { CallFacts, CallTable } from "./call-table.ts";
import type { CallRule } from "./intention.ts";
import { isNamed } from "./tool-name.ts";

export type Fate = CallRule["action"];
export type FateOf = (id: CallId | undefined) => Fate;

export function fatesOf({ calls }: CallTable, rules: readonly CallRule[]): FateOf {
  return (id) => {
    const facts = id === undefined ? undefined : calls.get(id);
    return facts === undefined ? "keep" : fateOf(facts, rules);
  };
}

function fateOf(facts: Readonly<CallFacts>, rules: readonly CallRule[]): Fate {
  const asked = rules.find((rule) => fits(facts, rule))?.action ?? "keep";
  switch (facts.hold) {
    case "free":
      return asked;
    case "note":
      return asked === "remove" ? "stub" : asked;
    case "fixed":
      return "keep";
  }
}

function fits({ name, age, resultBytes }: Readonly<CallFacts>, rule: CallRule): boolean {
  if (rule.tools !== undefined && !isNamed(name, rule.tools)) return false;
  if (rule.overBytes !== undefined && resultBytes <= rule.overBytes) return false;
  return age > (rule.keepTurns ?? 0);
}
