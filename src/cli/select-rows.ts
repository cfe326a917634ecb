// A session's name and what part of it is wanted -> the rows of that part, while its file is open.
import type { Node, Session, Turn } from "../graph/index.ts";
import { type OpenSession, WorldError, agentPath, openSession } from "../store/index.ts";
import { type Row, transcript } from "../view/index.ts";
import { clewLine } from "./clew-line.ts";
import type { DirFlag } from "./flags.ts";
import type { Io } from "./io.ts";
import { sessionPath, withProgress } from "./names.ts";

export type Part = DirFlag & {
  readonly name: string;
  readonly agent?: string | undefined;
  readonly branch?: number | undefined;
  readonly turn: string | undefined;
  /** Instead of a turn: the one that holds this line. */
  readonly line?: number | undefined;
};
export type Selected = { readonly opened: OpenSession; readonly nodes: readonly Node[]; readonly rows: Iterable<Row> };

export function selectRows(io: Io, part: Part, use: (selected: Selected) => void): void {
  const main = openSession(sessionPath(io, part, part.name), withProgress(io));
  try {
    if (part.agent === undefined) return use(select(io, main, part));
    const agent = openSession(agentOf(main, part.agent), withProgress(io));
    try {
      use(select(io, agent, part));
    } finally {
      agent.close();
    }
  } finally {
    main.close();
  }
}

function agentOf({ session, id }: OpenSession, agent: string): string {
  const path = agentPath(session, agent);
  if (path !== undefined) return path;
  const known = session.agents.map((each) => each.id).join(", ");
  throw new WorldError("not-found", `session ${id} has no agent log called ${agent}`, {
    hint: known === "" ? "it has no agents" : `its agents are ${known}`,
  });
}

function select(io: Io, opened: OpenSession, asked: Part): Selected {
  const { session } = opened;
  const part = asked.line === undefined ? asked : { ...asked, turn: turnAt(io, opened, asked.line) };
  const { nodes, turns } = ofTurn(ofBranch(session, part), part);
  return { opened, nodes, rows: transcript(nodes, turns, opened) };
}

/** The label of the turn that holds a line, on the path or on a branch. */
function turnAt(io: Io, { session, file, path }: OpenSession, line: number): string {
  const turns = [...session.turns, ...session.branches.flatMap((branch) => branch.turns)];
  const found = turns.find(({ lines }) => lines.includes(line));
  if (found !== undefined) return found.label;
  const isThere = file.lineAt(line) !== undefined;
  throw new WorldError("not-found", isThere ? `line ${line} stands in no turn` : `there is no line ${line}`, {
    hint: isThere
      ? `see it with \`${clewLine(io, ["lines", path], "FILE")}\``
      : "`clew lines` tells how many there are",
  });
}

type Stretch = { readonly nodes: readonly Node[]; readonly turns: readonly Turn[] };

function ofBranch(session: Session, { branch, turn }: Part): Stretch {
  const wanted = branch ?? branchIn(turn);
  if (wanted === undefined) return { nodes: session.path, turns: session.turns };
  const found = session.branches.find((each) => each.number === wanted);
  if (found === undefined) {
    throw new WorldError("not-found", `there is no branch ${wanted}`, {
      hint: `the session has ${session.branches.length} dead branches`,
    });
  }
  return { nodes: nodesAt(session, found.lines), turns: found.turns };
}

function branchIn(turn: string | undefined): number | undefined {
  const match = /^B(\d+)\.\d+$/i.exec(turn ?? "");
  return match === null ? undefined : Number(match[1]);
}

function ofTurn({ nodes, turns }: Stretch, { turn: label, branch }: Part): Stretch {
  if (label === undefined) return { nodes, turns };
  const wanted = label.toLowerCase();
  const turn = turns.find(
    (each) =>
      (branch === undefined ? each.label.toLowerCase() : String(each.number)) === wanted ||
      each.label.toLowerCase() === wanted,
  );
  if (turn === undefined) {
    throw new WorldError("not-found", `there is no turn ${label}`, {
      hint: `turns go from ${turns[0]?.label ?? "?"} to ${turns.at(-1)?.label ?? "?"}`,
    });
  }
  const lines = new Set(turn.lines);
  return { nodes: nodes.filter((node) => lines.has(node.line)), turns: [turn] };
}

function nodesAt({ log }: Session, lines: readonly number[]): readonly Node[] {
  const byLine = new Map(log.nodes.map((node) => [node.line, node]));
  return lines.flatMap((line) => byLine.get(line) ?? []);
}
