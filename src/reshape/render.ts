// A plan, its source and how ids change -> the lines of the result, one after the other; a line too long to hold is given by place.
import { type Line, type LineEnd, applyChanges, utf8Bytes } from "../format/index.ts";
import { type Origin, type Renaming, renamingOf } from "./identity.ts";
import { folderScan } from "./folders.ts";
import { forkHead } from "./fork-mark.ts";
import type { Change, Identity, PassingLine, Plan, Placed, Renamer, Source } from "./plan.ts";
import { lineWriter } from "./line-writer.ts";
import type { Replacement } from "./replacement.ts";

/** Bytes of the source that go into the result as they are. */
export type SourceRange = {
  readonly offset: number;
  /** Line end included. */
  readonly length: number;
  /** Whether a line feed is still to be written behind them. */
  readonly end: LineEnd;
  /** The session they stand in, if that is not the plan's source. */
  readonly from?: Source;
};

export type Rendering = {
  /** `passing`: each is good only until the next one; default: for good. */
  readonly pieces?: "passing";
};

/** One output line each, LF included. */
export function* renderPlan(
  plan: Plan,
  source: Source,
  identity: Identity & Rendering,
): Generator<Uint8Array | SourceRange, void, undefined> {
  const renaming = renamingOf(identity);
  const write = lineWriter(identity.pieces);
  const kept = keptLines(source, identity);
  for (const item of plan.placed) {
    switch (item.kind) {
      case "kept":
        for (const line of kept(item.first, item.last))
          yield line instanceof Uint8Array ? line : keptLine(line, renaming, write);
        break;
      case "changed":
        for (const line of source.lines(item.line, item.line)) yield changedLine(line, item, { renaming, write });
        break;
      case "added": {
        const bytes = utf8Bytes(JSON.stringify(item.entry));
        yield write(bytes, renaming(bytes), "lf");
        break;
      }
      case "brought": {
        const origin = { sessionId: item.from.sessionId, isOwn: ownIds(item.from, identity) };
        for (const line of item.from.lines(item.line, item.line)) {
          const rendered = changedLine(line, item, { renaming: (bytes) => renaming(bytes, { origin }), write });
          yield rendered instanceof Uint8Array ? rendered : { ...rendered, from: item.from };
        }
        break;
      }
    }
  }
}

/** Renamed already where somebody can do that, and pieces need not last. */
function keptLines(source: Source, identity: Identity & Rendering): Renamer {
  const { lines, passing = lines, renamer } = source;
  const isFit = identity.forkedFrom === "written" && identity.pieces === "passing" && identity.alias === undefined;
  const renamed = isFit
    ? renamer?.({ ...identity, forkHead: forkHead(identity.from), nextFolder: folderScan(identity).next })
    : undefined;
  return renamed ?? passing;
}

type Write = (bytes: Uint8Array, replacements: readonly Replacement[], end: LineEnd) => Uint8Array;

function keptLine(line: PassingLine, renaming: Renaming, write: Write): Uint8Array | SourceRange {
  const { bytes, offset, length, end, ids } = line;
  return bytes === undefined ? { offset, length, end } : write(bytes, renaming(bytes, { ids }), end);
}

type Changing = { readonly changes: readonly Change[]; readonly part?: Extract<Placed, { kind: "changed" }>["part"] };
type Means = { readonly renaming: Renaming; readonly write: Write };

function changedLine(line: Line, { changes, part }: Changing, { renaming, write }: Means): Uint8Array | SourceRange {
  const { bytes, offset, length, end } = line;
  if (bytes === undefined) {
    if (changes.length > 0) throw new Error(`line ${line.number} is too long to be changed`);
    return { offset, length, end };
  }
  const own = part === undefined ? bytes : bytes.subarray(part.start, part.end);
  const changed = applyChanges(own, changes);
  if (!changed.ok) throw new Error(`line ${line.number} cannot be changed as planned: ${JSON.stringify(changed)}`);
  return write(changed.bytes, renaming(changed.bytes), part === undefined ? end : "lf");
}

/** Entries of both sessions may be pointed at. */
function ownIds(from: Source, { isOwn }: Identity): Origin["isOwn"] {
  const ids: ReadonlySet<string> | ReadonlyMap<string, unknown> = from.session.log.byId;
  return (id) => ids.has(id) || isOwn(id);
}
