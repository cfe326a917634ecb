// The kinds of id in a log, branded so that one is never passed for another.

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** `uuid` of an entry; any non-empty string is accepted when read. */
export type EntryId = Branded<"EntryId">;
export type SessionId = Branded<"SessionId">;
/** `id` of a tool_use block. */
export type CallId = Branded<"CallId">;
/** `message.id`: one response of the model. */
export type MessageId = Branded<"MessageId">;
export type RequestId = Branded<"RequestId">;
export type AgentId = Branded<"AgentId">;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const agentPattern = /^[0-9A-Za-z_-]{1,64}$/;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

const nonEmpty = (value: unknown): value is string => typeof value === "string" && value !== "";
export const isEntryId = (value: unknown): value is EntryId => nonEmpty(value);
export const isSessionId = (value: unknown): value is SessionId => nonEmpty(value);
export const isCallId = (value: unknown): value is CallId => nonEmpty(value);
export const isMessageId = (value: unknown): value is MessageId => nonEmpty(value);
export const isRequestId = (value: unknown): value is RequestId => nonEmpty(value);
export const isAgentId = (value: unknown): value is AgentId => typeof value === "string" && agentPattern.test(value);
