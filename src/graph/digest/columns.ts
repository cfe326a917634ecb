// Facts of messages, calls, results and prompts as they come -> growing columns in which each id stands once.
import type { Ids } from "./ids.ts";
import type { CallColumns, Digest, MessageColumns, Numbers, PromptColumns, ResultColumns } from "./digest.ts";
import type { CallFacts, MessageFacts, ResultFacts } from "./line-facts.ts";

/** The line that a fact stands in. */
export type Origin = { readonly offset: number; readonly time: number; readonly version: string };

export type Columns = Pick<
  Digest,
  "models" | "versions" | "variants" | "tools" | "messages" | "calls" | "results" | "prompts"
>;

export type ColumnWriter = {
  readonly versions: { readonly add: (label: string) => number };
  readonly message: (facts: MessageFacts, origin: Origin) => void;
  readonly call: (facts: CallFacts, origin: Origin) => void;
  readonly result: (facts: ResultFacts, origin: Origin) => void;
  readonly prompt: (id: string, origin: Origin) => void;
  readonly all: () => Columns;
};

type Growing<T> = {
  -readonly [K in keyof T]: T[K] extends Ids ? string[] : T[K] extends Numbers ? number[] : string[];
};

export function emptyColumns(): ColumnWriter {
  return columnsOf({
    models: [],
    versions: [],
    variants: [],
    tools: [],
    messages: {
      ids: [],
      offsets: [],
      times: [],
      models: [],
      versions: [],
      variants: [],
      flags: [],
      input: [],
      output: [],
      cacheRead: [],
      cacheWrite: [],
      cacheWrite1h: [],
      webSearches: [],
    },
    calls: { ids: [], offsets: [], times: [], tools: [], targets: [] },
    results: { ids: [], offsets: [], times: [], flags: [], sizes: [], searches: [] },
    prompts: { ids: [], offsets: [], times: [] },
  });
}

/** Goes on where those columns end; the columns themselves stay as they are. */
export function columnsOf(start: Columns): ColumnWriter {
  const models = labels(start.models);
  const versions = labels(start.versions);
  const variants = labels(start.variants);
  const tools = labels(start.tools);
  const messages = copyMessages(start.messages);
  const calls = copyCalls(start.calls);
  const results = copyResults(start.results);
  const prompts: Growing<PromptColumns> = {
    ids: [...start.prompts.ids],
    offsets: Array.from(start.prompts.offsets),
    times: Array.from(start.prompts.times),
  };
  // One without an id is always another one.
  const messageAt = idPlaces(messages.ids);
  // The lines of a message mostly follow each other.
  let lastMessage = "";
  let lastMessageAt = -1;
  const callAt = idPlaces(calls.ids);
  const resultAt = idPlaces(results.ids);
  const promptAt = idPlaces(prompts.ids);

  return {
    versions,
    message(facts, { offset, time, version }) {
      const isLast = facts.id !== "" && facts.id === lastMessage && lastMessageAt >= 0;
      const known = isLast ? lastMessageAt : messageAt.get(facts.id);
      lastMessage = facts.id;
      lastMessageAt = known ?? messages.ids.length;
      if (known !== undefined) return improve(known, facts, version);
      if (facts.id !== "") messageAt.set(facts.id, messages.ids.length);
      messages.ids.push(facts.id);
      messages.offsets.push(offset);
      messages.times.push(time);
      messages.flags.push(facts.flags);
      messages.models.push(models.add(facts.model));
      messages.versions.push(versions.add(version));
      messages.variants.push(variants.add(facts.variant));
      messages.input.push(facts.input);
      messages.output.push(facts.output);
      messages.cacheRead.push(facts.cacheRead);
      messages.cacheWrite.push(facts.cacheWrite);
      messages.cacheWrite1h.push(facts.cacheWrite1h);
      messages.webSearches.push(facts.webSearches);
    },
    call({ id, name, target }, { offset, time }) {
      if (callAt.has(id)) return;
      if (id !== "") callAt.set(id, calls.ids.length);
      calls.ids.push(id);
      calls.offsets.push(offset);
      calls.times.push(time);
      calls.tools.push(tools.add(name));
      calls.targets.push(target);
    },
    result({ callId, flags, size, searches }, { offset, time }) {
      if (resultAt.has(callId)) return;
      if (callId !== "") resultAt.set(callId, results.ids.length);
      results.ids.push(callId);
      results.offsets.push(offset);
      results.times.push(time);
      results.flags.push(flags);
      results.sizes.push(size);
      results.searches.push(searches);
    },
    prompt(id, { offset, time }) {
      if (promptAt.has(id)) return;
      if (id !== "") promptAt.set(id, prompts.ids.length);
      prompts.ids.push(id);
      prompts.offsets.push(offset);
      prompts.times.push(time);
    },
    all: () => ({
      models: models.all,
      versions: versions.all,
      variants: variants.all,
      tools: tools.all,
      messages,
      calls,
      results,
      prompts,
    }),
  };

  /** Of the lines of a message the one with the greatest output counts; a tie goes to the greater rest. */
  function improve(at: number, facts: MessageFacts, version: string): void {
    messages.flags[at] = (messages.flags[at] ?? 0) | facts.flags;
    const output = messages.output[at] ?? 0;
    if (facts.output < output) return;
    const rest = (messages.input[at] ?? 0) + (messages.cacheRead[at] ?? 0) + (messages.cacheWrite[at] ?? 0);
    if (facts.output === output && facts.input + facts.cacheRead + facts.cacheWrite <= rest) return;
    messages.models[at] = models.add(facts.model);
    messages.versions[at] = versions.add(version);
    messages.variants[at] = variants.add(facts.variant);
    messages.input[at] = facts.input;
    messages.output[at] = facts.output;
    messages.cacheRead[at] = facts.cacheRead;
    messages.cacheWrite[at] = facts.cacheWrite;
    messages.cacheWrite1h[at] = facts.cacheWrite1h;
    messages.webSearches[at] = facts.webSearches;
  }
}

function labels(start: readonly string[]): {
  readonly add: (label: string) => number;
  readonly all: readonly string[];
} {
  const all = [...start];
  const known = places(all);
  let last = "";
  let lastAt = -1;
  return {
    add(label) {
      if (lastAt >= 0 && label === last) return lastAt;
      let at = known.get(label);
      if (at === undefined) {
        at = all.length;
        known.set(label, at);
        all.push(label);
      }
      last = label;
      lastAt = at;
      return at;
    },
    all,
  };
}

function places(ids: readonly string[]): Map<string, number> {
  const map = new Map<string, number>();
  for (let at = 0; at < ids.length; at++) map.set(ids[at] ?? "", at);
  return map;
}

function idPlaces(ids: readonly string[]): Map<string, number> {
  const map = places(ids);
  map.delete("");
  return map;
}

function copyMessages(from: MessageColumns): Growing<MessageColumns> {
  return {
    ids: [...from.ids],
    offsets: Array.from(from.offsets),
    times: Array.from(from.times),
    models: Array.from(from.models),
    versions: Array.from(from.versions),
    variants: Array.from(from.variants),
    flags: Array.from(from.flags),
    input: Array.from(from.input),
    output: Array.from(from.output),
    cacheRead: Array.from(from.cacheRead),
    cacheWrite: Array.from(from.cacheWrite),
    cacheWrite1h: Array.from(from.cacheWrite1h),
    webSearches: Array.from(from.webSearches),
  };
}

function copyCalls(from: CallColumns): Growing<CallColumns> {
  return {
    ids: [...from.ids],
    offsets: Array.from(from.offsets),
    times: Array.from(from.times),
    tools: Array.from(from.tools),
    targets: [...from.targets],
  };
}

function copyResults(from: ResultColumns): Growing<ResultColumns> {
  return {
    ids: [...from.ids],
    offsets: Array.from(from.offsets),
    times: Array.from(from.times),
    flags: Array.from(from.flags),
    sizes: Array.from(from.sizes),
    searches: Array.from(from.searches),
  };
}
