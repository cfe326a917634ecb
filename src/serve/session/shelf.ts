// Paths of logs -> their layouts, kept while they are true and there is room; the one used longest ago makes room.
import { statSync } from "node:fs";
import type { Clock } from "../../live/index.ts";
import { worldError } from "../../store/index.ts";
import { type Glance, type Provisional, glanceAt } from "./glance.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { continues, revisionSince, stateOf } from "./revision.ts";

export type Kept = {
  readonly layout: Layout;
  /** Tells one state of the log from another; `since` is what an earlier answer had. */
  readonly revision: (since?: string) => string;
  /** Only a stretch of it was read. */
  readonly provisional?: Provisional;
};

export type Shelf = {
  readonly open: (path: string) => Promise<Kept>;
  /** The whole where it is there already or soon read; else the beginning, or what stands around a line. */
  readonly glance: (path: string, line: number | undefined) => Promise<Kept>;
  readonly close: () => void;
};

type Book = Kept & {
  /** Stays while the log only grows. */
  readonly way: string;
  readonly state: string;
  readonly look: Look;
  readonly costMs: number;
  readonly madeAtMs: number;
  readonly bytes: number;
};
type Look = { readonly size: number; readonly modifiedMs: number; readonly inode: number };

/** What a node, its ids and its share of the tables take, measured. */
const bytesPerLine = 700;
const mostBytes = 128 * 1024 * 1024;
const mostBooks = 24;
/** Longer logs take longer than a person should wait for the first words. */
const longBytes = 12 * 1024 * 1024;
const mostGlances = 8;
const soonMs = 100;
/** Of a long log that grows all the time, so much of the time may be spent on laying it out again. */
const share = 1 / 4;

export type Times = Pick<Clock, "monotonicMs">;

export function shelf({ monotonicMs }: Times, room: number = mostBytes): Shelf {
  const books = new Map<string, Book>();
  const coming = new Set<string>();
  const glances = new Map<string, Glance & { readonly path: string }>();

  async function open(path: string): Promise<Kept> {
    const book = books.get(path);
    if (book === undefined) return make(path);
    if (isSame(book.look, lookAt(path))) return keep(path, book);
    const pauseMs = book.madeAtMs + book.costMs / share - book.costMs - monotonicMs();
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const other = books.get(path);
    // Somebody else waited for the same.
    return other !== undefined && isSame(other.look, lookAt(path)) ? keep(path, other) : make(path);
  }

  function make(path: string): Kept {
    const startMs = monotonicMs();
    const look = lookAt(path);
    const layout = layoutOf(path);
    const before = books.get(path);
    const { inode } = look;
    const state = stateOf(inode, layout.main);
    const way = before !== undefined && continues(before.state, inode, layout.main) ? before.way : state;
    before?.layout.close();
    dropGlances((glance) => glance.path === path);
    const { lines } = layout.session.log.tally;
    const madeAtMs = monotonicMs();
    return keep(path, {
      layout,
      look,
      way,
      state,
      revision: (since) => revisionSince({ path: way, state, inode, layout }, since),
      bytes: lines * bytesPerLine,
      madeAtMs,
      costMs: madeAtMs - startMs,
    });
  }

  function keep(path: string, book: Book): Kept {
    books.delete(path);
    books.set(path, book);
    let used = [...books.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [other, { layout, bytes }] of books) {
      if ((used <= room && books.size <= mostBooks) || other === path) break;
      used -= bytes;
      books.delete(other);
      layout.close();
    }
    return book;
  }

  async function glance(path: string, line: number | undefined): Promise<Kept> {
    if (books.has(path) || lookAt(path).size <= longBytes) return await open(path);
    // Rows and head of the same stretch are asked for together.
    const key = `${line ?? ""} ${path}`;
    const found = glances.get(key) ?? glanceAt(path, line);
    if (found === undefined) return await open(path);
    glances.set(key, { ...found, path });
    const [oldest] = glances.values();
    if (glances.size > mostGlances) dropGlances((one) => one === oldest);
    beginWhole(path);
    return { ...found, revision: () => "provisional.0" };
  }

  /** Soon after the first look the whole is wanted. */
  function beginWhole(path: string): void {
    if (coming.has(path)) return;
    coming.add(path);
    setTimeout(() => {
      coming.delete(path);
      // What goes wrong is told to whoever asks for the whole.
      open(path).catch(() => dropGlances((glance) => glance.path === path));
    }, soonMs);
  }

  function dropGlances(isWanted: (glance: Glance & { readonly path: string }) => boolean): void {
    for (const [key, one] of glances) {
      if (!isWanted(one)) continue;
      glances.delete(key);
      one.layout.close();
    }
  }

  return {
    open,
    glance,
    close() {
      for (const { layout } of books.values()) layout.close();
      books.clear();
      dropGlances(() => true);
    },
  };
}

const isSame = (a: Look, b: Look): boolean => a.size === b.size && a.modifiedMs === b.modifiedMs && a.inode === b.inode;

function lookAt(path: string): Look {
  try {
    const { size, mtimeMs, ino } = statSync(path);
    return { size, modifiedMs: mtimeMs, inode: ino };
  } catch (error) {
    throw worldError(error, path);
  }
}
