// `clew request`: the messages that a client would send to the model when it resumes a session.
import { type RequestMessage, buildRequest, checkRequest, rulesFor } from "../../graph/index.ts";
import { openSession } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { sessionPath, withProgress } from "../names.ts";
import { type Paint, painter } from "../paint.ts";

export type Flags = DirFlag & JsonFlag & { readonly as?: string; readonly reminders: boolean; readonly check: boolean };

export function request(io: Io, flags: Flags, name: string): ExitCode {
  const rules = rulesFor(flags.as);
  const { session, read, close } = openSession(sessionPath(io, flags, name), {
    ...withProgress(io),
    rules,
    agents: "left-out",
  });
  try {
    const { conversation } = session;
    const built = buildRequest(conversation.nodes, { read, rules, reminders: flags.reminders ? "shown" : "left-out" });
    const violations = flags.check
      ? checkRequest(buildRequest(conversation.nodes, { read, rules, reminders: "shown" }).messages)
      : [];
    if (conversation.refused !== undefined)
      io.err(`clew: the client would refuse this session: ${refusals[conversation.refused]}\n`);
    if (flags.json) {
      const { messages, omittedReminders } = built;
      io.out(
        jsonLine({
          messages,
          as: rules.version,
          omittedReminders,
          refused: conversation.refused ?? null,
          ...(flags.check ? { violations } : {}),
        }),
      );
    } else {
      for (const message of built.messages) io.out(messageText(message, painter(io)));
      for (const { message, problem } of violations) io.err(`messages.${message}: ${problem}\n`);
    }
    if (conversation.refused !== undefined) return 1;
    return violations.length > 0 ? 1 : 0;
  } finally {
    close();
  }
}

const refusals = {
  "no-leaf": "there is no entry to resume from",
  "leaf-without-timestamp": "its last entry has no timestamp",
  "leaf-in-sidechain": "its last-prompt line points into a sidechain",
} as const;

function messageText({ role, content }: RequestMessage, paint: Paint): string {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return blocks
    .map(
      (block) =>
        `${paint(role === "user" ? "prompt" : "call", role.padEnd(9))} ${sanitizeLine(JSON.stringify(block)).slice(0, 400)}\n`,
    )
    .join("");
}
