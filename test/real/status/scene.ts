// A client in a terminal and a board that watches its home -> waiting for a status, and what was seen on the way.
import { type Board, type LiveSession, type StatusName, nodeClock, openBoard } from "../../../src/live/index.ts";
import { nodeWorld } from "../../../src/store/index.ts";
import type { Terminal } from "../../../src/proof/index.ts";

export type Scene = {
  readonly terminal: Terminal;
  /** The first session that is so, now or from now on. */
  readonly until: (wanted: StatusName, isIt?: (session: LiveSession) => boolean) => Promise<LiveSession>;
  /** Presses Enter until it is so: a dialog that has just opened takes no keys for a moment. */
  readonly confirm: (wanted: StatusName) => Promise<LiveSession>;
  readonly close: () => Promise<void>;
};

const patienceMs = 40_000;

export function openScene(terminal: Terminal, dataDir: string, idleAfterMs: number): Scene {
  const seen: LiveSession[] = [];
  const waiting = new Set<(session: LiveSession) => void>();
  const board: Board = openBoard({
    homes: [terminal.config],
    clock: nodeClock,
    processes: nodeWorld(dataDir).processes,
    idleAfterMs,
    onChange(session) {
      seen.push(session);
      for (const take of waiting) take(session);
    },
  });
  const until: Scene["until"] = (wanted, isIt = () => true) =>
    new Promise((resolve, reject) => {
      const take = (session: LiveSession): void => {
        if (session.status.status !== wanted || !isIt(session)) return;
        clearTimeout(timer);
        waiting.delete(take);
        resolve(session);
      };
      const timer = setTimeout(() => {
        waiting.delete(take);
        const names = seen.map(({ status }) => status.status).join(", ");
        terminal.screen().then(
          (screen) => reject(new Error(`never ${wanted}, but ${names}\n${screen}`)),
          (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
        );
      }, patienceMs);
      waiting.add(take);
      for (const session of board.sessions()) if (waiting.has(take)) take(session);
    });
  return {
    terminal,
    until,
    async confirm(wanted) {
      const enter = setInterval(() => void terminal.press("Enter"), 1000);
      try {
        return await until(wanted);
      } finally {
        clearInterval(enter);
      }
    },
    async close() {
      board.close();
      await terminal.close();
    },
  };
}

export function line(expected: string, { status }: LiveSession): string {
  const { call, confidence, evidence } = status;
  const of = call === undefined ? "" : ` [${call.tool}: ${call.about}]`;
  const why = evidence.map(({ source, text }) => `      ${source}: ${text}`).join("\n");
  return `${expected} -> ${status.status}${of} (${confidence})\n${why}\n`;
}
