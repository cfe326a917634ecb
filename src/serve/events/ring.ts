// Events -> the last of them, each written out once for all who listen, with ids that only grow; what is older is let go.

/** Ready to be sent, as server-sent events are written. */
export type Frame = { readonly id: number; readonly bytes: Buffer };

export type EventRing = {
  /** `data` is JSON, which has no line ends of its own. */
  readonly add: (event: string, data: string) => void;
  /** The newest id; that of the start when nothing has happened. */
  readonly newest: () => number;
  /** Whether everything after this id is still there. */
  readonly reaches: (id: number) => boolean;
  /** The first frame after this id. */
  readonly after: (id: number) => Frame | undefined;
};

export type RingLimits = { readonly frames: number; readonly bytes: number };

export const defaultRing: RingLimits = { frames: 4096, bytes: 8 * 1024 * 1024 };

/** `firstId` is the time of the start in milliseconds: a later daemon's ids are greater than all of an earlier one's. */
export function eventRing(firstId: number, limits: RingLimits = defaultRing): EventRing {
  const frames: (Frame | undefined)[] = Array.from({ length: limits.frames }, () => undefined);
  let oldest = firstId + 1;
  let newest = firstId;
  let bytes = 0;
  const at = (id: number): number => id % limits.frames;

  function drop(): void {
    bytes -= frames[at(oldest)]?.bytes.length ?? 0;
    frames[at(oldest)] = undefined;
    oldest += 1;
  }

  return {
    add(event, data) {
      if (newest - oldest + 1 >= limits.frames) drop();
      newest += 1;
      const frame = { id: newest, bytes: frameBytes(event, data, newest) };
      frames[at(newest)] = frame;
      bytes += frame.bytes.length;
      while (bytes > limits.bytes && oldest < newest) drop();
    },
    newest: () => newest,
    reaches: (id) => id >= oldest - 1 && id <= newest,
    after: (id) => (id >= newest ? undefined : frames[at(Math.max(id + 1, oldest))]),
  };
}

export function frameBytes(event: string, data: string, id?: number): Buffer {
  return Buffer.from(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`);
}
