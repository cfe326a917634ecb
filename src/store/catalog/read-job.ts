// One file and how far it was read -> its further parts and its digest, into a batch; gives way whenever the batch is full.
import { type Stats, closeSync, readSync } from "node:fs";
import { utf8Text } from "../../format/index.ts";
import { indexText, packDigest, unpackDigest } from "../../graph/index.ts";
import { openIfReadable } from "../open/open-file.ts";
import { peekLog } from "../peek.ts";
import { WorldError, systemCode, worldError } from "../world-error.ts";
import type { BatchWriter, ReadFile } from "./batch.ts";
import type { Progress } from "./file-row.ts";
import { fingerPrint, isSamePrint } from "./finger-print.ts";
import type { FileKind } from "./listed-file.ts";
import { type LogStart, logReader } from "./log-reader.ts";
import { isClamped, orderSeconds } from "./part-key.ts";
import { regionDigest } from "./region-digest.ts";
import { packWords } from "./log-words.ts";
import { freshTime } from "./sweep.ts";

/** What a thread needs to know to read a file. */
export type ReadOrder = {
  readonly job: number;
  readonly path: string;
  readonly kind: FileKind;
  readonly known: (Progress & { readonly digest: Uint8Array }) | undefined;
  /** Files changed after this may change again without a sign. */
  readonly settledMs: number;
};

/** Yields between lines whenever the batch is full, after noting how far it is consistent. */
export function* readJob(order: ReadOrder, batch: BatchWriter): Generator<void, void, undefined> {
  const opened = openIfReadable(order.path);
  if (opened === undefined) return batch.fail(order.job);
  const { descriptor } = opened;
  try {
    if (order.kind === "tool-result") yield* readOutput({ ...order, ...opened }, batch);
    else yield* readLog({ ...order, ...opened }, batch);
  } catch (error) {
    if (!(error instanceof WorldError) && systemCode(error) === undefined) throw error;
    batch.fail(order.job);
  } finally {
    closeSync(descriptor);
  }
}

type OpenJob = ReadOrder & { readonly descriptor: number; readonly stats: Stats };

function* readLog(open: OpenJob, batch: BatchWriter): Generator<void, void, undefined> {
  const { descriptor, stats, job } = open;
  const base = Math.floor(stats.mtimeMs / 1000);
  const { firstUuid, lastMs } = peekLog(open.path);
  const lead = lastMs === undefined ? base : Math.floor(lastMs / 1000);
  const known = continuation(open, { base, lead });
  const reader = logReader({ job, base, lead, known, batch });
  let replaces: ReadFile["replaces"] = known === undefined ? "all" : "nothing";
  // Parts in front of the first time were placed by the last one, which has moved on.
  if (known !== undefined && isLeadMoved(known, { base, lead })) {
    replaces = { to: known.timedFrom ?? known.covered };
    for (const chunk of chunks(open, 0, replaces.to)) reader.placeAnew(chunk);
  }
  let digest = known?.start;
  const note = (state: "unfinished" | "finished"): void => {
    const read = reader.progress();
    const { covered } = read;
    digest = regionDigest({ descriptor, from: digest, to: covered });
    const progress = { ...read, base, lead, ...fingerPrint(descriptor, covered) };
    batch.file({
      job,
      replaces,
      ...identity(open),
      // Whoever is stopped here leaves a file that the next update goes on with.
      ...(state === "unfinished" && { modifiedMs: freshTime(stats.mtimeMs) }),
      progress,
      digest: packDigest(digest),
      words: packWords(digest, firstUuid),
    });
    replaces = "nothing";
  };
  for (const chunk of chunks(open, known?.covered ?? 0, stats.size)) {
    for (const _line of reader.push(chunk)) {
      if (!batch.isFull()) continue;
      note("unfinished");
      yield;
    }
    batch.passed(chunk.length);
  }
  note("finished");
}

/** Up to here lines are placed in time once more; beyond, reading all of the file anew keeps batches small. */
const longestLead = 4 * 1024 * 1024;

/** Where to go on: the file still begins and goes up to there as it did, and no part was placed by a time that moved. */
function continuation({ known, descriptor, stats }: OpenJob, now: Seconds): LogStart["known"] {
  if (known === undefined || stats.size < known.covered) return undefined;
  const { digest, ...progress } = known;
  if (known.base !== now.base && isClamped(known.newest, Math.min(known.base, now.base))) return undefined;
  if (isLeadMoved(known, now) && (known.timedFrom ?? known.covered) > longestLead) return undefined;
  if (!isSamePrint(known, fingerPrint(descriptor, known.covered))) return undefined;
  const start = unpackDigest(digest);
  return start === undefined || start.bytes !== known.covered ? undefined : { ...progress, start };
}

type Seconds = Pick<Progress, "base" | "lead">;

const isLeadMoved = (known: Seconds, now: Seconds): boolean =>
  orderSeconds(known.lead, known.base) !== orderSeconds(now.lead, now.base);

const chunkBytes = 512 * 1024;

function* chunks({ descriptor, path }: OpenJob, from: number, to: number): Generator<Uint8Array, void, undefined> {
  let offset = from;
  while (offset < to) {
    // A fresh buffer each time: lines keep views into it.
    const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, to - offset));
    let count: number;
    try {
      count = readSync(descriptor, buffer, 0, buffer.length, offset);
    } catch (error) {
      throw worldError(error, path);
    }
    if (count === 0) return;
    offset += count;
    yield buffer.subarray(0, count);
  }
}

/** Longer outputs are several parts, cut behind a line feed. */
const outputPartBytes = 8 * 1024 * 1024;

function* readOutput(open: OpenJob, batch: BatchWriter): Generator<void, void, undefined> {
  const { descriptor, stats, job } = open;
  const base = Math.floor(stats.mtimeMs / 1000);
  const part = {
    job,
    seconds: base,
    kind: "result",
    role: "tool",
    tool: undefined,
    isError: false,
    isHuman: false,
  } as const;
  let pieces: Uint8Array[] = [];
  let length = 0;
  let offset = 0;
  let line = 1;
  const flush = (): void => {
    const text = utf8Text(Buffer.concat(pieces, length));
    if (text !== "") batch.part({ ...part, offset, line, ordinal: 0, text: indexText(text) });
    line += text.split("\n").length - 1;
    offset += length;
    pieces = [];
    length = 0;
  };
  for (const chunk of chunks(open, 0, stats.size)) {
    const cut = length + chunk.length >= outputPartBytes ? chunk.lastIndexOf(0x0a) + 1 : 0;
    if (cut > 0) {
      pieces.push(chunk.subarray(0, cut));
      length += cut;
      flush();
    }
    pieces.push(chunk.subarray(cut));
    length += chunk.length - cut;
    batch.passed(chunk.length);
  }
  flush();
  const rest = { base, lead: base, longLines: 0, timedFrom: undefined, newest: undefined } as const;
  const progress = { covered: offset, lines: line, ...rest };
  batch.file({
    job,
    replaces: "all",
    ...identity(open),
    progress: { ...progress, ...fingerPrint(descriptor, offset) },
    digest: undefined,
    words: undefined,
  });
  if (batch.isFull()) yield;
}

function identity({ stats, settledMs }: OpenJob) {
  const { dev, ino, size, mtimeMs } = stats;
  const modifiedMs = mtimeMs < settledMs ? mtimeMs : freshTime(mtimeMs);
  return { device: dev, inode: ino, sizeBytes: size, modifiedMs } as const;
}
