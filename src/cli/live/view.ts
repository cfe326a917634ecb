// Events of a watch -> lines for people or for programs, each written at once; nothing is ever drawn over.
import { sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import { type StatusEvent, eventJson } from "./status-json.ts";
import { whatText } from "./status-text.ts";

export type View = {
  readonly event: (event: StatusEvent) => void;
  /** All that was there at the start has been told. */
  readonly ready: (sessions: number) => void;
  /** A trouble, or how a command ended. */
  readonly say: (text: string) => void;
  readonly close: () => void;
};

type Out = Pick<Io, "out" | "err" | "live">;

export function jsonView({ out, err, live }: Out): View {
  const write = (value: object): void => {
    out(jsonLine(value));
    live.flush();
  };
  return {
    event: (event) => write(eventJson(event)),
    ready: (sessions) => write({ event: "ready", at: isoTime(live.clock.nowMs()), sessions }),
    say: (text) => err(`clew: ${sanitizeLine(text)}\n`),
    close: () => undefined,
  };
}

export function lineView({ out, err, live }: Out): View {
  return {
    event({ told, atMs }) {
      const time = isoTime(atMs)?.slice(11, 19) ?? "";
      const { status, confidence } = told.status;
      const parts = [told.sessionId.slice(0, 8), told.project ?? "?", told.title, whatText(told)];
      out(`${time} ${status} (${confidence})  ${parts.map(sanitizeLine).join("  ")}\n`);
      live.flush();
    },
    ready: () => undefined,
    say: (text) => err(`clew: ${sanitizeLine(text)}\n`),
    close: () => undefined,
  };
}
