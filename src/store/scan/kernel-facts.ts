// One line and a kernel -> what the kernel makes of it, in the words of the reference: so that the two can be compared.
import type { Range } from "../../format/index.ts";
import {
  type CallFacts,
  type LineFacts,
  type MessageFacts,
  type ResultFacts,
  messageApiError,
  messageCounted,
  messageSidechain,
  messageStopped,
} from "../../graph/index.ts";
import type { Kernel } from "./kernel.ts";
import * as at from "./layout.ts";
import { errorFlags } from "./outcome.ts";
import { cutPreview, rangeText } from "./text.ts";

/** Ranges are of whole values, counted from the start of the line. */
export type KernelBlock = {
  readonly index: number;
  readonly text: Range | undefined;
  readonly thinking: Range | undefined;
  readonly input: Range | undefined;
  readonly content: Range | undefined;
};

/** Only of a good line there are facts; the host reads any other by parsing it. */
export type KernelFacts =
  | { readonly verdict: "good"; readonly facts: LineFacts; readonly blocks: readonly KernelBlock[] }
  | { readonly verdict: "blank" | "unsure" };

export function kernelFacts(kernel: Kernel, line: Uint8Array): KernelFacts {
  const buffer = kernel.reserve(line.length);
  kernel.bytes.set(line, buffer);
  kernel.calls.read(buffer, buffer + line.length);
  const record = kernel.calls.line.value / 4;
  const flags = kernel.words[record + at.lineFlags] ?? 0;
  const verdict = flags & at.verdicts;
  if (verdict !== at.verdictGood) return { verdict: verdict === at.verdictBlank ? "blank" : "unsure" };
  const read = reader(kernel);
  const first = kernel.calls.blocksAt.value / 4;
  const blocks = Array.from({ length: read.word(record + at.lineBlocks) }, (_, row) => first + row * at.blockWords);
  const time = kernel.doubles[record / 2 + at.lineTime] ?? Number.NaN;
  const kind = flags & at.kinds;
  const facts: LineFacts = {
    type: read.text(record + at.typeRange),
    uuid: read.text(record + at.uuidRange),
    timeMs: Number.isNaN(time) ? undefined : time,
    sessionId: read.text(record + at.sessionIdRange),
    agentId: read.text(record + at.agentIdRange),
    cwd: read.text(record + at.cwdRange),
    gitBranch: read.text(record + at.gitBranchRange),
    version: read.text(record + at.versionRange),
    forkedFrom: read.text(record + at.forkedFromRange),
    message: kind === at.kindAssistant ? messageOf(read, record, flags) : undefined,
    calls: kind === at.kindAssistant ? blocks.flatMap((block) => callOf(read, block)) : [],
    results: kind === at.kindUser ? blocks.flatMap((block) => resultOf(kernel, read, block)) : [],
    isCompaction: false,
  };
  return { verdict: "good", facts, blocks: blocks.map((block) => placesOf(read, block, buffer)) };
}

type Reader = {
  readonly word: (index: number) => number;
  readonly number: (index: number) => number;
  readonly text: (range: number) => string | undefined;
};

function reader({ bytes, words, doubles }: Kernel): Reader {
  const word = (index: number): number => words[index] ?? 0;
  return {
    word,
    number: (index) => doubles[index] ?? 0,
    text: (range) => (word(range) === 0 ? undefined : rangeText(bytes, word(range), word(range + 1))),
  };
}

function messageOf({ number, text }: Reader, line: number, flags: number): MessageFacts | undefined {
  if ((flags & at.isAnswer) === 0) return undefined;
  const half = line / 2;
  const cacheWrite1h = number(half + at.write1hTokens);
  return {
    id: [at.messageIdRange, at.uuidRange].map((range) => text(line + range) ?? "").find((id) => id !== "") ?? "",
    model: text(line + at.modelRange) ?? "",
    variant: "",
    flags:
      ((flags & at.isStopped) === 0 ? 0 : messageStopped) +
      ((flags & at.isApiError) === 0 ? 0 : messageApiError) +
      ((flags & at.isSidechain) === 0 ? 0 : messageSidechain) +
      ((flags & at.hasUsage) === 0 ? 0 : messageCounted),
    input: number(half + at.inputTokens),
    output: number(half + at.outputTokens),
    cacheRead: number(half + at.cacheReadTokens),
    cacheWrite:
      (flags & at.hasCacheWrite) === 0
        ? cacheWrite1h + number(half + at.write5mTokens)
        : number(half + at.cacheWriteTokens),
    cacheWrite1h,
    webSearches: number(half + at.webSearches),
  };
}

function callOf({ word, text }: Reader, block: number): readonly CallFacts[] {
  const id = text(block + at.idRange);
  const name = text(block + at.nameRange);
  if (word(block + at.blockKind) !== at.blockToolUse || id === undefined || name === undefined) return [];
  return [{ id, name, target: cutPreview(text(block + at.targetRange) ?? "") }];
}

function resultOf(kernel: Kernel, { word, text }: Reader, block: number): readonly ResultFacts[] {
  const callId = text(block + at.callRange);
  if (word(block + at.blockKind) !== at.blockToolResult || callId === undefined) return [];
  const isError = (word(block + at.blockFlags) & at.blockIsError) !== 0;
  const size = word(block + at.blockContentRange + 1) - word(block + at.blockContentRange);
  return [{ callId, flags: isError ? errorFlags(kernel) : 0, size, searches: 0 }];
}

function placesOf({ word }: Reader, block: number, base: number): KernelBlock {
  const range = (field: number): Range | undefined =>
    word(block + field) === 0 ? undefined : { start: word(block + field) - base, end: word(block + field + 1) - base };
  return {
    index: word(block + at.blockIndex),
    text: range(at.textRange),
    thinking: range(at.thinkingRange),
    input: range(at.inputRange),
    content: range(at.blockContentRange),
  };
}
