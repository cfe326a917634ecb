// Chunks of a log -> its parts, placed in time, into a batch; can go on where it ended.
import {
  type JsonObject,
  type Line,
  decodeLine,
  field,
  isArray,
  isObject,
  lineSplitter,
  objectField,
  stringField,
  timestampMs,
} from "../../format/index.ts";
import { type Digest, indexText, textParts } from "../../graph/index.ts";
import type { BatchWriter } from "./batch.ts";
import type { Progress } from "./file-row.ts";
import { orderSeconds } from "./part-key.ts";

export type LogStart = {
  readonly job: number;
  /** The second of the file itself. */
  readonly base: number;
  /** By which parts in front of the first time are placed. */
  readonly lead: number;
  /** Where the lines that were read before end, and what they were. */
  readonly known: (Progress & { readonly start: Digest }) | undefined;
  readonly batch: BatchWriter;
};

export type LogReader = {
  /** Yields after each line that the chunk completes. */
  readonly push: (chunk: Uint8Array) => Generator<void, void, undefined>;
  /** Lines that were read before, in front of the first time: only their parts are made once more. */
  readonly placeAnew: (chunk: Uint8Array) => void;
  readonly progress: () => Omit<Progress, "head" | "tail" | "base" | "lead">;
};

export function logReader({ job, base, lead, known, batch }: LogStart): LogReader {
  const tools = known === undefined ? new Map<string, string>() : toolsOf(known.start);
  const leadingTools = new Map<string, string>();
  let covered = known?.covered ?? 0;
  let lines = known?.lines ?? 0;
  let timedFrom = known?.timedFrom;
  let newest = known?.newest;
  let longLines = known?.longLines ?? 0;
  const splitter = lineSplitter({ offset: covered, number: lines + 1 });
  const leading = lineSplitter();

  function take(line: Line): void {
    const decoded = decodeLine(line);
    covered = line.offset + line.length;
    lines = line.number;
    if (line.bytes === undefined) longLines += 1;
    if (decoded.kind === "blank" || decoded.kind === "damaged") return;
    const { raw } = decoded;
    const ms = timestampMs(stringField(raw, "timestamp"));
    if (ms !== undefined) {
      timedFrom ??= line.offset;
      newest = Math.max(newest ?? -Infinity, Math.floor(ms / 1000));
    }
    addParts(line, raw, { seconds: orderSeconds(newest ?? lead, base), tools });
  }

  function addParts({ offset, number }: Line, raw: JsonObject, { seconds, tools }: Around): void {
    for (const { id, name } of callsIn(raw)) if (!tools.has(id)) tools.set(id, name);
    textParts(raw).forEach(({ kind, role, text, callId, tool, isError, isHuman }, ordinal) => {
      const name = tool ?? (callId === undefined ? undefined : tools.get(callId));
      const place = { job, seconds, offset, line: number, ordinal } as const;
      batch.part({ ...place, kind, role, tool: name, isError, isHuman, text: indexText(text) });
    });
  }

  return {
    *push(chunk) {
      for (const line of splitter.push(chunk)) yield take(line);
    },
    placeAnew(chunk) {
      for (const line of leading.push(chunk)) {
        const decoded = decodeLine(line);
        if (decoded.kind === "entry" || decoded.kind === "other")
          addParts(line, decoded.raw, { seconds: orderSeconds(lead, base), tools: leadingTools });
      }
    },
    progress: () => ({ covered, lines, timedFrom, newest, longLines }),
  };
}

/** What is known around a line: its place in time, and the tools of the calls up to it. */
type Around = { readonly seconds: number; readonly tools: Map<string, string> };

function toolsOf({ calls, tools }: Digest): Map<string, string> {
  return new Map(Array.from(calls.ids, (id, at) => [id, tools[calls.tools[at] ?? -1] ?? ""]));
}

/** As the digest counts them. */
function callsIn(raw: JsonObject): readonly { readonly id: string; readonly name: string }[] {
  const content =
    stringField(raw, "type") === "assistant" ? field(objectField(raw, "message") ?? {}, "content") : undefined;
  if (!isArray(content)) return [];
  return content.flatMap((block) => {
    if (!isObject(block) || stringField(block, "type") !== "tool_use") return [];
    const id = stringField(block, "id");
    const name = stringField(block, "name");
    return id === undefined || name === undefined ? [] : [{ id, name }];
  });
}
