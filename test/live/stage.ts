// A home in the temporary folder, a clock in the hand and a tail on both -> what it told after each look.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type LiveDisk, type Tail, type TailOptions, nodeLiveDisk, openTail } from "../../src/live/index.ts";
import { type HandClock, handClock } from "./hand-clock.ts";
import { type Told, told } from "./told.ts";

export type Stage = {
  readonly home: string;
  readonly clock: HandClock;
  readonly path: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  readonly append: (name: string, text: string) => void;
  /** Opens a tail and lets it find what is there. */
  readonly follow: (options?: Partial<TailOptions>) => Followed;
  readonly close: () => void;
};

export type Followed = {
  readonly tail: Tail;
  readonly told: Told;
  readonly look: () => void;
  readonly texts: () => readonly string[];
};

export const noHints: LiveDisk = { ...nodeLiveDisk, watch: () => () => undefined };

export function openStage(): Stage {
  const home = fs.mkdtempSync(join(tmpdir(), "clew-live-"));
  const clock = handClock(Date.UTC(2030, 0, 1));
  const open: Tail[] = [];
  const path = (name: string): string => join(home, "projects", "-p", name);
  fs.mkdirSync(path(""), { recursive: true });
  const put = (name: string, act: (path: string) => void): void => {
    fs.mkdirSync(dirname(path(name)), { recursive: true });
    act(path(name));
  };
  return {
    home,
    clock,
    path,
    write: (name, text) => put(name, (at) => fs.writeFileSync(at, text)),
    append: (name, text) => put(name, (at) => fs.appendFileSync(at, text)),
    follow(options = {}) {
      const heard = told();
      const limits = { beatMs: 1e9, ...options.limits };
      const tail = openTail({ homes: [home], clock, onEvent: heard.take, disk: noHints, ...options, limits });
      open.push(tail);
      const look = (): void => {
        clock.advance(200);
        tail.sweep();
      };
      clock.advance(0);
      tail.sweep();
      const texts = (): readonly string[] => [...heard.lines().values()].flat().map(({ text }) => text);
      return { tail, told: heard, look, texts };
    },
    close() {
      for (const tail of open) tail.close();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
