// Facts that the host read itself -> the tables, in the same way as those of a good line.
import { Table, intern } from "./table";
import * as table from "./tables";
import { Word, id, newWord, usage } from "./tables";

/** Numbers from the host: offset, time, flags, size, searches, four lengths, six numbers of usage. */
export const numbersAt: usize = heap.alloc(15 * 8);
const OFFSET: usize = 0;
const TIME: usize = 8;
const FLAGS: usize = 16;
const SIZE: usize = 24;
const SEARCHES: usize = 32;
const LENGTHS: usize = 40;
const USAGE: usize = 72;

/** The words themselves, one behind the other. */
let textAt: usize = 0;
let textRoom: usize = 0;
let nextWord: usize = 0;
const name: Word = newWord();
const target: Word = newWord();
const SLACK: usize = 32;

export function textRoomFor(size: usize): usize {
  if (size > textRoom) {
    textRoom = size * 2;
    textAt = heap.alloc(textRoom + SLACK);
  }
  return textAt;
}

function begin(): void {
  table.setOrigin(load<f64>(numbersAt, OFFSET), load<f64>(numbersAt, TIME));
  nextWord = textAt;
  take(id, 0);
}

function take(word: Word, index: usize): void {
  word.start = nextWord;
  word.length = u32(load<f64>(numbersAt + LENGTHS + index * 8));
  nextWord += usize(word.length);
}

export function giveMessage(): void {
  begin();
  take(table.model, 1);
  take(table.version, 2);
  take(table.variant, 3);
  memory.copy(usage, numbersAt + USAGE, 48);
  table.putMessage(u32(load<f64>(numbersAt, FLAGS)));
}

export function giveCall(): void {
  begin();
  take(name, 1);
  take(target, 2);
  table.putCall(name, target);
}

export function giveResult(): void {
  begin();
  table.putResult(load<f64>(numbersAt, FLAGS), load<f64>(numbersAt, SIZE), load<f64>(numbersAt, SEARCHES));
}

export function givePrompt(): void {
  begin();
  table.putPrompt();
}

/** A label alone; gives its row. */
export function giveLabel(labels: Table): u32 {
  begin();
  return intern(labels, id.start, id.length);
}
