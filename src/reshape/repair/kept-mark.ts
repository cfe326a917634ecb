// A mended view -> the same with its last answer marked, if the answer that said of all counts that they are untrue is lost.
import { type Json, decodeLine, field, utf8Bytes, utf8Text } from "../../format/index.ts";
import { type ContextScale, recountedKey, scaleIn } from "../../graph/index.ts";
import { lastCounted, recountedMark } from "../trim/context-count.ts";
import { type BenchTools, openBench } from "./bench.ts";
import type { View } from "./item.ts";
import type { Survey } from "./survey.ts";

export function withMark(view: View, survey: Survey, tools: BenchTools): View {
  const { source, journal } = tools;
  const lines = lastCounted(survey.thread)?.lines ?? [];
  // Whatever marks an answer says of each entry where it came from.
  if (lines.length === 0 || journal.steps().length === 0 || source.session.log.state.forkedFrom === undefined)
    return view;
  const bench = openBench(view, tools);
  const places = lines.map((node) => survey.entryOf(node).at);
  if (places.some((at) => field(bench.read(at) ?? {}, recountedKey) !== undefined)) return view;
  const lost = lostMark(
    view,
    places.reduce((most, at) => Math.max(most, bench.lineOf(at)), 0),
    tools,
  );
  if (lost === undefined) return view;
  for (const at of places) bench.change(at, recountedMark(lost.scale));
  return bench.settled() ?? view;
}

type Lost = { readonly scale: ContextScale | undefined };

/** On a line from there on of which not all is in the result. */
function lostMark(view: View, from: number, { source }: BenchTools): Lost | undefined {
  const whole = new Set(view.flatMap(({ line, part }) => (part === undefined ? [line] : [])));
  for (const { number, bytes } of source.lines(from, source.session.log.tally.lines)) {
    if (bytes === undefined || whole.has(number)) continue;
    const value = markPattern.exec(utf8Text(bytes))?.[1];
    if (value !== undefined) return { scale: scaleIn(objectOf(value)) };
  }
  return undefined;
}

const markPattern = new RegExp(`"${recountedKey}":(true|\\{[^{}]*\\})`);

/** A lost line may say anything. */
function objectOf(text: string): Json | undefined {
  const bytes = utf8Bytes(text);
  const decoded = decodeLine({ number: 1, offset: 1, length: bytes.length, end: "lf", bytes });
  return "raw" in decoded ? decoded.raw : undefined;
}
