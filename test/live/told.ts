// Events of a tail -> the lines told of each file, in order, with their generation and place; whoever was found first comes first.
import type { TailEvent } from "../../src/live/index.ts";

export type ToldLine = {
  readonly generation: number;
  readonly number: number;
  readonly offset: number;
  readonly text: string;
};

export type Told = {
  readonly take: (event: TailEvent) => void;
  /** By the path a file was found under and how often one was found there: `a.jsonl 1`. */
  readonly lines: () => ReadonlyMap<string, readonly ToldLine[]>;
  readonly events: () => readonly TailEvent[];
};

export function told(): Told {
  const names = new Map<number, string>();
  const found = new Map<string, number>();
  const lines = new Map<string, ToldLine[]>();
  const events: TailEvent[] = [];
  return {
    take(event) {
      events.push(event);
      if (event.kind === "found") {
        const { path, id } = event.file;
        const times = (found.get(path) ?? 0) + 1;
        found.set(path, times);
        names.set(id, `${path} ${times}`);
        lines.set(`${path} ${times}`, []);
      }
      if (event.kind !== "lines") return;
      const list = lines.get(names.get(event.file.id) ?? "");
      if (list === undefined) throw new Error(`lines of a file that was never found: ${event.file.path}`);
      for (const { line } of event.lines) {
        const text = line.bytes === undefined ? `(${line.length} bytes)` : Buffer.from(line.bytes).toString("latin1");
        list.push({ generation: event.generation, number: line.number, offset: line.offset, text });
      }
    },
    lines: () => lines,
    events: () => events,
  };
}
