// `clew request`: the messages that a client would send to the model when it resumes a session.
import { type Block, blocksOf, plainText } from "../../format/index.ts";
import { type RequestMessage, buildRequest, checkRequest } from "../../graph/index.ts";
import { openSession } from "../../store/index.ts";
import { plural, sanitize, sanitizeLine, summarizeCall } from "../../view/index.ts";
import type { AsFlag, DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { contentLine } from "../json-line.ts";
import { rulesOf, sessionPath, withProgress } from "../names.ts";
import { type Paint, painter } from "../paint.ts";

export type Flags = DirFlag & JsonFlag & AsFlag & { readonly reminders: boolean; readonly check: boolean };

export function request(io: Io, flags: Flags, name: string): ExitCode {
  const rules = rulesOf(flags);
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
        contentLine({
          messages,
          as: rules.version,
          omittedReminders,
          refused: conversation.refused ?? null,
          ...(flags.check ? { violations } : {}),
        }),
      );
    } else if (flags.check) {
      for (const { message, problem } of violations) io.out(`messages.${message}: ${sanitizeLine(problem)}\n`);
      if (violations.length === 0) io.out(`${countText(built)}, nothing that the Messages API would refuse\n`);
    } else {
      for (const message of built.messages) io.out(messageText(message, painter(io)));
    }
    if (conversation.refused !== undefined) return 1;
    return violations.length > 0 ? 1 : 0;
  } finally {
    close();
  }
}

/** Reminders are checked, but many of them only stand in for words that the log does not have. */
function countText({ messages, omittedReminders }: ReturnType<typeof buildRequest>): string {
  const reminders =
    omittedReminders === 0
      ? ""
      : ` and ${plural(omittedReminders, "reminder")} that ${omittedReminders === 1 ? "is" : "are"} not counted`;
  return `${plural(messages.length, "message")}${reminders}`;
}

const refusals = {
  "no-leaf": "there is no entry to resume from",
  "leaf-without-timestamp": "its last entry has no timestamp",
  "leaf-in-sidechain": "its last-prompt line points into a sidechain",
} as const;

function messageText({ role, content }: RequestMessage, paint: Paint): string {
  const blocks = blocksOf(content);
  return `${paint(role === "user" ? "prompt" : "call", `── ${role}`)}\n${blocks.map((block) => blockText(block, paint)).join("")}\n`;
}

function blockText(block: Block, paint: Paint): string {
  switch (block.type) {
    case "text":
      return `${sanitize(block.text).trimEnd()}\n`;
    case "thinking":
      return `${paint("thinking", `[thinking] ${sanitize(block.thinking)}`)}\n`;
    case "tool_use":
      return `${paint("call", `[${sanitizeLine(block.name)}] ${sanitizeLine(summarizeCall(block.name, block.input))}`)}\n`;
    case "tool_result":
      return `${paint(block.isError ? "error" : "dim", `[result${block.isError ? ", error" : ""}] ${sanitize(plainText(block.content)).trimEnd()}`)}\n`;
    case "redacted_thinking":
    case "image":
      return `${paint("dim", `[${block.type}]`)}\n`;
    case "other":
      return `${paint("dim", `[${sanitizeLine(block.name)}]`)}\n`;
  }
}
