// A script -> a Messages API on 127.0.0.1 that plays it and records every request; reaches no network.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../format/index.ts";
import { headersOf, readBody } from "./body.ts";
import { countingIds } from "./ids.ts";
import type { IdSource } from "./ids.ts";
import { positionOf } from "./position.ts";
import type { RecordedRequest } from "./record.ts";
import { replyTo, wholeMessage } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { chooseStep } from "./script.ts";
import type { Failure, Script, Step } from "./script.ts";
import { encodeEvent, streamEvents } from "./stream.ts";

export type StandInOptions = {
  readonly script: Script;
  readonly onRequest?: (request: RecordedRequest) => void;
  readonly ids?: IdSource;
};

export type StandIn = {
  readonly port: number;
  /** Grows while the stand-in runs. */
  readonly requests: readonly RecordedRequest[];
  readonly close: () => Promise<void>;
};

export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const requests: RecordedRequest[] = [];
  const play = player(options, requests);
  const server = createServer((request, response) => {
    play(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: address.port, requests, close };
}

type Play = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function player({ script, onRequest, ids = countingIds() }: StandInOptions, requests: RecordedRequest[]): Play {
  const failed = new Map<string, number>();
  return async (request, response) => {
    const { json, sizeBytes } = await readBody(request);
    const at = positionOf(json ?? {});
    const { step, rule, key } = chooseStep(script, at);
    const asked = { number: requests.length + 1, method: request.method ?? "", path: request.url ?? "" };
    const recorded = {
      ...asked,
      headers: headersOf(request),
      body: json,
      sizeBytes,
      human: at.human,
      step: at.step,
      rule,
    };
    requests.push(recorded);
    onRequest?.(recorded);

    const out: Outgoing = { response, requestId: ids("req_01") };
    if (asked.path.includes("/count_tokens")) return sendJson(out, 200, { input_tokens: Math.ceil(sizeBytes / 4) });
    if (asked.method !== "POST" || !/\/v1\/messages(\?|$)/.test(asked.path)) return sendFailure(out, notFound);
    if (json === undefined) return sendFailure(out, notJson);

    const failures = failed.get(key) ?? 0;
    if (step.error !== undefined && failures < (step.error.times ?? Infinity)) {
      failed.set(key, failures + 1);
      return sendFailure(out, step.error);
    }
    const reply = replyTo(step, { model: at.model, sizeBytes, ids });
    return json["stream"] === true ? sendStream(out, step, reply) : sendWhole(out, step, reply);
  };
}

type Outgoing = { readonly response: ServerResponse; readonly requestId: string };

const notFound: Failure = { status: 404, type: "not_found_error", message: "not found" };
const notJson: Failure = { status: 400, type: "invalid_request_error", message: "the body is not a JSON object" };

function sendFailure(out: Outgoing, { status, type, message, headers }: Failure): void {
  for (const [name, value] of Object.entries(headers ?? {})) out.response.setHeader(name, value);
  sendJson(out, status, { type: "error", error: { type, message }, request_id: out.requestId });
}

function sendJson({ response, requestId }: Outgoing, status: number, body: JsonObject): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": requestId });
  response.end(JSON.stringify(body));
}

async function sendWhole(out: Outgoing, step: Step, reply: Reply): Promise<void> {
  if (step.hang !== undefined) return untilClosed(out.response);
  if (step.pauseMs !== undefined) await pause(step.pauseMs);
  for (const [name, value] of Object.entries(step.headers ?? {})) out.response.setHeader(name, value);
  sendJson(out, 200, wholeMessage(reply));
}

async function sendStream({ response, requestId }: Outgoing, step: Step, reply: Reply): Promise<void> {
  if (step.hang === "at-once") return untilClosed(response);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "request-id": requestId,
    ...step.headers,
  });
  const deltasAllowed = typeof step.hang === "object" ? step.hang.afterDeltas : Infinity;
  let deltas = 0;
  for (const event of streamEvents(reply)) {
    if (response.destroyed) return;
    if (step.hang === "before-end" && event.type === "message_delta") return untilClosed(response);
    if (step.pauseMs !== undefined) await pause(step.pauseMs);
    response.write(encodeEvent(event));
    if (event.type === "content_block_delta") deltas += 1;
    if (deltas >= deltasAllowed) return untilClosed(response);
  }
  response.end();
}

const untilClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.once("close", resolve);
  });
