// Reshaped sessions and a client -> for each, whether the client takes it and sends what was promised; the client gets copies.
import { blocksOf, field, objectField } from "../../../src/format/index.ts";
import { comparable, compareRequests, defaultPrompt } from "../../../src/proof/index.ts";
import type { Client, Difference, Prover, ResumeResult } from "../../../src/proof/index.ts";
import { openLog } from "../../../src/store/index.ts";
import { clewRequest } from "../ours.ts";
import { inTurns } from "../turns.ts";
import type { Made } from "./make.ts";

export type Outcome =
  | { readonly kind: "kept"; readonly blocks: number }
  /** The client does not take the source either. */
  | { readonly kind: "void"; readonly why: string }
  | { readonly kind: "broken"; readonly why: string };

export type Trial = { readonly made: Made; readonly version: string; readonly outcome: Outcome };

export const newest = "2.1.325";
const timeoutMs = 90_000;

type Bench = { readonly client: Client; readonly provers: readonly Prover[] };

export function tryAll(made: readonly Made[], { client, provers }: Bench): Promise<readonly Trial[]> {
  const { version } = client;
  const results = made.flatMap((one) => one.results.map((file) => ({ one, file })));
  return inTurns(results, provers, async ({ one, file }, prover) => {
    const resume = (sessionFile: string) => prover.resumeSession({ client, sessionFile, timeoutMs });
    return { made: one, version, outcome: await outcomeOf(one, file, { resume, version }) };
  });
}

type Asking = { readonly resume: (sessionFile: string) => Promise<ResumeResult>; readonly version: string };

async function outcomeOf({ source, operation }: Made, file: string, { resume, version }: Asking): Promise<Outcome> {
  const sent = await resume(file);
  if (!sent.accepted) {
    const why = `refused: ${sent.error ?? ""}`;
    return { kind: (await resume(source)).accepted ? "broken" : "void", why };
  }
  if (!sent.originalBytesKept) return { kind: "broken", why: "the client changed what was there" };
  const known = sent.violations.length === 0 ? [] : [...problems(await resume(source)), ...blanksIn(source)];
  const fresh = beyond(problems(sent), known);
  if (fresh.length > 0) return { kind: "broken", why: `the API would refuse: ${fresh.join("; ")}` };
  const theirs = comparable(sent.messages, defaultPrompt);
  // Of the source an older client may send less than of the result, whose calls stand in one line of descent.
  const promises = operation.promise === "same" && version === newest ? [file, source] : [file];
  for (const promise of promises) {
    const all = compareRequests(comparable(await clewRequest(promise, version)), theirs);
    const differences = all.filter((difference) => !isOwnWording(difference, all));
    const whose = promise === file ? "the result" : "the source";
    const why = `${differences.length} differences from ${whose}: ${JSON.stringify(differences[0])?.slice(0, 400)}`;
    if (differences.length > 0) return { kind: "broken", why };
  }
  return { kind: "kept", blocks: theirs.length };
}

/** Without what names one place: the same problem elsewhere is the same problem. */
const problems = ({ violations }: ResumeResult): readonly string[] =>
  violations.map(({ problem }) => problem.replaceAll(/ \S*_\S+/g, ""));

/**
 * Blank answers, which some clients wrote and newer ones do not send. A client that stops at a progress line may not have
 * met them in the source; in the result, whose calls hang together past it, it does.
 */
function blanksIn(source: string): readonly string[] {
  const file = openLog(source);
  try {
    return [...file.decoded()].flatMap((decoded) => {
      const message = "raw" in decoded ? objectField(decoded.raw, "message") : undefined;
      const blocks = blocksOf(message === undefined ? undefined : field(message, "content"));
      return blocks.some((block) => block.type === "text" && block.text.trim() === "") ? ["empty text block"] : [];
    });
  } finally {
    file.close();
  }
}

/**
 * What a client says in place of tools that it cannot load, or about those that it can, and whether it shows a picture or
 * says that there is one, is its own affair.
 */
function isOwnWording(difference: Difference, all: readonly Difference[]): boolean {
  switch (difference.kind) {
    case "changed":
      return difference.theirs.text.startsWith("[Tool references removed");
    case "extra":
      return (
        difference.ours.text.trim() === "Tool loaded." || (difference.ours.type === "image" && all.some(isPictureTold))
      );
    case "missing":
      return difference.theirs.text.trim() === "Tool loaded." || isPictureTold(difference);
  }
}

const isPictureTold = (difference: Difference): boolean =>
  difference.kind === "missing" && difference.theirs.text.trim() === "[image]";

function beyond(after: readonly string[], before: readonly string[]): readonly string[] {
  const known = [...before];
  return after.filter((problem) => {
    const at = known.indexOf(problem);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
