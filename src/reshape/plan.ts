// What a reshaped session will be, as data: which source lines stay, change or go, which are new, and why; nothing is done here.
import type { Change, EntryId, JsonObject, Line, Range } from "../format/index.ts";
import type { Session } from "../graph/index.ts";

/** One change inside a line. Everything else in it stays as it is, byte for byte. */
export type { Change };

/** A session as the planners see it: its graph, and its lines on demand. */
export type Source = {
  readonly sessionId: string;
  readonly session: Session;
  /** Lines `first` to `last` of the file, both included, in order; streamed. */
  readonly lines: (first: number, last: number) => Iterable<Line>;
  /** The same, where a reader can do with lines that are good only until the next one. */
  readonly passing?: (first: number, last: number) => Iterable<PassingLine>;
  /** How these lines come under other ids, many in one piece that is good until the next one. Absent: nobody here can do it. */
  readonly renamer?: (wanted: Renamed) => Renamer | undefined;
};

export type Renamed = Pick<Identity, "from" | "to" | "uuids"> & {
  /** What tells where an entry comes from, up to its uuid. */
  readonly forkHead: string;
  /** Where a path may stand that follows the session, at or behind `from`; -1 for nowhere. Its line is not renamed. */
  readonly nextFolder: (bytes: Uint8Array, from: number) => number;
};

/** A line that has to be looked at is given as it is. */
export type Renamer = (first: number, last: number) => Iterable<Uint8Array | PassingLine>;

/** A line, and where its ids are, if somebody has looked already. */
export type PassingLine = Line & { readonly ids?: IdPlaces };

/** Of a line that is one whole object: three numbers for each member that may hold ids, in their order. */
export type IdPlaces = {
  /** Which member, as `idMembers` counts them; where its value begins, and where it ends. */
  readonly members: ArrayLike<number>;
  /** How many of the numbers count. */
  readonly length: number;
  /** Behind the closing brace. */
  readonly end: number;
};

/** In the order of the result. */
export type Placed =
  | { readonly kind: "kept"; readonly first: number; readonly last: number }
  | {
      readonly kind: "changed";
      readonly line: number;
      /** Of a damaged line: only these bytes of it, which are one whole object. */
      readonly part?: Range;
      readonly changes: readonly Change[];
    }
  | { readonly kind: "added"; readonly entry: JsonObject }
  /** A line of another session, as a merge takes it over: byte for byte but for the changes. Counts as added. */
  | {
      readonly kind: "brought";
      readonly from: Source;
      readonly line: number;
      readonly changes: readonly Change[];
    };

export type Dropped = {
  readonly line: number;
  /** Why it goes; counted and shown per reason. */
  readonly reason: string;
  /** Its bytes are kept in a file beside the lineage, because nothing in the result tells what they said. */
  readonly setAside: boolean;
};

/** What was done, for people: one sentence per kind of step. */
export type Step = { readonly code: string; readonly text: string; readonly count: number; readonly line: number };

export type Plan = {
  readonly placed: readonly Placed[];
  readonly dropped: readonly Dropped[];
  readonly steps: readonly Step[];
  /** All that the source sends the result sends too, but for so many blocks that steps take out by name. Absent: nothing is promised. */
  readonly owed?: { readonly but: number };
};

/** A planner's answer: a plan, or one line that says why not, with the nearest valid choices. */
export type Planned = { readonly ok: true; readonly plan: Plan } | Refused;

export type Refused = {
  readonly ok: false;
  readonly problem: string;
  readonly choices: readonly string[];
  /** How many there are beside those. */
  readonly more?: number;
  /** What to do, where the choices do not tell it. */
  readonly hint?: string;
};

/** What a planner may ask of the world. */
export type Supply = { readonly newUuid: () => EntryId; readonly now: () => string };

/** How the ids of the source become those of the result; applied to every line, kept, changed or added. */
export type Identity = {
  readonly from: string;
  /** What the lines call the session, where none of them calls it by its own id. */
  readonly alias?: string | undefined;
  readonly to: string;
  /** `fresh`: every own uuid becomes another one, the same for the same uuid in all of the session's files. */
  readonly uuids: "kept" | "fresh";
  readonly forkedFrom: "written" | "left-out";
  /** Whether the uuid belongs to the session; others are references to elsewhere and stay. */
  readonly isOwn: (id: string) => boolean;
  /** Folders whose paths inside lines follow the session: its own folder below `projects`, and with a move its cwd. */
  readonly folders: readonly { readonly from: string; readonly to: string }[];
  /** Paths of saved outputs below any other home follow too: a log that is moved may come from another machine. */
  readonly outputs?: "followed" | undefined;
};

/** lines in = kept + changed + dropped; lines out = kept + changed + added. A line of which two objects are kept counts once in, twice out. */
export type Ledger = {
  readonly kept: number;
  readonly changed: number;
  readonly dropped: number;
  readonly added: number;
};
