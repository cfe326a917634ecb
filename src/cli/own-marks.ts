// The data folder -> what clew itself did with sessions: which it made of which, and which are kept; of a folder that cannot be read, nothing.
import { type IsKept, type Making, keptCopies, nodeDisk, readMakings, systemCode } from "../store/index.ts";
import type { Io } from "./io.ts";

type Kept = Pick<Io, "dataDir">;

export const ownMakings = ({ dataDir }: Kept): ReadonlyMap<string, Making> =>
  ifReadable(() => readMakings({ disk: nodeDisk, dataDir })) ?? new Map();

export const keptNow = (io: Kept): IsKept => keptReader(io)();

/** For whoever lists sessions again and again. */
export function keptReader({ dataDir }: Kept): () => IsKept {
  const copies = keptCopies({ disk: nodeDisk, dataDir });
  return () => {
    const isKept = ifReadable(copies);
    return (sessionId, log) => ifReadable(() => isKept?.(sessionId, log)) ?? false;
  };
}

/** A list is no less a list without its marks. Who writes there says why. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
