// Columns of a digest that live in the kernel's memory: facts go in one by one, flat arrays come out at the end.
import type { Digest, digester } from "../../graph/index.ts";
import type { Kernel } from "./kernel.ts";
import * as at from "./layout.ts";
import { type Columns, readColumns } from "./table-columns.ts";
import { shelf } from "./tables.ts";
import { storedWord } from "./text.ts";

export type ColumnWriter = NonNullable<Parameters<typeof digester>[1]>;

export type ColumnOptions = {
  /** A digest whose rows the kernel has not seen. */
  readonly start: Digest | undefined;
  /** Gives all columns at the end; without it they are copied out of the kernel's tables. */
  readonly all?: ((kernel: Kernel) => Columns) | undefined;
};

/** The digests of many small logs share one. */
const slabBytes = 256 * 1024;
const ours = shelf(slabBytes);

/** For lines that the kernel does not read itself. */
export function kernelColumns(kernel: Kernel, { start, all }: ColumnOptions): ColumnWriter {
  const { calls } = kernel;
  const numbers = calls.numbersAt.value / 8;

  function give(words: readonly string[], { offset, time }: { readonly offset: number; readonly time: number }): void {
    const stored = words.map(storedWord);
    const text = stored.join("");
    const room = calls.textRoomFor(text.length);
    kernel.refresh();
    kernel.bytes.write(text, room, "latin1");
    kernel.doubles[numbers] = offset;
    kernel.doubles[numbers + 1] = time;
    for (const [index, word] of stored.entries()) kernel.doubles[numbers + at.givenLengths + index] = word.length;
  }

  function addLabel(table: number, label: string): number {
    give([label], { offset: 0, time: 0 });
    const row = calls.giveLabel(calls.tableAt(table));
    kernel.refresh();
    return row;
  }

  const writer: ColumnWriter = {
    versions: { add: (label) => addLabel(at.tables.versions, label) },
    message({ id, model, variant, flags, ...usage }, origin) {
      give([id, model, origin.version, variant], origin);
      kernel.doubles[numbers + at.givenFlags] = flags;
      const { input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches } = usage;
      kernel.doubles.set([input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches], numbers + at.givenUsage);
      calls.giveMessage();
      kernel.refresh();
    },
    call({ id, name, target }, origin) {
      give([id, name, target], origin);
      calls.giveCall();
      kernel.refresh();
    },
    result({ callId, flags, size, searches }, origin) {
      give([callId], origin);
      kernel.doubles.set([flags, size, searches], numbers + at.givenFlags);
      calls.giveResult();
      kernel.refresh();
    },
    prompt(id, origin) {
      give([id], origin);
      calls.givePrompt();
      kernel.refresh();
    },
    all: () => (all === undefined ? readColumns(ours.keep(kernel)) : all(kernel)),
  };
  if (start !== undefined) replay(start, writer, addLabel);
  return writer;
}

/** The rows of an earlier digest, as if they came again. */
function replay(start: Digest, writer: ColumnWriter, addLabel: (table: number, label: string) => number): void {
  const { messages, calls, results, prompts } = start;
  for (const label of start.models) addLabel(at.tables.models, label);
  for (const label of start.versions) addLabel(at.tables.versions, label);
  for (const label of start.variants) addLabel(at.tables.variants, label);
  for (const label of start.tools) addLabel(at.tables.tools, label);
  const origin = (columns: typeof prompts, row: number) => ({
    offset: columns.offsets[row] ?? 0,
    time: columns.times[row] ?? Number.NaN,
    version: "",
  });
  for (const [row, id] of [...messages.ids].entries()) {
    const facts = {
      id,
      model: start.models[messages.models[row] ?? 0] ?? "",
      variant: start.variants[messages.variants[row] ?? 0] ?? "",
      flags: messages.flags[row] ?? 0,
      input: messages.input[row] ?? 0,
      output: messages.output[row] ?? 0,
      cacheRead: messages.cacheRead[row] ?? 0,
      cacheWrite: messages.cacheWrite[row] ?? 0,
      cacheWrite1h: messages.cacheWrite1h[row] ?? 0,
      webSearches: messages.webSearches[row] ?? 0,
    };
    writer.message(facts, { ...origin(messages, row), version: start.versions[messages.versions[row] ?? 0] ?? "" });
  }
  for (const [row, id] of [...calls.ids].entries()) {
    const name = start.tools[calls.tools[row] ?? 0] ?? "";
    writer.call({ id, name, target: calls.targets[row] ?? "" }, origin(calls, row));
  }
  for (const [row, callId] of [...results.ids].entries()) {
    const facts = {
      flags: results.flags[row] ?? 0,
      size: results.sizes[row] ?? 0,
      searches: results.searches[row] ?? 0,
    };
    writer.result({ callId, ...facts }, origin(results, row));
  }
  for (const [row, id] of [...prompts.ids].entries()) writer.prompt(id, origin(prompts, row));
}
