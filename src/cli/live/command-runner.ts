// Commands, one after another -> each run, a few at a time and in order; one that fails is told of and ends nothing.
import type { LiveIo, Program } from "../io.ts";

/** A burst of events must not become a burst of processes. */
const atOnce = 8;

type Outlet = { readonly say: (text: string) => void; readonly reject: (error: unknown) => void };

export function commandRunner({ start }: LiveIo, { say, reject }: Outlet): (program: Program) => void {
  const waiting: Program[] = [];
  let running = 0;

  async function finish(program: Program): Promise<void> {
    const ended = await start(program);
    running -= 1;
    const name = program.run.kind === "line" ? program.run.line : program.run.command;
    if (ended.kind === "not-started") say(`cannot run ${name}: ${ended.reason}`);
    else if (ended.code !== 0) say(`${name} failed with ${ended.code}`);
    next();
  }

  function next(): void {
    while (running < atOnce) {
      const program = waiting.shift();
      if (program === undefined) return;
      running += 1;
      finish(program).catch(reject);
    }
  }

  return (program) => {
    waiting.push(program);
    next();
  };
}
