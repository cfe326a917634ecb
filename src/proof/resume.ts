// A session file -> what a real client sends when it resumes a copy of it; the file itself is never given to the client.
import { isArray } from "../format/index.ts";
import { checkRequest } from "../graph/index.ts";
import type { RequestMessage, Violation } from "../graph/index.ts";
import { countingIds, startStandIn } from "../model/index.ts";
import type { RecordedRequest, Script } from "../model/index.ts";
import { runClient } from "./client-run.ts";
import type { RunEnd } from "./client-run.ts";
import type { Host } from "./host.ts";
import type { Client } from "./install.ts";
import type { Isolation } from "./isolation.ts";
import { clientEnvironment, withPlace } from "./place.ts";
import type { Environment } from "./place.ts";
import { isSentMessage } from "./sent-message.ts";
import { copySession, growthOf } from "./session-copy.ts";

export type ResumeRequest = {
  readonly client: Client;
  readonly sessionFile: string;
  readonly prompt?: string;
  readonly args?: readonly string[];
  readonly environment?: Environment;
  readonly timeoutMs?: number;
};

export type ResumeResult = {
  /** The client loaded the session, sent it with the prompt, and took the answer. */
  readonly accepted: boolean;
  readonly error?: string;
  readonly isolation: Isolation;
  /** As sent, the new prompt last. */
  readonly messages: readonly RequestMessage[];
  readonly originalBytesKept: boolean;
  readonly appendedLines: readonly string[];
  /** What the Messages API would refuse in `messages`. */
  readonly violations: readonly Violation[];
};

/** Where a job is done, and when it is to be given up. */
export type Bench = { readonly host: Host; readonly isolation: Isolation; readonly over: AbortSignal };

/** A session is to be sent as it is, however full: clients would compact it, or clear old results, before they send it. */
const whole: Environment = {
  DISABLE_AUTO_COMPACT: "1",
  DISABLE_MICROCOMPACT: "1",
  DISABLE_COMPACT: "1",
  CLAUDE_CODE_BLOCKING_LIMIT_OVERRIDE: "9000000",
};

export const defaultPrompt = "Where were we? Answer the proof.";
const answer = "The proof was answered.";
const errorChars = 400;

export function resumeSession(request: ResumeRequest, { host, isolation, over }: Bench): Promise<ResumeResult> {
  const { client, sessionFile, prompt = defaultPrompt, args = [], timeoutMs = 60_000 } = request;
  return withPlace(host, async (place) => {
    const copy = await copySession(sessionFile, place);
    const standIn = await startStandIn({ script: answering(prompt), ids: countingIds("Proof") });
    try {
      const end = await runClient({
        client,
        place,
        environment: clientEnvironment(place, standIn.port, { ...whole, ...request.environment }),
        args: ["--dangerously-skip-permissions", "--resume", copy.sessionId, ...args, "-p", prompt],
        timeoutMs,
        over,
      });
      const messages = sentWith(prompt, standIn.requests);
      const accepted = end.exitCode === 0 && messages !== undefined && end.stdout.includes(answer);
      return {
        accepted,
        ...(accepted ? {} : { error: errorOf(end) }),
        isolation,
        messages: messages ?? [],
        ...(await growthOf(copy)),
        violations: messages === undefined ? [] : checkRequest(messages),
      };
    } finally {
      await standIn.close();
    }
  });
}

const answering = (prompt: string): Script => ({
  rules: [{ match: literally(prompt), steps: [{ content: [{ type: "text", text: answer }] }] }],
  otherwise: { content: [{ type: "text", text: "<summary>Everything before.</summary>" }] },
});

/** Clients also ask for titles and summaries; the conversation is what carries tools and the prompt. */
function sentWith(prompt: string, requests: readonly RecordedRequest[]): readonly RequestMessage[] | undefined {
  const main = requests.findLast(({ human, body }) => human.includes(prompt) && body?.["tools"] !== undefined);
  const messages = main?.body?.["messages"];
  return isArray(messages) ? messages.filter(isSentMessage) : undefined;
}

function errorOf({ exitCode, signal, timedOut, stdout, stderr }: RunEnd): string {
  const said = `${stderr}${stdout}`.trim().slice(0, errorChars);
  if (timedOut) return `no answer in time; ${said}`;
  return said === "" ? `ended with ${exitCode ?? signal ?? "nothing"} and said nothing` : said;
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
