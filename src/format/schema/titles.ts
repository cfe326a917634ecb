// Nothing in -> the shapes of the lines that name a session.
import { object, string } from "../shape.ts";
import { maybeString, stringOrNull } from "./maybe.ts";

export const summary = object({
  summary: string,
  leafUuid: stringOrNull,
  sessionId: maybeString,
  timestamp: maybeString,
});
export const taskSummary = object({ summary: maybeString, sessionId: maybeString, timestamp: maybeString });
export const customTitle = object({ customTitle: string, sessionId: maybeString });
export const aiTitle = object({ aiTitle: string, sessionId: maybeString });
export const agentName = object({ agentName: string, sessionId: maybeString });
export const agentColor = object({ agentColor: maybeString, sessionId: maybeString });
export const agentSetting = object({ agentSetting: maybeString, sessionId: maybeString });
export const tag = object({ tag: string, sessionId: maybeString });
