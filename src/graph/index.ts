// The door of graph: entries -> session: branches, messages, calls, turns, what the model sees.
export { type Log, gatherLog } from "./log.ts";
export { linkNodes } from "./links.ts";
export { conversationOf } from "./conversation.ts";
export { newestRules } from "./rules.ts";
export { buildRequest } from "./request/request.ts";
