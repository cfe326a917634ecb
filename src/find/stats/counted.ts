// Logs -> columns in which every message, call, result and prompt of all of them stands once, with the log that owns it.
import type { Digest, Numbers } from "../../graph/index.ts";
import { ownerOrder } from "../owner.ts";
import type { CountedLog } from "./accounts.ts";
import {
  type CountedCalls,
  type CountedMessages,
  type CountedPrompts,
  callColumns,
  messageColumns,
  promptColumns,
} from "./columns.ts";

export type Counted = {
  readonly logs: readonly CountedLog[];
  readonly models: readonly string[];
  readonly variants: readonly string[];
  readonly tools: readonly string[];
  readonly messages: CountedMessages;
  readonly calls: CountedCalls;
  readonly prompts: CountedPrompts;
};

export function countOnce(logs: readonly CountedLog[]): Counted {
  const size = (rows: (digest: Digest) => number): number => logs.reduce((sum, { digest }) => sum + rows(digest), 0);
  const models = labels();
  const variants = labels();
  const tools = labels();
  const messages = messageColumns(size((digest) => digest.messages.ids.length));
  const calls = callColumns(size((digest) => digest.calls.ids.length + digest.results.ids.length));
  const prompts = promptColumns(size((digest) => digest.prompts.ids.length));
  const messageRows = new Map<string, number>();
  const callRows = new Map<string, number>();
  const promptRows = new Map<string, number>();
  const shared = new Set<number>();

  logs.forEach(addMessages);
  logs.forEach(addCalls);
  logs.forEach(addResults);
  logs.forEach(addPrompts);
  if (shared.size > 0) giveToOwners();
  return { logs, models: models.all, variants: variants.all, tools: tools.all, messages, calls, prompts };

  function addMessages({ digest, modifiedMs }: CountedLog, log: number): void {
    const from = digest.messages;
    const model = digest.models.map(models.add);
    const variant = digest.variants.map(variants.add);
    let time = digest.startMs ?? modifiedMs;
    for (let at = 0; at < from.ids.length; at++) {
      time = timeOr(from.times, at, time);
      const id = from.ids[at] ?? "";
      let row = messageRows.get(id);
      if (row === undefined) {
        row = messages.count++;
        messageRows.set(id, row);
        messages.logs[row] = log;
        messages.times[row] = time;
        messages.output[row] = -1;
      } else noteShared(messages.logs[row] ?? log, log);
      messages.flags[row] = (messages.flags[row] ?? 0) | (from.flags[at] ?? 0);
      if (!isMore(row, at)) continue;
      messages.models[row] = model[from.models[at] ?? 0] ?? 0;
      messages.variants[row] = variant[from.variants[at] ?? 0] ?? 0;
      messages.input[row] = from.input[at] ?? 0;
      messages.output[row] = from.output[at] ?? 0;
      messages.cacheRead[row] = from.cacheRead[at] ?? 0;
      messages.cacheWrite[row] = from.cacheWrite[at] ?? 0;
      messages.cacheWrite1h[row] = from.cacheWrite1h[at] ?? 0;
      messages.webSearches[row] = from.webSearches[at] ?? 0;
    }

    /** Of the copies of a message the one with the greatest output counts; a tie goes to the greater rest. */
    function isMore(row: number, at: number): boolean {
      const gain = (from.output[at] ?? 0) - (messages.output[row] ?? 0);
      if (gain !== 0) return gain > 0;
      const rest = (from.input[at] ?? 0) + (from.cacheRead[at] ?? 0) + (from.cacheWrite[at] ?? 0);
      return rest > (messages.input[row] ?? 0) + (messages.cacheRead[row] ?? 0) + (messages.cacheWrite[row] ?? 0);
    }
  }

  function addCalls({ digest, modifiedMs }: CountedLog, log: number): void {
    const from = digest.calls;
    const begun = digest.messages.offsets;
    const tool = digest.tools.map(tools.add);
    let time = digest.startMs ?? modifiedMs;
    let message = -1;
    for (let at = 0; at < from.ids.length; at++) {
      time = timeOr(from.times, at, time);
      // The lines of a message follow each other: a call belongs to the message that began last.
      while (message + 1 < begun.length && (begun[message + 1] ?? 0) <= (from.offsets[at] ?? 0)) message++;
      const id = from.ids[at] ?? "";
      const known = callRows.get(id);
      if (known !== undefined) {
        noteShared(calls.callLogs[known] ?? log, log);
        continue;
      }
      const row = newCall(id);
      calls.callLogs[row] = log;
      calls.callTimes[row] = time;
      calls.tools[row] = tool[from.tools[at] ?? 0] ?? -1;
      calls.targets[row] = from.targets[at] ?? "";
      calls.messages[row] = message < 0 ? -1 : (messageRows.get(digest.messages.ids[message] ?? "") ?? -1);
    }
  }

  function addResults({ digest, modifiedMs }: CountedLog, log: number): void {
    const from = digest.results;
    let time = digest.startMs ?? modifiedMs;
    for (let at = 0; at < from.ids.length; at++) {
      time = timeOr(from.times, at, time);
      const id = from.ids[at] ?? "";
      const row = callRows.get(id) ?? newCall(id);
      const first = calls.resultLogs[row] ?? -1;
      if (first >= 0) noteShared(first, log);
      else setResult(row, { log, time, at }, digest);
    }
  }

  function setResult(row: number, place: { log: number; time: number; at: number }, { results }: Digest): void {
    calls.resultLogs[row] = place.log;
    calls.resultTimes[row] = place.time;
    calls.flags[row] = results.flags[place.at] ?? 0;
    calls.sizes[row] = results.sizes[place.at] ?? 0;
    calls.searches[row] = results.searches[place.at] ?? 0;
  }

  function newCall(id: string): number {
    const row = calls.count++;
    callRows.set(id, row);
    calls.callLogs[row] = -1;
    calls.tools[row] = -1;
    calls.messages[row] = -1;
    calls.resultLogs[row] = -1;
    calls.targets[row] = "";
    return row;
  }

  function addPrompts({ digest, kind, modifiedMs }: CountedLog, log: number): void {
    if (kind !== "session") return;
    const from = digest.prompts;
    let time = digest.startMs ?? modifiedMs;
    for (let at = 0; at < from.ids.length; at++) {
      time = timeOr(from.times, at, time);
      const id = from.ids[at] ?? "";
      const known = id === "" ? undefined : promptRows.get(id);
      if (known !== undefined) {
        noteShared(prompts.logs[known] ?? log, log);
        continue;
      }
      const row = prompts.count++;
      promptRows.set(id, row);
      prompts.logs[row] = log;
      prompts.times[row] = time;
    }
  }

  function noteShared(first: number, log: number): void {
    if (first !== log) shared.add(first).add(log);
  }

  /** Rows went to the first log that had them; where logs repeat each other, the order of owners decides anew. */
  function giveToOwners(): void {
    const places = [...shared].sort((a, b) => a - b);
    const claimants = places.flatMap((place) => logs[place] ?? []);
    // Backwards, so that the first owner has the last word.
    for (const at of ownerOrder(claimants).toReversed()) {
      const log = claimants[at];
      if (log !== undefined) claimAll(log, places[at] ?? 0);
    }
  }

  function claimAll({ digest, kind, modifiedMs }: CountedLog, log: number): void {
    let time = digest.startMs ?? modifiedMs;
    digest.messages.ids.forEach((id, at) => {
      time = timeOr(digest.messages.times, at, time);
      const row = messageRows.get(id) ?? 0;
      messages.logs[row] = log;
      messages.times[row] = time;
    });
    digest.calls.ids.forEach((id, at) => {
      time = timeOr(digest.calls.times, at, time);
      const row = callRows.get(id) ?? 0;
      calls.callLogs[row] = log;
      calls.callTimes[row] = time;
    });
    digest.results.ids.forEach((id, at) => {
      time = timeOr(digest.results.times, at, time);
      setResult(callRows.get(id) ?? 0, { log, time, at }, digest);
    });
    if (kind !== "session") return;
    digest.prompts.ids.forEach((id, at) => {
      time = timeOr(digest.prompts.times, at, time);
      const row = id === "" ? undefined : promptRows.get(id);
      if (row === undefined) return;
      prompts.logs[row] = log;
      prompts.times[row] = time;
    });
  }
}

function timeOr(times: Numbers, at: number, before: number): number {
  const time = times[at] ?? Number.NaN;
  return Number.isNaN(time) ? before : time;
}

function labels(): { readonly all: readonly string[]; readonly add: (label: string) => number } {
  const all: string[] = [];
  const places = new Map<string, number>();
  return {
    all,
    add(label) {
      const known = places.get(label);
      if (known !== undefined) return known;
      places.set(label, all.length);
      return all.push(label) - 1;
    },
  };
}
