// Lines of a log as they pass -> some of them kept in memory that the next log takes over: to read them again costs more than a copy.

export type PassedLines = {
  /** The line of that number, without its end. */
  readonly keep: (number: number, bytes: Buffer, place: { readonly from: number; readonly stop: number }) => void;
  /** Undefined for one that was not kept. */
  readonly line: (number: number) => Buffer | undefined;
};

const firstBytes = 1024 * 1024;
/** What comes behind so much is read again when it is asked for. */
const mostBytes = 16 * 1024 * 1024;

/** One for all logs: fresh memory for each takes its time. */
let room = Buffer.alloc(0);

export function passedLines(): PassedLines {
  /** By the number of the line: where it begins in the room, and where it ends. */
  const places = new Map<number, number>();
  const ends: number[] = [];
  let used = 0;
  return {
    keep(number, bytes, { from, stop }) {
      const end = used + stop - from;
      if (end > mostBytes) return;
      if (end > room.length) grow(end);
      bytes.copy(room, used, from, stop);
      places.set(number, ends.push(end) - 1);
      used = end;
    },
    line(number) {
      const place = places.get(number);
      return place === undefined ? undefined : room.subarray(ends[place - 1] ?? 0, ends[place]);
    },
  };
}

function grow(needed: number): void {
  const larger = Buffer.allocUnsafeSlow(Math.min(mostBytes, Math.max(firstBytes, 2 * needed)));
  room.copy(larger);
  room = larger;
}
