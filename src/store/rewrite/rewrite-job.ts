// What is to be written, as data: results, the sources they are made of, and who judges them; nothing is done here.
import type { Ledger } from "../../reshape/index.ts";
import type { InUsePolicy } from "../liveness.ts";
import type { SessionTarget } from "../session-place.ts";
import type { Pieces } from "./pieces.ts";
import type { ReadBack, ReadBackBy } from "./read-back.ts";
import type { SetAside } from "./set-aside.ts";
import type { RenameAgent } from "./sidecar-copy.ts";
import type { OpenSource } from "./source.ts";

/** A session that a result is made of. */
export type ResultSource = {
  readonly opened: OpenSource;
  readonly renameAgent: RenameAgent;
  /** Lines of it that the result leaves out, and that are to be found again. */
  readonly setAside: readonly SetAside[];
};

export type ResultJob = {
  readonly target: SessionTarget;
  /** The plan's own source first. Sidecars of all of them come along. */
  readonly sources: readonly [ResultSource, ...(readonly ResultSource[])];
  /** The lines of the result in order, as the plan renders them. */
  readonly pieces: Pieces;
  /** Called before the graphs of the sources are let go of: what will be compared of them is made now. */
  readonly weighSources?: () => void;
  /** What is wrong with the result as it was read back; nothing, when it may be published. */
  readonly judge: (after: OpenSource) => readonly string[];
  /** How a second thread may read it back; undefined where that does not tell enough. */
  readonly readBackBy?: (() => ReadBackBy) | undefined;
  /** The same by what it read back; undefined where that does not tell enough. */
  readonly judgeReadBack?: ((after: ReadBack) => readonly string[] | undefined) | undefined;
};

export type RewriteJob = {
  readonly command: string;
  readonly args: readonly string[];
  readonly results: readonly ResultJob[];
  readonly ledger: Ledger;
  /** Asked when the results were read back. */
  readonly tokensSaved?: () => number;
  readonly inUse: InUsePolicy;
  /** Whether somebody still looks at the graphs of the sources once they are written; default: yes. */
  readonly sources?: "let-go";
};
