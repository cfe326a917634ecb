// What of each line is sent -> a mark of it by line number, in one growing flat array; the same bytes have the same mark.

export type Marks = {
  /** Four words, from this place on. */
  readonly set: (line: number, words: ArrayLike<number>, at: number) => void;
  /** One behind the other; of a line that was never set, zeros. */
  readonly copy: (line: number, to: Uint32Array, at: number) => void;
};

export const wordsPerLine = 4;

export function lineMarks(): Marks {
  let all = new Uint32Array(1024 * wordsPerLine);
  return {
    set(line, words, at) {
      const place = line * wordsPerLine;
      if (place + wordsPerLine > all.length) {
        const larger = new Uint32Array(Math.max(place + wordsPerLine, all.length * 2));
        larger.set(all);
        all = larger;
      }
      for (let word = 0; word < wordsPerLine; word++) all[place + word] = words[at + word] ?? 0;
    },
    copy(line, to, at) {
      for (let word = 0; word < wordsPerLine; word++) to[at + word] = all[line * wordsPerLine + word] ?? 0;
    },
  };
}
