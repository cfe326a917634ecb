// An open session -> all that is found in it: what its log tells, what the API would refuse, what a resume leaves out; reads only.
import {
  type Finding,
  type LeftOut,
  type ReadEntry,
  type Session,
  buildRequest,
  checkRequest,
  leftOutOf,
  newestRules,
} from "../graph/index.ts";
import { leftOutText } from "../view/index.ts";

export type Examined = {
  readonly sound: boolean;
  readonly findings: readonly Finding[];
  readonly leftOut: LeftOut | undefined;
};

export function examined({ session, read }: { readonly session: Session; readonly read: ReadEntry }): Examined {
  const leftOut = leftOutOf(session);
  const findings = [...session.findings, ...refusals(session, read), ...(leftOut === undefined ? [] : [told(leftOut)])];
  return { sound: findings.every(({ severity }) => severity !== "error"), findings, leftOut };
}

function refusals({ conversation }: Session, read: ReadEntry): readonly Finding[] {
  const { messages } = buildRequest(conversation.nodes, { read, rules: newestRules, reminders: "shown" });
  return checkRequest(messages).map(({ message, problem }) => ({
    code: "request-refused",
    ...nowhere,
    detail: `messages.${message}: ${problem}`,
  }));
}

const told = (leftOut: LeftOut): Finding => ({
  code: "left-out",
  ...nowhere,
  line: leftOut.line,
  detail: leftOutText(leftOut),
});

const nowhere = { severity: "warning", line: undefined, id: undefined, count: 1 } as const;
