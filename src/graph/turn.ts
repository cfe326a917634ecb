// Nodes along a path -> turns (what was asked) and rounds (one message of the model with its results).
import { type AgentId, type CallId, type EntryId, isCallId } from "../format/index.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import { type Node, type ReadEntry, owned } from "./node.ts";
import { type PromptKind, promptTextOf, readablePrompt, startsTurn } from "./prompt.ts";
import type { Scope } from "./thread.ts";

/** How a turn begins: the session's first, after a pause, or right behind the one before; `continue` goes on with results. */
export type Start = "new_session" | "new_round" | "resume" | "continue";

export type Call = {
  readonly id: CallId;
  readonly name: string;
  readonly line: number;
  /** The line of its first result; undefined while none is there. */
  readonly resultLine: number | undefined;
  readonly isError: boolean;
  readonly durationMs: number | undefined;
  /** The agent that the call started. */
  readonly agentId: AgentId | undefined;
};

export type Round = {
  /** `message.id`, or the entry's uuid where there is none. */
  readonly messageId: string;
  readonly model: string | undefined;
  readonly start: Start;
  readonly lines: readonly number[];
  readonly timeMs: number | undefined;
  readonly calls: readonly Call[];
};

export type Prompt = {
  readonly kind: PromptKind;
  readonly line: number;
  readonly id: EntryId | undefined;
  readonly preview: string;
  readonly timeMs: number | undefined;
};

export type Turn = {
  /** From 1 along the path; 0 for what stands in front of the first prompt. */
  readonly number: number;
  /** "3" on the active path, "B2.1" on a branch. */
  readonly label: string;
  readonly start: Start;
  readonly prompt: Prompt | undefined;
  readonly rounds: readonly Round[];
  /** The lines of all its nodes, in path order. */
  readonly lines: readonly number[];
  readonly endMs: number | undefined;
};

export type TurnContext = {
  readonly log: Log;
  readonly links: Links;
  readonly scope: Scope;
  readonly read: ReadEntry;
  /** Put before the numbers of a branch's turns. */
  readonly prefix: string;
};

/** A longer silence than this before a prompt makes it a return to the session. */
const pauseMs = 5 * 60 * 1000;

export function* eachTurn(path: readonly Node[], context: TurnContext): Generator<Turn, void, undefined> {
  let number = 0;
  let nodes: Node[] = [];
  let before: Node | undefined;
  let isFirst = true;

  function* close(): Generator<Turn, void, undefined> {
    const [head] = nodes;
    const isPrompted = head !== undefined && isTurnStart(head, context);
    if (isPrompted) number += 1;
    if (isPrompted || nodes.some((node) => node.type === "assistant")) {
      yield turnOf(
        nodes,
        { number, start: isFirst && context.prefix === "" ? "new_session" : startOf(head, before) },
        context,
      );
      isFirst = false;
    }
    before = nodes.findLast((node) => node.timeMs !== undefined) ?? before;
    nodes = [];
  }

  for (const node of path) {
    if (isTurnStart(node, context)) yield* close();
    nodes.push(node);
  }
  yield* close();
}

export type OuterTurns = { readonly firstPrompt: Prompt | undefined; readonly lastTurn: Turn | undefined };

/** The first prompt and the last turn; of the others nothing is kept, and each is passed to `onTurn`. */
export function outerTurns(
  path: readonly Node[],
  { read, ...context }: TurnContext,
  onTurn: (turn: Turn) => void = () => undefined,
): OuterTurns {
  let firstPrompt: Prompt | undefined;
  let lastTurn: Turn | undefined;
  const readFirst: ReadEntry = (node) => (firstPrompt === undefined ? read(node) : undefined);
  for (const turn of eachTurn(path, { ...context, read: readFirst })) {
    firstPrompt ??= turn.prompt;
    lastTurn = turn;
    onTurn(turn);
  }
  return { firstPrompt, lastTurn };
}

function isTurnStart(node: Node, { links, scope }: TurnContext): boolean {
  if (node.prompt === "agent_task") return scope === "agent";
  if (node.prompt === "command") return expands(node, links);
  return startsTurn(node.prompt);
}

/** A command that puts its own text before the model, unlike one that the client runs itself. */
function expands(node: Node, links: Links): boolean {
  for (const child of links.childrenOf(node)) if (child.prompt === "command_expansion") return true;
  return false;
}

function turnOf(
  nodes: readonly Node[],
  { number, start }: { readonly number: number; readonly start: Start },
  context: TurnContext,
): Turn {
  const [head] = nodes;
  return {
    number,
    label: `${context.prefix}${number}`,
    start,
    prompt: head !== undefined && isTurnStart(head, context) ? promptOf(head, context.read) : undefined,
    rounds: roundsOf(nodes, start, context),
    lines: nodes.map((node) => node.line),
    endMs: nodes.findLast((node) => node.timeMs !== undefined)?.timeMs,
  };
}

function startOf(head: Node | undefined, before: Node | undefined): Start {
  if (head?.timeMs === undefined || before?.timeMs === undefined) return "new_round";
  return head.timeMs - before.timeMs > pauseMs ? "resume" : "new_round";
}

function promptOf(node: Node, read: ReadEntry): Prompt {
  const raw = read(node);
  const preview = raw === undefined ? "" : owned(readablePrompt(promptTextOf(raw)));
  return { kind: node.prompt ?? "typed", line: node.line, id: node.id, preview, timeMs: node.timeMs };
}

function roundsOf(nodes: readonly Node[], start: Start, { log, links }: TurnContext): readonly Round[] {
  const groups = new Map<string, Node[]>();
  for (const node of nodes) {
    if (node.type !== "assistant") continue;
    const id = node.messageId ?? node.id ?? `line ${node.line}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [node]);
    else group.push(node);
  }
  return [...groups].map(([messageId, lines], index) => ({
    messageId,
    model: log.messages.get(messageId)?.model,
    start: index === 0 ? start : "continue",
    lines: lines.map((node) => node.line),
    timeMs: lines[0]?.timeMs,
    calls: lines.flatMap((node) => callsOf(node, { log, links })),
  }));
}

export function callsOf(node: Node, { log, links }: Pick<TurnContext, "log" | "links">): readonly Call[] {
  return node.calls.map(({ id, name }) => {
    const answer = answerTo(id, node, links);
    const durationMs =
      answer?.timeMs === undefined || node.timeMs === undefined ? undefined : Math.max(0, answer.timeMs - node.timeMs);
    return {
      id,
      name,
      line: node.line,
      resultLine: answer?.line,
      isError: answer !== undefined && links.isFailure(answer, id),
      durationMs,
      agentId: log.spawns.agents.get(id),
    };
  });
}

/** Known by their entry: no result can name them. */
function idlessCallsOf(node: Node): readonly Call[] {
  const unanswered = { resultLine: undefined, isError: false, durationMs: undefined, agentId: undefined } as const;
  return node.idlessCalls.flatMap((name, at) => {
    const id = `${node.id ?? `line ${node.line}`}#${at}`;
    return isCallId(id) ? [{ id, name, line: node.line, ...unanswered }] : [];
  });
}

/** More answers than this to one call are copies of copies. */
const maxAnswers = 64;

/** Of several answers the one that hangs off this very line, else the first behind it, else any. */
function answerTo(id: CallId, node: Node, links: Links): Node | undefined {
  const all = links.answersTo(id);
  const answers = all.length > maxAnswers ? all.slice(0, maxAnswers) : all;
  return (
    answers.find((answer) => answer.source === node.id || answer.parent === node.id) ??
    answers.find((answer) => answer.index > node.index) ??
    answers[0] ??
    links.hiddenAnswersTo(id)[0]
  );
}

/** Every call in the file once: those that a client sees, then those on entries that are hidden from it. */
export function* allCalls({ log, links }: Pick<TurnContext, "log" | "links">): Generator<Call, void, undefined> {
  const hidden: Node[] = [];
  for (const node of log.nodes) {
    if (node.calls.length + node.idlessCalls.length === 0) continue;
    if (links.isLive(node)) yield* [...callsOf(node, { log, links }), ...idlessCallsOf(node)];
    else hidden.push(node);
  }
  const seen = new Set<CallId>();
  for (const node of hidden) {
    for (const call of [...callsOf(node, { log, links }), ...idlessCallsOf(node)]) {
      if (seen.has(call.id) || links.callerOf(call.id) !== undefined) continue;
      seen.add(call.id);
      yield call;
    }
  }
}
