// The path of a survey -> its responses with their calls, in the order of the conversation; places are those of the path.
import type { Node } from "../../graph/index.ts";
import type { Survey } from "./survey.ts";

export type Response = {
  readonly messageId: string;
  readonly lines: readonly Node[];
  /** Where its last line stands on the path. */
  readonly end: number;
};

export type Rounds = {
  readonly path: readonly Node[];
  readonly placeOf: ReadonlyMap<Node, number>;
  readonly responses: ReadonlyMap<string, Response>;
  /** The line on the path that makes the call; of several the first. */
  readonly callerOf: ReadonlyMap<string, Node>;
  /** Results on the path, in order. */
  readonly resultsOf: ReadonlyMap<string, readonly Node[]>;
};

/** Several phases ask, and the view does not change between most of them. */
export function roundsOf(survey: Survey): Rounds {
  const known = roundsBySurvey.get(survey) ?? gathered(survey);
  roundsBySurvey.set(survey, known);
  return known;
}

const roundsBySurvey = new WeakMap<Survey, Rounds>();

function gathered({ thread }: Survey): Rounds {
  const { path } = thread;
  const placeOf = new Map<Node, number>();
  const responses = new Map<string, { messageId: string; lines: Node[]; end: number }>();
  const callerOf = new Map<string, Node>();
  const resultsOf = new Map<string, Node[]>();
  for (const [place, node] of path.entries()) {
    placeOf.set(node, place);
    if (node.messageId !== undefined) {
      const known = responses.get(node.messageId);
      if (known === undefined) responses.set(node.messageId, { messageId: node.messageId, lines: [node], end: place });
      else {
        known.lines.push(node);
        known.end = place;
      }
    }
    for (const { id } of node.calls) if (!callerOf.has(id)) callerOf.set(id, node);
    for (const { callId } of node.results) {
      const results = resultsOf.get(callId);
      if (results === undefined) resultsOf.set(callId, [node]);
      else results.push(node);
    }
  }
  return { path, placeOf, responses, callerOf, resultsOf };
}

/** Of the response: one of its lines, or a result of one of its calls. */
export function isOfResponse(node: Node, { messageId, lines }: Response): boolean {
  if (node.messageId !== undefined) return node.messageId === messageId;
  return node.results.length > 0 && node.results.some(({ callId }) => callsOf(lines).has(callId));
}

const callsByLines = new WeakMap<readonly Node[], ReadonlySet<string>>();

/** The lines of a response do not change once they are gathered. */
function callsOf(lines: readonly Node[]): ReadonlySet<string> {
  const known = callsByLines.get(lines) ?? new Set<string>(lines.flatMap(({ calls }) => calls.map(({ id }) => id)));
  callsByLines.set(lines, known);
  return known;
}
