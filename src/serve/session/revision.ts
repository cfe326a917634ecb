// The rows of a log -> a revision that every worker recognizes: `PATH.STATE`, see docs/api.md.
import { createHash } from "node:crypto";
import type { Layout, Stretch } from "./layout.ts";

/** Names where the first `length` nodes and their rows are. */
export function stateOf(inode: number, { nodes, starts }: Stretch, length = nodes.length): string {
  const places = new Uint32Array(2 * length);
  for (let at = 0; at < length; at++) {
    places[2 * at] = nodes[at]?.line ?? 0;
    places[2 * at + 1] = starts[at + 1] ?? 0;
  }
  const digest = createHash("sha256").update(String(inode)).update(places).digest("hex");
  return `${length}-${digest.slice(0, 16)}`;
}

/** Whether every row of the earlier state is where it was, with new ones behind them at most. */
export function continues(state: string, inode: number, stretch: Stretch): boolean {
  const length = Number.parseInt(/^(\d{1,12})-/.exec(state)?.[1] ?? "", 10);
  return length <= stretch.nodes.length && stateOf(inode, stretch, length) === state;
}

type Revised = { readonly path: string; readonly state: string; readonly inode: number; readonly layout: Layout };

/** For a reader who knows the log from an earlier answer its path stays, whichever worker gave that answer. */
export function revisionSince({ path, state, inode, layout }: Revised, since: string | undefined): string {
  const now = `${layout.file.sizeBytes}-${state}`;
  const [, known, before] = /^([0-9a-z-]{1,64})\.\d{1,16}-(\d{1,12}-[0-9a-f]{16})$/.exec(since ?? "") ?? [];
  if (known === undefined || before === undefined) return `${path}.${now}`;
  if (continues(before, inode, layout.main)) return `${known}.${now}`;
  // Back to rows that had this path before: other ones have come and gone since.
  return known === path ? `${path}-again.${now}` : `${path}.${now}`;
}
