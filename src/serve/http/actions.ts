// A wish to change something -> what it would do, and only then, with the plan's id, done; a plan is used once and not for long.
import { randomUUID } from "node:crypto";
import { finished } from "node:stream/promises";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { isObject, parsedObject, stringField } from "../../format/index.ts";
import { WorldError } from "../../store/index.ts";
import { refusalJson } from "../guard/refusal.ts";
import type { Answer, LaneName, Question } from "../lane/question.ts";
import { jsonAnswer } from "../lane/question.ts";
import type { Served } from "./app.ts";

type Ask = (lane: LaneName, question: Omit<Question, "nowMs">) => Promise<Answer>;
type Plan = { readonly op: string; readonly args: Readonly<Record<string, string>>; readonly untilMs: number };

const planMs = 10 * 60_000;
const mostPlans = 100;
const mostBytes = 64 * 1024;
const tooLarge = jsonAnswer(
  refusalJson({ status: 413, code: "too-large", message: "the body is too large", hint: "see docs/api.md" }),
  413,
);

export function actionRoutes(ask: Ask, nowMs: () => number): Hono<Served> {
  const plans = new Map<string, Plan>();
  const routes = new Hono<Served>();
  routes.use("*", async (context, next) => {
    if (Number(context.req.header("content-length") ?? 0) <= mostBytes) return await next();
    await heardOut(context.env.incoming);
    return refused(context.env.outgoing);
  });
  routes.use(
    "*",
    bodyLimit({ maxSize: mostBytes, onError: (context: Context<Served>) => refused(context.env.outgoing) }),
  );
  routes.use("*", async (context, next) => {
    // A browser names the page that asks; whoever names none may read, but not act.
    if (context.req.header("origin") !== undefined) return await next();
    throw new WorldError("bad-argument", "an action needs an Origin", { hint: "see docs/api.md" });
  });
  routes.post("/:op/preview", async (context) => {
    const op = context.req.param("op");
    const args = argsOf(await context.req.text(), context.req.header("content-type"));
    const answer = await ask("look", { about: "preview", args: { ...args, op } });
    if (answer.status !== 200) return given(answer);
    const told = parsedObject(new TextDecoder().decode(answer.body)) ?? {};
    const untilMs = nowMs() + planMs;
    const plan = randomUUID();
    // The state of the log that was looked at goes into the plan: the act is refused when it is another by then.
    plans.set(plan, { op, args: { ...args, state: stringField(told, "state") ?? "" }, untilMs });
    for (const [old] of plans) if (plans.size > mostPlans) plans.delete(old);
    const { preview, inUse } = told;
    const expires = new Date(untilMs).toISOString();
    return given(jsonAnswer(JSON.stringify({ plan, op, expires, preview, inUse: inUse ?? null })));
  });
  routes.post("/:op", async (context) => {
    const op = context.req.param("op");
    const { plan: id = "" } = argsOf(await context.req.text(), context.req.header("content-type"));
    const plan = plans.get(id);
    if (plan !== undefined && plan.op !== op)
      throw new WorldError("changed", `this plan is for another action: ${plan.op}`, {
        hint: "it can still be used there",
      });
    plans.delete(id);
    if (plan === undefined || plan.untilMs < nowMs())
      throw new WorldError("changed", "there is no such plan any more", { hint: "look at a new preview first" });
    return given(await ask("act", { about: "act", args: { ...plan.args, op } }));
  });
  return routes;
}

/** Not all of the body was read: nothing more can be asked on this connection. */
function refused(outgoing: Served["Bindings"]["outgoing"]): Response {
  outgoing.setHeader("connection", "close");
  return given(tooLarge);
}

const patienceMs = 500;

/** Whoever still sends would lose the answer with the connection: the rest is taken and dropped, for a moment. */
async function heardOut(incoming: Served["Bindings"]["incoming"]): Promise<void> {
  incoming.resume();
  await finished(incoming, { signal: AbortSignal.timeout(patienceMs), cleanup: true }).catch(() => undefined);
}

const given = ({ status, type, body }: Answer): Response =>
  new Response(body, { status, headers: { "content-type": type } });

/** Texts and numbers only; a page of another site can send no JSON without being asked about it first. */
function argsOf(body: string, type: string | undefined): Readonly<Record<string, string>> {
  const value = /^application\/json\s*(?:;|$)/i.test(type ?? "") ? parsedObject(body) : undefined;
  if (!isObject(value)) throw new WorldError("bad-argument", "the body is no JSON object", { hint: "see docs/api.md" });
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      typeof one === "string" || typeof one === "number" ? [[name, String(one)]] : [],
    ),
  );
}
