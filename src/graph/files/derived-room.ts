// The budget of a replay: how much text it may derive beyond what logs and backups hold.

/** Characters of one version beyond those that logs and backups hold; real edits multiply no text. */
const mostExcess = 4 * 1024 * 1024;
/** The same for the current texts of all files of one replay together. */
const mostExcessTogether = 16 * 1024 * 1024;
/** Every file may have this many, whatever the others took. */
const smallExcess = 64 * 1024;
/** Characters that the edits of one file may go through; 2,000 edits of 1 MB are 2 G. */
export const mostWork = 8 * 1024 * 1024 * 1024;
/** V8 has no string longer than 2^29 - 24, and CRLF line ends may double a text. */
export const longestText = 128 * 1024 * 1024;
/** Runs of known lines that the versions of all files may keep; a version with few of them is free. */
const mostRuns = 1_000_000;
const fewRuns = 16;
/** Files that commands may make by copying or moving folders. */
const mostCarried = 20_000;

/** Shared by the files of one replay. */
export type DerivedRoom = {
  /** The longest text that may be derived for a file that has `own` excess now, where the logs hold `given` characters. */
  readonly longest: (given: number, own: number) => number;
  readonly replaceExcess: (before: number, after: number) => void;
  /** Whether a version may keep this many runs of lines; counts them if so. */
  readonly takeRuns: (count: number) => boolean;
  /** Whether a command may move or copy this many more files; counts them if so. */
  readonly takeCarried: (count: number) => boolean;
};

export function derivedRoom(): DerivedRoom {
  let excess = 0;
  let runs = 0;
  let carried = 0;
  return {
    longest(given, own) {
      const free = Math.max(smallExcess, Math.min(mostExcess, mostExcessTogether - (excess - own)));
      return Math.min(given + free, longestText);
    },
    replaceExcess(before, after) {
      excess += after - before;
    },
    takeRuns(count) {
      const more = Math.max(0, count - fewRuns);
      if (runs + more > mostRuns) return false;
      runs += more;
      return true;
    },
    takeCarried(count) {
      if (carried + count > mostCarried) return false;
      carried += count;
      return true;
    },
  };
}
