// Sessions as they change -> a board on the terminal's second screen, drawn over in place; the first comes back at the end.
import type { Clock } from "../../live/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";
import { measureOf } from "../measure.ts";
import { painter } from "../paint.ts";
import { countText, statusTable } from "./status-text.ts";
import type { Told } from "./told.ts";
import type { View } from "./view.ts";

/** The second screen, no cursor, and no line that goes on in the next. */
const enter = "\u001B[?1049h\u001B[?25l\u001B[?7l";
const leave = "\u001B[?7h\u001B[?25h\u001B[?1049l";
const home = "\u001B[H";
const restOfLine = "\u001B[K";
const restOfScreen = "\u001B[J";

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
      .map((line) => `${line}${restOfLine}`)
      .join("\n");
  }

  async function draw(): Promise<void> {
    const text = await picture();
    if (state === "closed") return;
    io.out(`${home}${text}${restOfScreen}`);
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

  io.out(enter);
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
      io.out(leave);
      io.live.flush();
    },
  };
}
