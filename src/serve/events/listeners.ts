// The ring and open answers -> each answer gets what happened, in order, as fast as it reads; nobody is waited for.
import type { ServerResponse } from "node:http";
import type { Clock } from "../../live/index.ts";
import { eventType } from "../http/headers.ts";
import { type EventRing, frameBytes } from "./ring.ts";

export type Listeners = {
  /** `since`: the last id that it has seen; undefined for one that begins now. `full`: nothing was sent to it. */
  readonly add: (answer: ServerResponse, since: number | undefined) => "added" | "full";
  /** Something was added to the ring. */
  readonly wake: () => void;
  /** Says goodbye and ends all of them. */
  readonly close: () => void;
};

/** `slowBreaths`: how many breaths in a row it has not read what was sent. */
type Listener = { readonly answer: ServerResponse; seen: number; isFull: boolean; slowBreaths: number };

/** A browser opens six at most; each takes memory that the process does not give back to the system. */
export const mostListeners = 1000;
const breathMs = 15_000;
/** A client that reads nothing for a minute is gone or stuck: its connection and its buffer are freed. */
const mostSlowBreaths = 4;
const breath = Buffer.from(":\n\n");

/** `greeting` comes first, to each. */
export function listeners(ring: EventRing, clock: Clock, greeting: () => object): Listeners {
  const all = new Set<Listener>();
  let cancelBreath = clock.after(breathMs, breathe);

  function breathe(): void {
    for (const one of all) {
      one.slowBreaths = one.isFull ? one.slowBreaths + 1 : 0;
      if (!one.isFull) one.isFull = !one.answer.write(breath);
      else if (one.slowBreaths >= mostSlowBreaths) one.answer.destroy();
    }
    cancelBreath = clock.after(breathMs, breathe);
  }

  /** Stops at the first frame that its buffer does not take: the rest waits in the ring, and is there once for all. */
  function feed(one: Listener): void {
    if (!ring.reaches(one.seen)) {
      one.seen = ring.newest();
      one.isFull = !one.answer.write(frameBytes("reload", '{"reason":"behind"}', one.seen));
    }
    for (let frame = ring.after(one.seen); frame !== undefined && !one.isFull; frame = ring.after(one.seen)) {
      one.seen = frame.id;
      one.isFull = !one.answer.write(frame.bytes);
    }
  }

  return {
    add(answer, since) {
      if (all.size >= mostListeners) return "full";
      const isKnown = since === undefined || since <= ring.newest();
      const one: Listener = {
        answer,
        seen: isKnown ? (since ?? ring.newest()) : ring.newest(),
        isFull: false,
        slowBreaths: 0,
      };
      answer.writeHead(200, { "content-type": eventType, "x-accel-buffering": "no" });
      answer.write(frameBytes("hello", JSON.stringify(greeting())));
      if (!isKnown) answer.write(frameBytes("reload", '{"reason":"unknown"}', one.seen));
      all.add(one);
      answer.on("close", () => all.delete(one));
      answer.on("drain", () => {
        one.isFull = false;
        feed(one);
      });
      feed(one);
      return "added";
    },
    wake() {
      for (const one of all) if (!one.isFull) feed(one);
    },
    close() {
      cancelBreath();
      for (const { answer } of all) answer.end(frameBytes("bye", "{}"));
      all.clear();
    },
  };
}
