// The bytes of a log as they pass -> where its lines begin, and which of them a digest does not tell of; nothing is decoded.
import { firstObjectKey, standsAt } from "./entry-key.ts";
import { passedLines } from "./passed-lines.ts";

export type LineHeads = {
  /** Offsets of lines that tell of backups or of files that were put before the model. */
  readonly special: readonly number[];
  /** Offsets of lines that are not plainly of a client's own making: they may tell anything. */
  readonly odd: readonly number[];
  /** Offsets of lines that answer a call, as far as their first keys say so. */
  readonly answers: readonly number[];
  readonly at: (offset: number) => LinePlace | undefined;
  /** The bytes of a line of the model's, or of a special one, without its end; undefined where they have passed in parts. */
  readonly bytes: (place: LinePlace) => Buffer | undefined;
};

export type LinePlace = { readonly number: number; readonly offset: number; readonly length: number };

export type HeadReader = {
  readonly pass: (bytes: Uint8Array, start: number, end: number) => void;
  readonly finish: () => LineHeads;
};

/** The keys that tell what a line is stand within so much of it. */
const headBytes = 1024;
const chainHead = Buffer.from('{"parentUuid":');
const stateHead = Buffer.from('{"type":"');
const backupHead = Buffer.from('{"type":"file-history-');
/** Of most it is said that there are none. */
const noBackups = Buffer.from('"trackedFileBackups":{}');
const conversation = ["user", "assistant", "attachment", "system", "progress"].map((type) => Buffer.from(`${type}"`));
const attachmentMark = Buffer.from('"attachment":');
const messageKey = Buffer.from('message":{"');
/** People's messages begin with their role. */
const roleKey = Buffer.from("role");
const answerKeys = ['tool_use_id":', 'type":"tool_result"'].map((key) =>
  Buffer.from(`role":"user","content":[{"${key}`),
);
const attachmentKey = Buffer.from('attachment":{"type":"');
/** Others tell of no file. */
const fileKinds = ['file"', 'edited_text_file"'].map((kind) => Buffer.from(kind));
const kindMarks = ['"message":', '"type":"system"', '"type":"progress"'].map((mark) => Buffer.from(mark));

/** One log at a time: the bytes of lines are good until the next is begun. */
export function lineHeads(): HeadReader {
  const starts: number[] = [];
  const passed = passedLines();
  const special: number[] = [];
  const odd: number[] = [];
  const answers: number[] = [];
  let offset = 0;
  let state: "between lines" | "in a head" | "behind it" = "between lines";
  let begun: Buffer = nothing;

  function judge(head: Buffer, start: number): void {
    if (startsWith(head, chainHead)) {
      if (head.includes(attachmentMark)) special.push(start);
      else if (!kindMarks.some((mark) => head.includes(mark))) odd.push(start);
    } else if (startsWith(head, backupHead)) {
      if (!head.includes(noBackups)) special.push(start);
    } else if (startsWith(head, stateHead)) {
      const type = head.subarray(stateHead.length);
      if (conversation.some((name) => startsWith(type, name))) odd.push(start);
    } else if (head.length > 0) odd.push(start);
  }

  /** Most lines tell by their first keys what they are. Whether the line may be asked for. */
  function judgeAt(all: Buffer, from: number, stop: number): boolean {
    if (standsAt(all, from, chainHead)) {
      const key = firstObjectKey(all, from, stop);
      if (key !== undefined && standsAt(all, key.start, messageKey)) {
        const first = key.start + messageKey.length;
        if (!standsAt(all, first, roleKey)) return true;
        if (answerKeys.some((name) => standsAt(all, first, name))) answers.push(offset + from);
        return false;
      }
      if (key !== undefined && standsAt(all, key.start, attachmentKey)) {
        const kind = key.start + attachmentKey.length;
        const isFile = fileKinds.some((name) => standsAt(all, kind, name));
        if (isFile) special.push(offset + from);
        return isFile;
      }
    }
    judge(all.subarray(from, stop), offset + from);
    return false;
  }

  return {
    pass(bytes, start, end) {
      const all = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
      for (let from = 0; from < all.length;) {
        if (state === "between lines") {
          starts.push(offset + from);
          begun = nothing;
          state = "in a head";
        }
        const feed = all.indexOf(0x0a, from);
        const stop = feed < 0 ? all.length : feed;
        const reach = Math.min(stop, from + headBytes);
        if (state === "in a head" && begun.length === 0 && (feed >= 0 || reach - from === headBytes)) {
          if (judgeAt(all, from, reach) && feed >= 0) passed.keep(starts.length, all, { from, stop });
          state = "behind it";
        } else if (state === "in a head") {
          const more = all.subarray(from, Math.min(stop, from + headBytes - begun.length));
          const head = begun.length === 0 ? more : Buffer.concat([begun, more]);
          if (feed >= 0 || head.length >= headBytes) {
            judge(head, starts.at(-1) ?? 0);
            state = "behind it";
          } else begun = Buffer.from(head);
        }
        if (feed >= 0) state = "between lines";
        from = stop + 1;
      }
      offset += all.length;
    },
    finish() {
      if (state === "in a head") judge(begun, starts.at(-1) ?? 0);
      return { special, odd, answers, at: placesIn(starts, offset), bytes: ({ number }) => passed.line(number) };
    },
  };
}

const nothing = Buffer.alloc(0);

function startsWith(head: Buffer, wanted: Buffer): boolean {
  return head.length >= wanted.length && head.compare(wanted, 0, wanted.length, 0, wanted.length) === 0;
}

function placesIn(starts: readonly number[], end: number): LineHeads["at"] {
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    if (starts[low] !== offset) return undefined;
    return { number: low + 1, offset, length: (starts[low + 1] ?? end) - offset };
  };
}
