// A session with its status -> the stable JSON of `clew status` and of the events of `clew watch`; times are ISO text.
import type { StatusName } from "../../live/index.ts";
import { isoTime } from "../json-line.ts";
import type { Told } from "./told.ts";

export function statusJson({ sessionId, status: now, title, project, cwd, path, home }: Told): object {
  const { status, confidence, sinceMs, call, agents } = now;
  const evidence = now.evidence.map(({ source, text, atMs }) => ({ source, text, at: isoTime(atMs) }));
  return {
    sessionId,
    status,
    confidence,
    since: isoTime(sinceMs),
    evidence,
    call: call && { id: call.id, tool: call.tool, about: call.about, agentId: call.agentId },
    agents,
    title,
    project,
    cwd,
    path,
    home,
  };
}

/** `before`: undefined for a session that is told of for the first time. */
export type StatusEvent = {
  readonly told: Told;
  readonly before: StatusName | undefined;
  readonly atMs: number;
  /** It came to another status or another call; else only the evidence is other. */
  readonly isNews: boolean;
};

export function eventJson({ told, before, atMs }: StatusEvent): object {
  return { event: "status", at: isoTime(atMs), before, ...statusJson(told) };
}
