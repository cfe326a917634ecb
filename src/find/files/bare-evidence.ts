// A path -> what that log tells of files, without the prompts behind it: by its digest, reading only the lines that bear on files.
import { closeSync, readSync } from "node:fs";
import { type Decoded, type Json, type JsonObject, type Line, decodeLine } from "../../format/index.ts";
import { type Digest, type LogEvidence, gatherFileEvidence } from "../../graph/index.ts";
import { openForReading, ourKernel, scanBytes, worldError } from "../../store/index.ts";
import { pathHash, readLogEvidence } from "./file-evidence.ts";
import { lightCalls } from "./light-call.ts";
import { type LineHeads, type LinePlace, lineHeads } from "./line-heads.ts";
import { type LogWindow, logWindow, windowRoom } from "./log-window.ts";
import { type Success, type TellingLine, tellingLines } from "./telling-lines.ts";

/** The same events as a whole reading gives, but for their prompts. */
export function readBareEvidence(path: string): LogEvidence {
  const kernel = ourKernel();
  return (kernel && quickEvidence(path, kernel)) ?? withoutPrompts(readLogEvidence(path));
}

type Kernel = NonNullable<ReturnType<typeof ourKernel>>;

function quickEvidence(path: string, kernel: Kernel): LogEvidence | undefined {
  const { descriptor, stats } = openForReading(path);
  try {
    const log = { path, descriptor, sizeBytes: stats.size };
    const found = scanned(log, kernel);
    return found && evidenceIn(log, found);
  } finally {
    closeSync(descriptor);
  }
}

type OpenLog = { readonly path: string; readonly descriptor: number; readonly sizeBytes: number };

function evidenceIn({ path, descriptor }: OpenLog, { digest, heads }: Scanned): LogEvidence {
  const telling = tellingLines(digest, [...heads.special, ...heads.odd]);
  if (telling.length === 0) return nothing(path, digest);
  const plain = new WeakMap<JsonObject, Success>();
  const lines = decoded(windowOf(descriptor), { telling, heads, plain });
  const evidence = gatherFileEvidence(lines, {
    log: path,
    pathHash,
    toldAt: (raw) => plain.get(raw)?.told,
    timeOf: (raw) => plain.get(raw)?.timeMs,
    bareIn: digest.cwd ?? "",
    ...(digest.sessionId !== undefined && { session: digest.sessionId }),
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

/** Lines of another make are read one by one; of a log that has more of them all is read. */
const mostOdd = 64;

/** Undefined where the log is not plainly of a client's own making: then all of it is read. */
function scanned({ path, descriptor, sizeBytes }: OpenLog, kernel: Kernel): Scanned | undefined {
  const reader = lineHeads();
  let offset = 0;
  const digest = scanBytes(kernel, (target, at, count) => {
    // What was appended since is for the next time.
    if (offset >= sizeBytes) return 0;
    try {
      const done = readSync(descriptor, target, at, count, offset);
      offset += done;
      reader.pass(target, at, at + done);
      return done;
    } catch (error) {
      throw worldError(error, path);
    }
  });
  const heads = reader.finish();
  if (heads.odd.length > mostOdd || usesIdsAgain(digest, heads)) return undefined;
  return digest.damaged > 0 && digest.damaged !== damagedIn(descriptor, heads) ? undefined : { digest, heads };
}

/** A digest has each call once: a line that answers one and is not in it is the second answer under that id. */
function usesIdsAgain({ results: { offsets } }: Digest, { answers }: LineHeads): boolean {
  let row = 0;
  return answers.some((answer) => {
    while (row < offsets.length && (offsets[row] ?? 0) < answer) row += 1;
    return offsets[row] !== answer;
  });
}

/** Among the lines of another make. */
function damagedIn(descriptor: number, { odd, at }: LineHeads): number {
  const window = windowOf(descriptor);
  const places = odd.flatMap((offset) => at(offset) ?? []);
  return places.filter((place) => decodeLine(lineOf(window(place.offset, place.length), place)).kind === "damaged")
    .length;
}

let room: Buffer | undefined;
/** What was not kept when it passed stands apart. */
const aheadBytes = 16 * 1024;

/** One log at a time. */
const windowOf = (descriptor: number): LogWindow => logWindow(descriptor, (room ??= windowRoom()), aheadBytes);

type Reading = {
  readonly telling: readonly TellingLine[];
  readonly heads: LineHeads;
  /** The results that were not read. */
  readonly plain: WeakMap<JsonObject, Success>;
};

/** In the order of the log; of a plain success nothing is read but what its call has said already. */
function* decoded(window: LogWindow, { telling, heads, plain }: Reading): Generator<Decoded, void, undefined> {
  const callers = new Map<string, JsonObject>();
  for (const { offset, calls, success } of telling) {
    const place = heads.at(offset);
    if (place === undefined) continue;
    const caller = success === undefined ? undefined : callers.get(success.call);
    if (success !== undefined && caller !== undefined) {
      const raw = successOf(caller, success.call);
      plain.set(raw, success);
      yield { kind: "entry", type: "user", raw, line: { ...place, end: "lf", bytes: undefined }, quirks: [] };
      continue;
    }
    const line = lineOf(heads.bytes(place) ?? window(offset, place.length), place);
    const entry = (success === undefined ? lightCalls(line, calls) : undefined) ?? decodeLine(line);
    if (entry.kind === "entry") for (const { id } of calls) callers.set(id, entry.raw);
    yield entry;
  }
}

/** The bytes may have their end, or not. */
function lineOf(read: Buffer, place: LinePlace): Line {
  const bytes = read.at(-1) === 0x0a ? read.subarray(0, -1) : read;
  const isCrlf = bytes.at(-1) === 0x0d;
  return { ...place, end: isCrlf ? "crlf" : "lf", bytes: isCrlf ? bytes.subarray(0, -1) : bytes };
}

/** A result is written by whoever called. */
function successOf({ sessionId, agentId, version, cwd }: JsonObject, call: string): JsonObject {
  const raw: Record<string, Json> = {
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: call }] },
    toolUseResult: {},
  };
  if (sessionId !== undefined) raw["sessionId"] = sessionId;
  if (agentId !== undefined) raw["agentId"] = agentId;
  if (version !== undefined) raw["version"] = version;
  if (cwd !== undefined) raw["cwd"] = cwd;
  return raw;
}
