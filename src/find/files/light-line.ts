// A line of a log and the calls in front of it -> the line decoded, without the long texts of a result that only a replay reads; in doubt whole.
import { type Decoded, type JsonObject, type Line, decodeLine, isArray, isObject } from "../../format/index.ts";

export type LineDecoder = {
  readonly decode: (line: Line) => Decoded;
  /** Where in the line of an entry the client's own record of its result begins, if it was left out. */
  readonly toldAt: (raw: JsonObject) => number | undefined;
};

/** Results of these tell all that is asked of them now by that they succeeded; what others answer is read whole. */
const plainTools = new Set(["Read", "Edit", "MultiEdit", "Write", "NotebookEdit", "Bash", "Grep", "Glob", "LS"]);

/** Shorter lines are parsed as quickly. */
const worthCutting = 1024;
/** The envelope of an entry, in front of its message and behind it. */
const envelopeBytes = 2048;

const contentMark = Buffer.from('","type":"tool_result","content":');
const callMark = Buffer.from('"tool_use_id":"');
const resultMark = Buffer.from('"toolUseResult":');
const messageEnd = Buffer.from("}]},");
const sameMark = Buffer.from('{"type":"file_unchanged"');
const errorMark = Buffer.from('"is_error":true');
/** What a running command tells of itself. */
const lateMark = Buffer.from('"backgroundTaskId"');
const stoppedMark = Buffer.from('"interrupted":true');
/** An exit code that the client took for an answer. */
const answerMark = Buffer.from('"returnCodeInterpretation":"');
const wordsMark = Buffer.from('"role":"assistant","content":[');
const stopMark = Buffer.from('],"stop_reason":');
const useMark = Buffer.from('"tool_use"');

/** For the lines of one log, in their order. */
export function lineDecoder(): LineDecoder {
  const tools = new Map<string, string>();
  const told = new WeakMap<JsonObject, number>();
  return {
    toldAt: (raw) => told.get(raw),
    decode(line) {
      const cut = line.length < worthCutting ? undefined : cutLine(line, tools);
      if (cut !== undefined) {
        if (cut.told !== undefined) told.set(cut.raw, cut.told);
        return { kind: "entry", type: cut.type, raw: cut.raw, line, quirks: [] };
      }
      const decoded = decodeLine(line);
      if (decoded.kind === "entry" && decoded.type === "assistant") noteCalls(decoded.raw, tools);
      return decoded;
    },
  };
}

function noteCalls({ message }: JsonObject, tools: Map<string, string>): void {
  const content = isObject(message) ? message["content"] : undefined;
  if (!isArray(content)) return;
  for (const block of content) {
    if (!isObject(block) || block["type"] !== "tool_use") continue;
    const { id, name, input } = block;
    if (typeof id !== "string" || typeof name !== "string") continue;
    // Which home a path begins in, only the result tells.
    const path = isObject(input) ? (input["file_path"] ?? input["notebook_path"]) : undefined;
    if (typeof path === "string" && path.startsWith("~")) tools.delete(id);
    else tools.set(id, name);
  }
}

type Cut = {
  readonly type: "user" | "assistant";
  readonly raw: JsonObject;
  readonly told: number | undefined;
};

function cutLine({ bytes }: Line, tools: ReadonlyMap<string, string>): Cut | undefined {
  if (bytes === undefined || bytes.at(-1) !== 0x7d) return undefined;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = all.subarray(0, envelopeBytes);
  const call = head.indexOf(callMark);
  return call < 0 ? cutWords(all, head) : cutResult(all, head, { call, tools });
}

/** What the model only said. */
function cutWords(all: Buffer, head: Buffer): Cut | undefined {
  const place = contentIn(all, head);
  if (place === undefined || all.subarray(place.from, place.stop).includes(useMark)) return undefined;
  const raw = parsedAround(all, place);
  return raw?.["type"] === "assistant" ? { type: "assistant", raw, told: undefined } : undefined;
}

/** An entry of the model without what it said and called; undefined where its envelope must stand elsewhere. */
export function withoutContent(all: Buffer): JsonObject | undefined {
  const place = all.at(-1) === 0x7d ? contentIn(all, all.subarray(0, envelopeBytes)) : undefined;
  return place && parsedAround(all, place);
}

type Stretch = { readonly from: number; readonly stop: number };

/** Inside a string the quotes of a mark would be escaped. */
function contentIn(all: Buffer, head: Buffer): Stretch | undefined {
  const words = head.indexOf(wordsMark);
  const stop = words < 0 ? -1 : all.lastIndexOf(stopMark);
  const from = words + wordsMark.length;
  return stop < from ? undefined : { from, stop };
}

const parsedAround = (all: Buffer, { from, stop }: Stretch): JsonObject | undefined =>
  parsedCut(`${all.toString("utf8", 0, from)}${all.toString("utf8", stop, all.length)}`);

type Around = { readonly call: number; readonly tools: ReadonlyMap<string, string> };

/** Undefined where the line is not plainly the one success of a plain tool. */
function cutResult(all: Buffer, head: Buffer, { call, tools }: Around): Cut | undefined {
  const content = head.indexOf(contentMark, call);
  if (content < 0) return undefined;
  const tool = tools.get(all.toString("latin1", call + callMark.length, content));
  if (tool === undefined || !plainTools.has(tool)) return undefined;
  const from = content + contentMark.length;
  const told = all.indexOf(resultMark, from);
  const detail = told + resultMark.length;
  if (told < 0 || all[detail] !== 0x7b || startsWith(all, sameMark, detail)) return undefined;
  const behind = all.subarray(Math.max(from, told - envelopeBytes), told);
  const end = behind.lastIndexOf(messageEnd);
  if (end < 0 || behind.includes(errorMark) || head.includes(errorMark)) return undefined;
  if (all.subarray(from, told).includes(callMark)) return undefined;
  if (tool === "Bash" && [lateMark, stoppedMark, answerMark].some((mark) => all.includes(mark, told))) return undefined;
  const middle = behind.toString("utf8", end + messageEnd.length, behind.length);
  const raw = parsedCut(`${all.toString("utf8", 0, from)}""}]},${middle}"toolUseResult":{}}`);
  return raw?.["type"] === "user" ? { type: "user", raw, told } : undefined;
}

function startsWith(all: Buffer, mark: Buffer, at: number): boolean {
  return all.length >= at + mark.length && all.compare(mark, 0, mark.length, at, at + mark.length) === 0;
}

/** Undefined where the rest of the envelope must stand elsewhere. */
function parsedCut(text: string): JsonObject | undefined {
  try {
    const raw: unknown = JSON.parse(text);
    const isWhole = isObject(raw) && typeof raw["uuid"] === "string" && typeof raw["timestamp"] === "string";
    return isWhole ? raw : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
