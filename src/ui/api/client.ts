// A path of the daemon's API -> its JSON, or one error that names the next step; the token goes in a header alone.
import { contactLost, provenToken, wasRefused, wasTaken } from "./access.ts";
import { count, fieldsOf, maybeText, parsedJson, part, text } from "./fields.ts";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  /** Where a query could not be understood, from 1. */
  readonly column: number | undefined;

  constructor(status: number, body: unknown) {
    const error = part(fieldsOf(body), "error");
    super(text(error, "message") || `the daemon answered with status ${status}`);
    this.status = status;
    this.code = text(error, "code");
    this.hint = maybeText(error, "hint");
    this.column = count(error, "column") || undefined;
  }
}

export type Params = Readonly<Record<string, string | number | undefined>>;

export async function ask(path: string, params: Params = {}, signal?: AbortSignal): Promise<unknown> {
  const answer = await request(path, params, signal);
  const body: unknown = await answer.json();
  return body;
}

export async function askBlob(path: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await request(path, {}, signal);
  return answer.blob();
}

/** For what may change something: the one way by which the page says more than what it wants to read. */
export async function post(path: string, wish: object, signal?: AbortSignal): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const answer = await answered(address(path, {}), { method: "POST", headers, body: JSON.stringify(wish) }, signal);
  const body: unknown = await answer.json();
  return body;
}

/** The answer as it comes, for events. */
export function request(path: string, params: Params, signal?: AbortSignal): Promise<Response> {
  return answered(address(path, params), {}, signal);
}

type Wish = {
  readonly method?: "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

async function answered(target: string, wish: Wish, signal?: AbortSignal): Promise<Response> {
  const token = await provenToken();
  signal?.throwIfAborted();
  if (token === undefined) throw new ApiError(401, noToken);
  const answer = await sent(target, {
    ...wish,
    headers: { ...wish.headers, authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.ok) wasTaken(token);
  else if (answer.status === 401) wasRefused();
  if (!answer.ok) throw new ApiError(answer.status, parsedJson(await answer.text()));
  return answer;
}

async function sent(target: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(target, request);
  } catch (error) {
    // The next answer on this port may come from another program.
    if (!isAbort(error)) contactLost();
    throw error;
  }
}

const noToken = {
  error: {
    code: "unauthorized",
    message: "cannot read: this page has no valid token",
    hint: "open the address that `clew serve` printed",
  },
};

function address(path: string, params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value));
  const search = query.toString();
  return `/api/v1${path}${search === "" ? "" : `?${search}`}`;
}

/** The path of a session, or of one of its agents. */
export function logPath(id: string, agent?: string): string {
  const session = `/sessions/${encodeURIComponent(id)}`;
  return agent === undefined ? session : `${session}/agents/${encodeURIComponent(agent)}`;
}

/** Whether the daemon did not handle the request: it is gone, stopping, or knows none of our tokens. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 401 || error.code === "stopping";
  return error instanceof TypeError;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
