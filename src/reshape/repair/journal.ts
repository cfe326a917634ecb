// What repair did -> steps for people, and what became of each line that does not stay; gathered while the plan is made.
import type { Dropped, Step } from "../plan.ts";

export type Journal = {
  /** One sentence; the same sentence again is counted. `line` of the source. */
  readonly step: (code: string, text: string, line: number) => void;
  /** Why a source line is not in the result as a whole. */
  readonly note: (line: number, reason: string, aside: "set-aside" | "told") => void;
  /** So many blocks that are sent so far will not be, though their lines stay: the step that goes with it says why. */
  readonly leave: (blocks: number) => void;
  readonly left: () => number;
  readonly steps: () => readonly Step[];
  readonly noteOf: (line: number) => Dropped | undefined;
};

export function startJournal(): Journal {
  const steps = new Map<string, Step>();
  const notes = new Map<number, Dropped>();
  let left = 0;
  return {
    step(code, sentence, line) {
      const text = clauseOf(sentence);
      const key = `${code}\0${text}`;
      const before = steps.get(key);
      steps.set(key, before === undefined ? { code, text, count: 1, line } : { ...before, count: before.count + 1 });
    },
    note(line, reason, aside) {
      const before = notes.get(line);
      const setAside = aside === "set-aside" || before?.setAside === true;
      if (line > 0) notes.set(line, { line, reason: before?.reason ?? reason, setAside });
    },
    leave(blocks) {
      left += blocks;
    },
    left: () => left,
    steps: () => [...steps.values()],
    noteOf: (line) => notes.get(line),
  };
}

/** Keeps the first step and nothing else: enough to know whether there was one. */
export function shortJournal(): Journal {
  const journal = startJournal();
  return {
    ...journal,
    step(...step) {
      if (journal.steps().length === 0) journal.step(...step);
    },
    note: () => undefined,
  };
}

/** As the steps of all other commands are worded: one item of a list, whoever shows it. */
const clauseOf = (sentence: string): string =>
  sentence.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
