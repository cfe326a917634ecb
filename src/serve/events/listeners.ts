// The ring and open answers -> each answer gets what happened, in order, as fast as it reads; nobody is waited for.
import type { ServerResponse } from "node:http";
import type { Clock } from "../../live/index.ts";
import { eventType } from "../http/headers.ts";
import { type EventRing, frameBytes } from "./ring.ts";

export type Listeners = {
  /** `since`: the last id that it has seen; undefined for one that begins now. */
  readonly add: (answer: ServerResponse, since: number | undefined) => void;
  /** Something was added to the ring. */
  readonly wake: () => void;
  /** Says goodbye and ends all of them. */
  readonly close: () => void;
};

type Listener = { readonly answer: ServerResponse; seen: number; isFull: boolean };

const breathMs = 15_000;
const breath = Buffer.from(":\n\n");

/** `greeting` comes first, to each. */
export function listeners(ring: EventRing, clock: Clock, greeting: () => object): Listeners {
  const all = new Set<Listener>();
  let cancelBreath = clock.after(breathMs, breathe);

  function breathe(): void {
    for (const { answer, isFull } of all) if (!isFull) answer.write(breath);
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
      const isKnown = since === undefined || since <= ring.newest();
      const one: Listener = { answer, seen: isKnown ? (since ?? ring.newest()) : ring.newest(), isFull: false };
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
