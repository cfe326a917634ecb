// Nothing in -> the shape of `system` entries of subtype api_error: one failed attempt at a request.
import { json, nullable, object, optional, record, string, union } from "../shape.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeNumber, maybeString, numberOrNull, stringOrNull } from "./maybe.ts";

const cause = object({
  code: maybeString,
  path: maybeString,
  errno: maybeNumber,
  syscall: maybeString,
  message: maybeString,
  name: maybeString,
});

/** The body the API answered with. */
const body = object({
  type: maybeString,
  message: maybeString,
  request_id: stringOrNull,
  error: optional(union(string, object({ type: stringOrNull, message: maybeString }))),
});

const error = object({
  message: maybeString,
  formatted: maybeString,
  name: maybeString,
  type: stringOrNull,
  status: numberOrNull,
  requestId: stringOrNull,
  requestID: stringOrNull,
  headers: optional(nullable(record(string))),
  error: optional(nullable(union(string, body))),
  cause: optional(nullable(cause)),
  connection: optional(nullable(object({ code: stringOrNull, message: maybeString, isSSLError: maybeBoolean }))),
  isNetworkDown: maybeBoolean,
  rateLimits: optional(nullable(record(json))),
  noResponse: optional(nullable(record(json))),
});

export const apiError = object({
  ...chain,
  content: maybeString,
  level: maybeString,
  toolUseID: maybeString,
  error: optional(union(string, error)),
  cause: optional(nullable(cause)),
  retryInMs: maybeNumber,
  retryAttempt: maybeNumber,
  maxRetries: maybeNumber,
  source: maybeString,
});
