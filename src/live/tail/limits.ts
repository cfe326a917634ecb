// How much following may do at once and how often it looks: numbers with their reasons; nothing happens here.

export type TailLimits = {
  /** The beat: files that changed lately are looked at this often, hint or no hint. */
  readonly beatMs: number;
  /** Hints of one moment are answered together. */
  readonly hintMs: number;
  /** Quiet for so long: looked at every `warmEveryMs`, and later every `coldEveryMs`. */
  readonly warmAfterMs: number;
  readonly coldAfterMs: number;
  readonly warmEveryMs: number;
  readonly coldEveryMs: number;
  readonly foldersEveryMs: number;
  readonly coldFoldersEveryMs: number;
  /** File times are coarse: what changed is looked into once more after this, though it looks the same. */
  readonly settleMs: number;
  /** A file that left its place may turn up under another name for so long. */
  readonly missingMs: number;
  /** Per slice of work; then others get their turn. */
  readonly sliceBytes: number;
  readonly sliceLooks: number;
  readonly sliceMs: number;
  /** At the start, when all that is there is met for the first time, whoever wants to see a page has the machine between slices. */
  readonly startRestMs: number;
  /** Where the start is held up, no more than so much is looked at before: a small tree never notices. */
  readonly startLooks: number;
  readonly chunkBytes: number;
  readonly openFiles: number;
  readonly watches: number;
};

export const defaultLimits: TailLimits = {
  beatMs: 200,
  hintMs: 5,
  warmAfterMs: 60_000,
  coldAfterMs: 3_600_000,
  warmEveryMs: 2000,
  coldEveryMs: 10_000,
  foldersEveryMs: 1000,
  coldFoldersEveryMs: 5000,
  settleMs: 100,
  missingMs: 3000,
  sliceBytes: 4 * 1024 * 1024,
  sliceLooks: 500,
  sliceMs: 40,
  startRestMs: 25,
  startLooks: 300,
  chunkBytes: 256 * 1024,
  openFiles: 256,
  watches: 4096,
};
