// Messages, calls, results and prompts of one log -> their tables; what a message or call is called by is a label.
import { ROW_NUMBERS, Table, add, addText, append, emptyTable, find, intern, newTable, NO_ROW, rowAt } from "./table";

export const messages: Table = newTable(12);
export const calls: Table = newTable(3);
export const results: Table = newTable(5);
export const prompts: Table = newTable(2);
export const models: Table = newTable(0);
export const versions: Table = newTable(0);
export const variants: Table = newTable(0);
export const tools: Table = newTable(0);
/** No rows, only the text: a target for each call. */
export const targets: Table = newTable(0);

// Numbers of a row. All begin with the place and the time of the line.
const OFFSET: usize = ROW_NUMBERS;
const TIME: usize = ROW_NUMBERS + 8;
const MODEL: usize = ROW_NUMBERS + 16;
const VERSION: usize = ROW_NUMBERS + 24;
const VARIANT: usize = ROW_NUMBERS + 32;
const FLAGS: usize = ROW_NUMBERS + 40;
const USAGE: usize = ROW_NUMBERS + 48;
const INPUT: usize = USAGE;
const OUTPUT: usize = USAGE + 8;
const CACHE_READ: usize = USAGE + 16;
const CACHE_WRITE: usize = USAGE + 24;
const TOOL: usize = ROW_NUMBERS + 16;
const RESULT_FLAGS: usize = ROW_NUMBERS + 16;
const RESULT_SIZE: usize = ROW_NUMBERS + 24;
const RESULT_SEARCHES: usize = ROW_NUMBERS + 32;

/** A string: where it begins and how long it is. */
@unmanaged
export class Word {
  start: usize;
  length: u32;
}

export function newWord(): Word {
  return changetype<Word>(heap.alloc(offsetof<Word>()));
}

/** What is about to be added: the line it stands in, its id, and the words that go with it. */
export const id: Word = newWord();
export const model: Word = newWord();
export const version: Word = newWord();
export const variant: Word = newWord();
/** Input, output, cache read, cache write, cache write for an hour, web searches. */
export const usage: usize = heap.alloc(48);
export let offset: f64 = 0;
export let time: f64 = 0;

export function setOrigin(at: f64, timeMs: f64): void {
  offset = at;
  time = timeMs;
}

export function emptyTables(): void {
  emptyTable(messages);
  emptyTable(calls);
  emptyTable(results);
  emptyTable(prompts);
  emptyTable(models);
  emptyTable(versions);
  emptyTable(variants);
  emptyTable(tools);
  emptyTable(targets);
}

export function putMessage(flags: u32): void {
  const known = knownRow(messages);
  if (known != NO_ROW) {
    const at = rowAt(messages, known);
    store<f64>(at, f64(u32(load<f64>(at, FLAGS)) | flags), FLAGS);
    if (isBetter(at)) describe(at);
    return;
  }
  const at = place(messages, newRow(messages));
  store<f64>(at, f64(flags), FLAGS);
  describe(at);
}

/** Of the lines of a message the one with the greatest output counts; a tie goes to the greater rest. */
function isBetter(at: usize): bool {
  const output = load<f64>(usage, 8);
  const known = load<f64>(at, OUTPUT);
  if (output != known) return output > known;
  const rest = load<f64>(usage) + load<f64>(usage, 16) + load<f64>(usage, 24);
  return rest > load<f64>(at, INPUT) + load<f64>(at, CACHE_READ) + load<f64>(at, CACHE_WRITE);
}

function describe(at: usize): void {
  store<f64>(at, f64(intern(models, model.start, model.length)), MODEL);
  store<f64>(at, f64(intern(versions, version.start, version.length)), VERSION);
  store<f64>(at, f64(intern(variants, variant.start, variant.length)), VARIANT);
  v128.store(at + USAGE, v128.load(usage));
  v128.store(at + USAGE + 16, v128.load(usage, 16));
  v128.store(at + USAGE + 32, v128.load(usage, 32));
}

/** `name` and `target` are words like the id. */
export function putCall(name: Word, target: Word): void {
  if (knownRow(calls) != NO_ROW) return;
  const at = place(calls, newRow(calls));
  store<f64>(at, f64(intern(tools, name.start, name.length)), TOOL);
  addText(targets, target.start, target.length);
}

export function putResult(flags: f64, size: f64, searches: f64): void {
  if (knownRow(results) != NO_ROW) return;
  const at = place(results, newRow(results));
  store<f64>(at, flags, RESULT_FLAGS);
  store<f64>(at, size, RESULT_SIZE);
  store<f64>(at, searches, RESULT_SEARCHES);
}

export function putPrompt(): void {
  if (knownRow(prompts) == NO_ROW) place(prompts, newRow(prompts));
}

/** One without an id is always another one. */
function knownRow(table: Table): u32 {
  return id.length ? find(table, id.start, id.length) : NO_ROW;
}

function newRow(table: Table): u32 {
  return id.length ? add(table, id.start, id.length) : append(table, id.start, 0);
}

function place(table: Table, row: u32): usize {
  const at = rowAt(table, row);
  store<f64>(at, offset, OFFSET);
  store<f64>(at, time, TIME);
  return at;
}

export const TABLES: u32 = 9;

/** In the order of the host's names for them. */
export function tableAt(index: u32): Table {
  switch (index) {
    case 0:
      return messages;
    case 1:
      return calls;
    case 2:
      return results;
    case 3:
      return prompts;
    case 4:
      return models;
    case 5:
      return versions;
    case 6:
      return variants;
    case 7:
      return tools;
  }
  return targets;
}
