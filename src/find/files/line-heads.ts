// The bytes of a log as they pass -> where its lines begin, and which of them a digest does not tell of; undefined for a log of another make.

export type LineHeads = {
  /** Offsets of lines that tell of backups or of files that were put before the model. */
  readonly special: readonly number[];
  readonly at: (
    offset: number,
  ) => { readonly number: number; readonly offset: number; readonly length: number } | undefined;
};

export type HeadReader = {
  readonly pass: (bytes: Uint8Array, start: number, end: number) => void;
  readonly finish: () => LineHeads | undefined;
};

/** The keys that tell what a line is stand within so much of it. */
const headBytes = 1024;
const chainHead = Buffer.from('{"parentUuid":');
const stateHead = Buffer.from('{"type":"');
const backupHead = Buffer.from('{"type":"file-history-');
const conversation = ["user", "assistant", "attachment", "system", "progress"].map((type) => Buffer.from(`${type}"`));
const attachmentMark = Buffer.from('"attachment":');
const kindMarks = ['"message":', '"type":"system"', '"type":"progress"'].map((mark) => Buffer.from(mark));

export function lineHeads(): HeadReader {
  const starts: number[] = [];
  const special: number[] = [];
  let offset = 0;
  let isOdd = false;
  let state: "between lines" | "in a head" | "behind it" = "between lines";
  let begun: Buffer = nothing;

  function judge(head: Buffer, start: number): void {
    if (startsWith(head, chainHead)) {
      if (head.includes(attachmentMark)) special.push(start);
      else if (!kindMarks.some((mark) => head.includes(mark))) isOdd = true;
    } else if (startsWith(head, backupHead)) special.push(start);
    else if (startsWith(head, stateHead)) {
      const type = head.subarray(stateHead.length);
      if (conversation.some((name) => startsWith(type, name))) isOdd = true;
    } else if (head.length > 0) isOdd = true;
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
        if (state === "in a head") {
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
      return isOdd ? undefined : headsOf(starts, special, offset);
    },
  };
}

const nothing = Buffer.alloc(0);

function startsWith(head: Buffer, wanted: Buffer): boolean {
  return head.length >= wanted.length && head.compare(wanted, 0, wanted.length, 0, wanted.length) === 0;
}

function headsOf(starts: readonly number[], special: readonly number[], end: number): LineHeads {
  return {
    special,
    at(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      if (starts[low] !== offset) return undefined;
      return { number: low + 1, offset, length: (starts[low + 1] ?? end) - offset };
    },
  };
}
