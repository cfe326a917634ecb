// `clew history`: a session, or none -> what clew did to it and which sessions came from which.
import { type Operation, historyOf, nodeWorld, readLineage } from "../../store/index.ts";
import { formatAge, formatWhole, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { sessionIdNamed } from "../reshape/session-id.ts";

export type Flags = DirFlag & JsonFlag;

export function history(io: Io, flags: Flags, name?: string): ExitCode {
  const all = readLineage(nodeWorld(io.dataDir));
  const told =
    name === undefined
      ? all.map((one) => ({ one, relation: "own" }))
      : related(sessionIdNamed(io, flags, name, all), all);
  for (const { one, relation } of told)
    io.out(flags.json ? jsonLine({ ...one, relation }) : line(one, relation, io.nowMs));
  if (told.length === 0)
    io.err(`clew: ${name === undefined ? "nothing was done yet" : "nothing was done with that session"}\n`);
  return told.length === 0 ? 1 : 0;
}

type Told = { readonly one: Operation; readonly relation: string };

function related(sessionId: string, all: readonly Operation[]): readonly Told[] {
  const { own, ancestors, descendants } = historyOf(sessionId, all);
  const relations = new Map([
    ...ancestors.map((one) => [one, "ancestor"] as const),
    ...descendants.map((one) => [one, "descendant"] as const),
    ...own.map((one) => [one, "own"] as const),
  ]);
  return all.flatMap((one) => {
    const relation = relations.get(one);
    return relation === undefined ? [] : [{ one, relation }];
  });
}

function line(one: Operation, relation: string, nowMs: number): string {
  const { op, time, command, sources, results, ledger, tokensSaved, undoneBy } = one;
  const short = (ids: readonly { readonly sessionId: string }[]): string =>
    ids.map(({ sessionId }) => sessionId.slice(0, 8)).join(", ");
  const way = results.length === 0 ? short(sources) : `${short(sources)} -> ${short(results)}`;
  const sums =
    ledger === undefined
      ? ""
      : `  ${formatWhole(ledger.kept)} kept, ${formatWhole(ledger.changed)} changed, ${formatWhole(ledger.dropped)} dropped, ${formatWhole(ledger.added)} added`;
  const tokens = tokensSaved ?? 0;
  const saved = tokens === 0 ? "" : `, about ${formatWhole(Math.abs(tokens))} tokens ${tokens < 0 ? "more" : "fewer"}`;
  const marks = [...(relation === "own" ? [] : [relation]), ...(undoneBy === undefined ? [] : ["undone"])];
  return (
    sanitizeLine(
      `${op.slice(0, 8)}  ${formatAge(Date.parse(time), nowMs)}  ${command}  ${way}${sums}${saved}${marks.length === 0 ? "" : `  (${marks.join(", ")})`}`,
    ) + "\n"
  );
}
