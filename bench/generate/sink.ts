// Entries and raw bytes of one file -> disk, through one fixed buffer; counts what it writes, never holds a file in memory.
import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "./json.ts";
import { type Spelling, clientSpelling, spell } from "./spelling.ts";
import { type FileTruth, type Truth, add, addEntry, addFile, emptyFile } from "./truth.ts";

export type Sink = {
  readonly file: FileTruth;
  readonly put: (entry: JsonObject) => void;
  /** A whole entry in these very characters. */
  readonly verbatim: (text: string | Buffer, entry: JsonObject) => void;
  /** A line that is no entry; the bytes carry their own newline, or none at the end of a file. */
  readonly damaged: (bytes: Buffer, reason: string) => void;
  /** White space, or nothing. */
  readonly blank: (space?: string) => void;
  /** Sets the modification time, for readers order sessions by it. */
  readonly close: (end: { readonly lastMs: number; readonly newline: "final" | "missing" }) => void;
};

// One buffer for all sinks would mix them up: a session stays open while its sub-agents are written.
const bufferBytes = 1 << 19;

export function openSink(root: string, path: string, truth: Truth): Sink {
  return openSpelledSink(root, path, { truth, spelling: clientSpelling });
}

export function openSpelledSink(
  root: string,
  path: string,
  { truth, spelling }: { readonly truth: Truth; readonly spelling: Spelling },
): Sink {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  const descriptor = openSync(full, "w", 0o600);
  const buffer = Buffer.allocUnsafe(bufferBytes);
  const file = emptyFile(path);
  let used = 0;
  // The newline is owed until something follows, so that the last one can be left out.
  let owed = false;

  const flush = (): void => {
    for (let at = 0; at < used;) at += writeSync(descriptor, buffer, at, used - at);
    used = 0;
  };
  const bytes = (chunk: Buffer): void => {
    if (used + chunk.length > bufferBytes) flush();
    if (chunk.length > bufferBytes)
      for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at, chunk.length - at);
    else used += chunk.copy(buffer, used);
    file.bytes += chunk.length;
  };
  const text = (chunk: string): void => {
    // Three bytes are the most that one UTF-16 unit takes.
    if (chunk.length * 3 > bufferBytes) return bytes(Buffer.from(chunk));
    if (used + chunk.length * 3 > bufferBytes) flush();
    const written = buffer.write(chunk, used);
    used += written;
    file.bytes += written;
  };
  const settle = (): void => {
    if (!owed) return;
    text(spelling.lineEnd);
    file.newlines += 1;
    owed = false;
  };
  const begin = (): void => {
    if (file.bytes === 0) text(spelling.start);
    settle();
  };

  const verbatim: Sink["verbatim"] = (line, entry) => {
    begin();
    if (typeof line === "string") text(line);
    else bytes(line);
    owed = true;
    file.lines += 1;
    addEntry(truth, entry);
  };

  return {
    file,
    put: (entry) => verbatim(spell(entry, spelling), entry),
    verbatim,
    damaged: (chunk, reason) => {
      begin();
      bytes(chunk);
      owed = reason !== "torn-tail";
      file.lines += 1;
      add(file.damage, reason);
    },
    blank: (space = "") => {
      begin();
      text(space);
      owed = true;
      file.blank += 1;
    },
    close: (end) => {
      if (end.newline === "final") settle();
      flush();
      closeSync(descriptor);
      utimesSync(full, end.lastMs / 1000, end.lastMs / 1000);
      if (file.lines === 0) return;
      addFile(truth, file);
      add(truth.spellings, spelling.name);
    },
  };
}
