// A session and the entries that a second part begins with -> which of its lines belong to that part, and which to both; every line is in one of the two.
import {
  type EntryId,
  type EntryType,
  type JsonObject,
  decodeLine,
  field,
  isEntryId,
  objectField,
} from "../format/index.ts";
import type { Node } from "../graph/index.ts";
import { fellows } from "./fellows.ts";
import type { Source } from "./plan.ts";
import { isPointing } from "./references.ts";

export type Halves = {
  /** Entries of the second part; all others are the first one's. */
  readonly back: ReadonlySet<Node>;
  /** Lines beside the chain that go into the second part. */
  readonly backLines: ReadonlySet<number>;
  /** Those of them that go into the first part as well: what they say holds for the whole session. */
  readonly bothLines: ReadonlySet<number>;
};

export function halvesOf(source: Source, rest: readonly Node[]): Halves {
  const { log } = source.session;
  const firstLine = rest.reduce((least, { line }) => Math.min(least, line), Infinity);
  const back = backNodes(source, rest, firstLine);
  const chain = new Set(log.nodes.map(({ line }) => line));
  const backLines = new Set<number>();
  const bothLines = new Set<number>();
  for (const line of source.lines(1, log.tally.lines)) {
    if (chain.has(line.number)) continue;
    const isBehind = line.number > firstLine;
    const decoded = !isBehind || isPointing(line) ? decodeLine(line) : undefined;
    const raw = decoded !== undefined && "raw" in decoded ? decoded.raw : undefined;
    const owners = raw === undefined ? [] : pointedAt(raw).flatMap((id) => log.byId.get(id) ?? []);
    const isStanding = decoded?.kind === "entry" && standing.has(decoded.type);
    const isBack = owners.length === 0 ? isBehind : owners.every((node) => back.has(node));
    if (isBack || isStanding) backLines.add(line.number);
    if (isStanding && !isBehind) bothLines.add(line.number);
  }
  return { back, backLines, bothLines };
}

/** With the branches that left the conversation there, and whatever else begins behind the cut. */
function backNodes({ session }: Source, rest: readonly Node[], firstLine: number): ReadonlySet<Node> {
  const { log, path } = session;
  const onPath = new Set(path);
  // An agent stands behind the call that started it.
  const isLate = (node: Node): boolean => !node.sidechain || node.line > firstLine;
  const back = new Set([...fellows(rest, session, log.tally.lines)].filter(isLate));
  for (const node of log.nodes) {
    if (onPath.has(node)) continue;
    const parent = node.parent === undefined ? undefined : log.byId.get(node.parent);
    if (parent === undefined ? node.line > firstLine : back.has(parent)) back.add(node);
  }
  return back;
}

const places = ["messageId", "snapshotMessageId", "leafUuid"];

/** A line that tells of entries goes with them. */
function pointedAt(raw: JsonObject): readonly EntryId[] {
  const snapshot = objectField(raw, "snapshot");
  const values = [
    ...places.map((key) => field(raw, key)),
    snapshot === undefined ? undefined : field(snapshot, "messageId"),
  ];
  return values.filter(isEntryId);
}

const standing: ReadonlySet<EntryType> = new Set<EntryType>([
  "custom-title",
  "ai-title",
  "agent-name",
  "tag",
  "mode",
  "permission-mode",
  "pr-link",
]);
