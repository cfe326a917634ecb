// A request that was let in -> its answer: the API behind its token, and the page for everything else.
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { mostListeners } from "../events/listeners.ts";
import { type Refusal, refusalJson } from "../guard/refusal.ts";
import { isFetchedElsewhere, wrongOrigin } from "../guard/admit.ts";
import { authorityOf, badNonce, isNonce, proofBudget, proofOf, tooManyProofs } from "../guard/proof.ts";
import { isBearer, unauthorized } from "../guard/token.ts";
import { failure } from "../lane/answering.ts";
import { type Answer, type LaneName, type Question, jsonAnswer } from "../lane/question.ts";
import { actionRoutes } from "./actions.ts";
import { eventType, everyHeader } from "./headers.ts";
import type { Pages } from "./page.ts";
import { questionRoutes } from "./questions.ts";

export type Served = { Bindings: HttpBindings };

export type AppOptions = {
  /** Known once the port is, which is before the first request. */
  readonly token: () => string;
  readonly pages: Pages;
  /** The signal is aborted when the client is gone. */
  readonly ask: (lane: LaneName, question: Omit<Question, "nowMs">, signal?: AbortSignal) => Promise<Answer>;
  readonly health: () => object;
  readonly statuses: () => object;
  /** What the daemon knows of the sessions that a question is about. */
  readonly live: (about: string, id: string | undefined) => Question["live"];
  readonly listen: (bindings: HttpBindings, since: number | undefined) => "added" | "full";
  readonly actions: "allowed" | "none";
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
};

export function appOf(options: AppOptions): Hono<Served> {
  const app = new Hono<Served>();
  app.route("/api/v1", apiOf(options));
  app.all("/api/*", (context) => refuse(context, isOurs(context, options) ? notFound : unauthorized));
  app.get("*", (context) => {
    const file = options.pages(context.req.path);
    if (file === undefined) return refuse(context, notFound);
    const headers = { "content-type": file.type, ...(file.isForever && { "cache-control": forever }) };
    return context.body(Uint8Array.from(file.body), 200, headers);
  });
  app.all("*", (context) => refuse(context, wrongMethod));
  app.onError((error) => reply(failure(error)));
  return app;
}

function apiOf(options: AppOptions): Hono<Served> {
  const api = new Hono<Served>();
  api.use(
    "*",
    createMiddleware<Served>(async (context, next) => {
      if (isFetchedElsewhere(context.env.incoming.rawHeaders)) return refuse(context, wrongOrigin);
      return await next();
    }),
  );
  const mayProve = proofBudget(options.monotonicMs);
  // The only route that needs no token: it proves that this daemon knows the token, and nothing else.
  api.get("/hello", (context) => {
    const nonce = context.req.query("nonce") ?? "";
    if (!isNonce(nonce)) return refuse(context, badNonce);
    if (!mayProve()) return refuse(context, tooManyProofs);
    const { localAddress = "", localPort = 0 } = context.env.incoming.socket;
    return reply(
      jsonAnswer(JSON.stringify({ proof: proofOf(options.token(), authorityOf(localAddress, localPort), nonce) })),
    );
  });
  api.use(
    "*",
    createMiddleware<Served>(async (context, next) => {
      if (!isOurs(context, options)) return refuse(context, unauthorized);
      return await next();
    }),
  );
  api.get("/health", () => reply(jsonAnswer(JSON.stringify(options.health()))));
  api.get("/status", () => reply(jsonAnswer(JSON.stringify(options.statuses()))));
  api.get("/events", (context) => {
    // Whoever asks for the headers only gets them, and no stream without an end.
    if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": eventType });
    for (const [name, value] of everyHeader) context.env.outgoing.setHeader(name, value);
    return options.listen(context.env, sinceOf(context)) === "full"
      ? refuse(context, tooManyListeners)
      : RESPONSE_ALREADY_SENT;
  });
  for (const { path, lane, about } of questionRoutes)
    api.get(path, async (context) => {
      const params: Readonly<Record<string, string>> = context.req.param();
      const args = { ...context.req.query(), ...params };
      const live = options.live(about, params["id"]);
      return reply(await options.ask(lane, { about, args, ...(live && { live }) }, goneSignal(context)));
    });
  if (options.actions === "allowed") api.route("/actions", actionRoutes(options.ask, options.nowMs));
  api.get("*", (context) => refuse(context, notFound));
  api.all("*", (context) => refuse(context, context.req.path.includes("/actions/") ? notFound : wrongMethod));
  return api;
}

const isOurs = (context: Context<Served>, { token }: AppOptions): boolean =>
  isBearer(context.env.incoming.rawHeaders, token());

/** Also aborted after an answer, when nothing listens to it any more. */
function goneSignal({ env: { outgoing } }: Context<Served>): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  return gone.signal;
}

/** What is no id is none that we gave: then it is told to read everything anew. */
function sinceOf(context: Context<Served>): number | undefined {
  const since = context.req.query("since") ?? context.req.header("last-event-id");
  if (since === undefined) return undefined;
  return /^\d{1,16}$/.test(since) ? Number(since) : Infinity;
}

const forever = "public, max-age=31536000, immutable";

export function reply({ status, type, body }: Answer): Response {
  return new Response(body, { status, headers: { "content-type": type, ...retryAfter(status) } });
}

/** In seconds. */
function retryAfter(status: number): Readonly<Record<string, string>> {
  if (status === 429) return { "retry-after": "1" };
  return status === 503 ? { "retry-after": "5" } : {};
}

function refuse(context: Context<Served>, refusal: Refusal): Response {
  return context.body(refusalJson(refusal), refusal.status, {
    "content-type": "application/json; charset=utf-8",
    ...retryAfter(refusal.status),
  });
}

const tooManyListeners: Refusal = {
  status: 503,
  code: "busy",
  message: `cannot open an event stream: ${mostListeners} are open already`,
  hint: "close other tabs, or try again later",
};

const notFound: Refusal = {
  status: 404,
  code: "not-found",
  message: "there is nothing under this address",
  hint: "docs/api.md names all that there is",
};

const wrongMethod: Refusal = {
  status: 405,
  code: "wrong-method",
  message: "this can only be read",
  hint: "ask with GET",
};
