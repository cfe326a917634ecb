// A key and an address -> a Messages API that can be asked; speaks only to that address, and only when asked.
import { field, isArray, isObject, plainText } from "../format/index.ts";
import { ModelError } from "./model-error.ts";

export type Question = {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: string;
  readonly prompt: string;
};

export type Answer = {
  readonly text: string;
  readonly stopReason: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
};

export type MessagesApi = { readonly ask: (question: Question) => Promise<Answer> };

export type ApiOptions = {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs?: number;
  /** How often a request that met an overload or a lost connection is sent again. */
  readonly retries?: number;
};

/** Where requests go when nobody names another place. */
export const publicBaseUrl = "https://api.anthropic.com";

export function openApi({ apiKey, baseUrl, timeoutMs = 300_000, retries = 3 }: ApiOptions): MessagesApi {
  const url = messagesUrl(baseUrl);
  return {
    async ask(question) {
      // Only who asks a model needs the library, and it is large.
      const { Anthropic } = await import("@anthropic-ai/sdk");
      const client = new Anthropic({
        apiKey,
        baseURL: url.href.replace(/\/v1\/messages$/, ""),
        timeout: timeoutMs,
        maxRetries: retries,
        logLevel: "off",
        fetch: (to, init) => fetch(to, { ...init, redirect: "error" }),
      });
      try {
        return answerIn(await client.messages.create(paramsOf(question)));
      } catch (error) {
        if (error instanceof Anthropic.APIConnectionTimeoutError) throw late(error, url);
        if (error instanceof Anthropic.APIConnectionError) throw unreachable(error, url);
        if (error instanceof Anthropic.APIError) throw refusal(error, url);
        throw error;
      }
    },
  };
}

/** The very bytes of a request, for whoever must say beforehand how many there are. */
export const bodyOf = (question: Question): string => JSON.stringify(paramsOf(question));

function paramsOf({ model, maxTokens, system, prompt }: Question) {
  return { model, max_tokens: maxTokens, system, messages: [{ role: "user" as const, content: prompt }] };
}

export function messagesUrl(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol) || base.username !== "" || base.password !== "")
    throw new ModelError("bad-address", "the address of the Messages API is no http address", {
      hint: `name one like ${publicBaseUrl}`,
    });
  base.pathname = `${base.pathname.replace(/\/+$/, "")}/v1/messages`;
  base.search = "";
  base.hash = "";
  return base;
}

const late = (cause: Error, { host }: URL): ModelError =>
  new ModelError("timed-out", `${host} did not answer in time`, { hint: "try again later", cause });

const unreachable = (cause: Error, { host }: URL): ModelError =>
  new ModelError("unreachable", `${host} cannot be reached`, {
    hint: "check the network and ANTHROPIC_BASE_URL",
    cause,
  });

type Told = { readonly status: number | undefined; readonly apiMessage: string | null };

/** Without the library's own error: it holds the headers of the answer, and its words may be anything. */
function refusal({ status, apiMessage }: Told, { host }: URL): ModelError {
  const message = (apiMessage ?? "no reason given").slice(0, 300);
  const isKey = status === 401 || status === 403;
  const hint = isKey ? "check ANTHROPIC_API_KEY" : "nothing was written; try again or without a model";
  return new ModelError("refused", `${host} answered ${status ?? "nothing"}: ${message}`, { hint });
}

/** From outside comes anything, whatever the library's types say. */
function answerIn(message: unknown): Answer {
  const content = isObject(message) ? field(message, "content") : undefined;
  if (!isObject(message) || !isArray(content))
    throw new ModelError("bad-answer", "the answer is no message of the Messages API", {
      hint: "check ANTHROPIC_BASE_URL",
    });
  const usage = field(message, "usage");
  const count = (key: string): number => {
    const value = isObject(usage) ? field(usage, key) : undefined;
    return typeof value === "number" ? value : 0;
  };
  const stopReason = field(message, "stop_reason");
  return {
    text: plainText(content),
    stopReason: typeof stopReason === "string" ? stopReason : "",
    inputTokens: count("input_tokens"),
    outputTokens: count("output_tokens"),
  };
}
