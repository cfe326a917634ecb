// Decoded lines of one file -> its log: chain nodes by id, messages, state lines and tallies; one pass, nothing large is kept.
import { type Decoded, type EntryId, type JsonObject, type Line, contentLength, typed } from "../format/index.ts";
import { type Finding, findingList } from "./finding.ts";
import { type Compaction, compactionOf } from "./compaction.ts";
import { type Message, messageTable } from "./message.ts";
import { type ChainType, type Node, type NodeContext, chainTypes, nodeOf } from "./node.ts";
import { type Spawns, spawnTable } from "./spawn.ts";
import { type State, stateTable } from "./state.ts";
import { type Tally, tallier } from "./tally.ts";

export type Log = {
  /** Chain entries in file order. */
  readonly nodes: readonly Node[];
  /** Of several entries with one uuid the last, as clients see it. */
  readonly byId: ReadonlyMap<EntryId, Node>;
  readonly messages: ReadonlyMap<string, Message>;
  /** Compaction boundaries by their entry's line. */
  readonly compactions: ReadonlyMap<number, Compaction>;
  /** The last line that is a boundary; 0 when there is none. */
  readonly lastBoundaryLine: number;
  readonly spawns: Spawns;
  readonly state: State;
  readonly tally: Tally;
  readonly findings: readonly Finding[];
};

export function gatherLog(lines: Iterable<Decoded>): Log {
  const nodes: Node[] = [];
  const byId = new Map<EntryId, Node>();
  const compactions = new Map<number, Compaction>();
  let lastBoundaryLine = 0;
  const messages = messageTable();
  const spawns = spawnTable();
  const state = stateTable();
  const tally = tallier();
  const findings = findingList();
  const names = new Map<string, string>();

  function shared<T extends string>(text: T): T;
  function shared(text: string): string {
    const known = names.get(text);
    if (known === undefined) names.set(text, text);
    return known ?? text;
  }

  const context: NodeContext = {
    find: (id) => byId.get(id),
    shared,
    sharedMessage: messages.shared,
    wasQueued: state.wasQueued,
  };

  function addObject(raw: JsonObject, type: string | undefined, place: Line): void {
    const { number: line } = place;
    if (!isChainType(type)) return state.add(type, raw, line);
    const node = nodeOf(raw, { type, index: nodes.length, line, sizeBytes: contentLength(place) }, context);
    nodes.push(node);
    if (node.id !== undefined) byId.set(node.id, node);
    if (type === "assistant") messages.add(node, raw);
    if (node.subtype === "compact_boundary") {
      compactions.set(line, compactionOf(raw));
      lastBoundaryLine = line;
    }
    spawns.add(node, raw);
    state.addChain(node, raw);
  }

  for (const decoded of lines) {
    tally.add(decoded);
    reportLine(decoded, findings.add);
    if (decoded.kind === "entry" || decoded.kind === "other") addObject(decoded.raw, decoded.type, decoded.line);
    else if (decoded.kind === "damaged" && decoded.leading !== undefined)
      addObject(decoded.leading, typed(decoded.leading).type, decoded.line);
  }
  return {
    nodes,
    byId,
    messages: messages.all(),
    compactions,
    lastBoundaryLine,
    spawns: spawns.all(),
    state: state.all(),
    tally: tally.total(),
    findings: findings.all(),
  };
}

const chainTypeSet: ReadonlySet<string | undefined> = new Set(chainTypes);
const isChainType = (type: string | undefined): type is ChainType => chainTypeSet.has(type);

type Report = ReturnType<typeof findingList>["add"];

/** Nothing of a conversation is lost: a comment, or one whole object that clients still read. */
function isHarmless({ damage, objects, leading }: Extract<Decoded, { kind: "damaged" }>): boolean {
  return damage === "comment" || (damage !== "torn" && leading !== undefined && objects.length === 1);
}

function reportLine(decoded: Decoded, report: Report): void {
  const line = decoded.line.number;
  for (const quirk of decoded.quirks) {
    if (quirk === "no-final-newline" && decoded.kind === "damaged") continue;
    report(quirk, quirk === "crlf" ? "info" : "warning", { line });
  }
  if (decoded.kind === "damaged") {
    const { damage: detail } = decoded;
    if (detail === "torn-tail") report("torn-tail", "warning", { line });
    else report("damaged-line", isHarmless(decoded) ? "warning" : "error", { line, detail });
  } else if (decoded.kind === "other") {
    report("unknown-type", "info", { line, detail: decoded.type ?? "(no type)" });
  }
}
