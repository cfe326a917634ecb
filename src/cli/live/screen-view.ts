// Sessions as they change -> a board on the terminal's second screen, drawn over in place; the first comes back at the end.
import type { Clock } from "../../live/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";
import { measureOf } from "../measure.ts";
import { mark } from "../output/sequences.ts";
import { painter } from "../paint.ts";
import { countText, statusTable } from "./status-text.ts";
import type { Told } from "./told.ts";
import type { View } from "./view.ts";

/** Changes that come together are drawn together. */
const gatherMs = 50;
/** Ages grow without anything happening. */
const beatMs = 1000;
/** Heading, a blank line, the table's heading, a blank line, the last message. */
const linesAround = 5;

type Stage = {
  readonly clock: Clock;
  readonly sessions: () => readonly Told[];
  readonly reject: (error: unknown) => void;
};

export function screenView(io: Io, { clock, sessions, reject }: Stage): View {
  const paint = painter(io);
  let message = "";
  /** One picture after the other. */
  let drawing = Promise.resolve();
  let state: "looking" | "ready" | "closed" = "looking";
  let next: { readonly atMs: number; readonly cancel: () => void } | undefined;

  async function picture(): Promise<string> {
    const { columns, rows } = io.live.screen();
    const all = sessions();
    const shown = all.slice(0, Math.max(1, rows - linesAround));
    const sight = { colour: io.colour, isTerminal: true, columns, nowMs: clock.nowMs() };
    const heading = state === "looking" ? "looking for sessions" : countText(all);
    const table = shown.length === 0 ? "" : await statusTable(sight, shown);
    const more = all.length > shown.length ? `and ${plural(all.length - shown.length, "session")} more. ` : "";
    const { fit } = await measureOf([message]);
    return [
      `${paint("title", "clew")}  ${heading}  ${paint("dim", "q ends")}`,
      "",
      ...table.split("\n"),
      fit(`${more}${message}`, columns),
    ]
      .map((line) => `${line}${mark("clear-line")}`)
      .join("\n");
  }

  async function draw(): Promise<void> {
    const text = await picture();
    if (state === "closed") return;
    io.out(`${mark("board-start")}${text}${mark("clear-below")}`);
    io.live.flush();
    later(beatMs);
  }

  /** What is due sooner stays: events without end must not put off the drawing. */
  function later(delayMs: number): void {
    const atMs = clock.monotonicMs() + delayMs;
    if (next !== undefined && next.atMs <= atMs) return;
    next?.cancel();
    const cancel = clock.after(delayMs, () => {
      next = undefined;
      drawing = drawing.then(draw);
      drawing.catch(reject);
    });
    next = { atMs, cancel };
  }

  io.out(mark("open-board"));
  later(0);
  return {
    event: () => later(gatherMs),
    ready() {
      state = "ready";
      later(0);
    },
    say(text) {
      message = sanitizeLine(text);
      later(gatherMs);
    },
    close() {
      state = "closed";
      next?.cancel();
      io.out(mark("close-board"));
      io.live.flush();
    },
  };
}
