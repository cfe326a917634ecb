// A path -> what that log tells of files, without the prompts behind it: by its digest, reading only the lines that bear on files.
import { closeSync, openSync } from "node:fs";
import { type Decoded, type JsonObject, type Line, decodeLine } from "../../format/index.ts";
import { type Digest, type LogEvidence, gatherFileEvidence } from "../../graph/index.ts";
import { openBytes, ourKernel, scanBytes } from "../../store/index.ts";
import { pathHash, readLogEvidence } from "./file-evidence.ts";
import { type LineHeads, lineHeads } from "./line-heads.ts";
import { type LogWindow, logWindow, windowRoom } from "./log-window.ts";
import { type TellingLine, tellingLines } from "./telling-lines.ts";

/** The same events as a whole reading gives, but for their prompts. */
export function readBareEvidence(path: string): LogEvidence {
  const found = scanned(path);
  if (found === undefined) return withoutPrompts(readLogEvidence(path));
  const { digest, heads } = found;
  const telling = tellingLines(digest, heads.special);
  if (telling.length === 0) return nothing(path, digest);
  const told = new WeakMap<JsonObject, number>();
  const lines = decoded(path, { telling, heads, told });
  const evidence = gatherFileEvidence(lines, {
    log: path,
    pathHash,
    toldAt: (raw) => told.get(raw),
    bareIn: digest.cwd ?? "",
  });
  return { ...evidence, isFork: digest.forkedFrom !== undefined };
}

const nothing = (log: string, { sessionId, agentId, forkedFrom }: Digest): LogEvidence => ({
  log,
  session: sessionId,
  agent: agentId,
  isFork: forkedFrom !== undefined,
  events: [],
  spawned: new Map(),
});

function withoutPrompts(evidence: LogEvidence): LogEvidence {
  const events = evidence.events.map((event) => ({ ...event, prompt: undefined }));
  return { ...evidence, events, spawned: new Map() };
}

type Scanned = { readonly digest: Digest; readonly heads: LineHeads };

/** Undefined where the log is not plainly of a client's own making, or no kernel runs here: then all of it is read. */
function scanned(path: string): Scanned | undefined {
  const kernel = ourKernel();
  if (kernel === undefined) return undefined;
  const log = openBytes(path, 0);
  const heads = lineHeads();
  try {
    const read: typeof log.read = (target, at, count) => {
      const done = log.read(target, at, count);
      if (done > 0) heads.pass(target, at, at + done);
      return done;
    };
    const digest = scanBytes(kernel, read);
    const finished = heads.finish();
    return finished === undefined || digest.damaged > 0 ? undefined : { digest, heads: finished };
  } finally {
    log.close();
  }
}

type Reading = {
  readonly telling: readonly TellingLine[];
  readonly heads: LineHeads;
  readonly told: WeakMap<JsonObject, number>;
};

let room: Buffer | undefined;

/** In the order of the log; of a plain success nothing is read but what its call has said already. */
function* decoded(path: string, { telling, heads, told }: Reading): Generator<Decoded, void, undefined> {
  const descriptor = openSync(path, "r");
  try {
    const window = logWindow(descriptor, (room ??= windowRoom()));
    const callers = new Map<string, JsonObject>();
    for (const { offset, calls, success } of telling) {
      const place = heads.at(offset);
      if (place === undefined) continue;
      const caller = success === undefined ? undefined : callers.get(success.call);
      if (success !== undefined && caller !== undefined) {
        const raw = successOf(caller, success.call, success.timeMs);
        told.set(raw, success.told);
        yield { kind: "entry", type: "user", raw, line: { ...place, end: "lf", bytes: undefined }, quirks: [] };
        continue;
      }
      const entry = decodeLine(lineAt(window, place));
      if (entry.kind === "entry") for (const call of calls) callers.set(call, entry.raw);
      yield entry;
    }
  } finally {
    closeSync(descriptor);
  }
}

function lineAt(window: LogWindow, place: Pick<Line, "number" | "offset" | "length">): Line {
  const read = window(place.offset, place.length);
  const bytes = read.at(-1) === 0x0a ? read.subarray(0, -1) : read;
  const isCrlf = bytes.at(-1) === 0x0d;
  return { ...place, end: isCrlf ? "crlf" : "lf", bytes: isCrlf ? bytes.subarray(0, -1) : bytes };
}

/** A result is written by whoever called. */
function successOf({ sessionId, agentId, version, cwd }: JsonObject, call: string, timeMs: number): JsonObject {
  return {
    type: "user",
    ...(sessionId !== undefined && { sessionId }),
    ...(agentId !== undefined && { agentId }),
    ...(version !== undefined && { version }),
    ...(cwd !== undefined && { cwd }),
    timestamp: new Date(timeMs).toISOString(),
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: call }] },
    toolUseResult: {},
  };
}
