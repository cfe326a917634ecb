// Lines as they pass -> where each one stands, by number, in one growing flat array; their content is not kept.
import type { Line } from "../format/index.ts";

export type LinePlaces = {
  readonly add: (line: Line) => void;
  readonly at: (number: number) => { readonly offset: number; readonly length: number } | undefined;
  readonly count: () => number;
};

export function linePlaces(): LinePlaces {
  let offsets = new Float64Array(1024);
  let count = 0;
  let end = 0;
  return {
    add(line) {
      if (line.number <= count) return;
      if (count + 1 >= offsets.length) {
        const larger = new Float64Array(offsets.length * 2);
        larger.set(offsets);
        offsets = larger;
      }
      offsets[count] = line.offset;
      count = line.number;
      end = line.offset + line.length;
    },
    at(number) {
      const offset = number >= 1 && number <= count ? offsets[number - 1] : undefined;
      if (offset === undefined) return undefined;
      const next = number < count ? (offsets[number] ?? end) : end;
      return { offset, length: next - offset };
    },
    count: () => count,
  };
}
