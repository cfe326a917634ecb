// A log in the making -> its last answer marked, if what it counted was made smaller later on: the mark stood on an answer that is gone.
import { type Json, decodeLine, field, utf8Bytes } from "../format/index.ts";
import { recountedKey, scaleIn } from "../graph/index.ts";
import type { Straight } from "./linearise.ts";
import { needleOf } from "./needle.ts";
import type { Source } from "./plan.ts";
import { linesAt } from "./reading.ts";
import { lastCounted, recount, tokensIn } from "./trim/context-count.ts";
import type { Work } from "./work.ts";

export function settleCount({ thread }: Straight, work: Work): void {
  const { source } = work;
  // Whatever marks an answer says of each entry where it came from.
  if (work.isIdle() || source.session.log.state.forkedFrom === undefined) return;
  const last = lastCounted(thread);
  const lines = last?.lines.filter(({ line }) => work.extraAt(line) === undefined) ?? [];
  if (last === undefined || lines.length === 0 || isMarked(lines, work)) return;
  const lastLine = lines.reduce((most, { line }) => Math.max(most, line), 0);
  const mark = markBehind(lastLine, source);
  if (mark === undefined) return;
  const scale = scaleIn(mark);
  recount(work, source, { wantedTokens: tokensIn(thread.conversation.nodes, scale), scale, last: { ...last, lines } });
}

type Placed = { readonly line: number };

/** In the source, or by the plan. */
function isMarked(lines: readonly Placed[], work: Work): boolean {
  if (lines.some(({ line }) => work.changesAt(line).some(({ path }) => path[0] === recountedKey))) return true;
  const numbers = lines.map(({ line }) => line).sort((a, b) => a - b);
  return [...linesAt(numbers, work.source)].some((line) => markIn(line) !== undefined);
}

/** Whoever marks an answer marks the last one: what stands in front of it in the file was counted before. */
function markBehind(behind: number, { session, lines, passing = lines }: Source): Json | undefined {
  const answers = new Set(session.log.nodes.flatMap(({ type, line }) => (type === "assistant" ? [line] : [])));
  if (behind >= session.log.tally.lines) return undefined;
  for (const line of passing(behind + 1, session.log.tally.lines)) {
    const mark = answers.has(line.number) ? markIn(line) : undefined;
    if (mark !== undefined) return mark;
  }
  return undefined;
}

const needle = needleOf(utf8Bytes(`"${recountedKey}"`));

function markIn(line: Parameters<typeof decodeLine>[0]): Json | undefined {
  if (line.bytes === undefined || needle.in(line.bytes, 0) === -1) return undefined;
  const decoded = decodeLine(line);
  return "raw" in decoded ? field(decoded.raw, recountedKey) : undefined;
}
