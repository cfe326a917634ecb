// Entries and raw bytes of one file -> disk, through one fixed buffer; counts what it writes, never holds a file in memory.
import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "./json.ts";
import { type FileTruth, type Truth, add, addEntry, addFile, emptyFile } from "./truth.ts";

export type Sink = {
  readonly file: FileTruth;
  readonly put: (entry: JsonObject) => void;
  /** A line that is no entry; the bytes carry their own newline, or none at the end of a file. */
  readonly damaged: (bytes: Buffer, reason: string) => void;
  readonly blank: () => void;
  /** Sets the modification time, for readers order sessions by it. */
  readonly close: (end: { readonly lastMs: number; readonly newline: "final" | "missing" }) => void;
};

// One buffer for all sinks would mix them up: a session stays open while its sub-agents are written.
const bufferBytes = 1 << 19;
const newline = Buffer.from("\n");

export function openSink(root: string, path: string, truth: Truth): Sink {
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
    bytes(newline);
    file.newlines += 1;
    owed = false;
  };

  return {
    file,
    put: (entry) => {
      settle();
      text(JSON.stringify(entry));
      owed = true;
      file.lines += 1;
      addEntry(truth, entry);
    },
    damaged: (chunk, reason) => {
      settle();
      bytes(chunk);
      owed = reason !== "torn-tail";
      file.lines += 1;
      add(file.damage, reason);
    },
    blank: () => {
      settle();
      owed = true;
      file.lines += 1;
      file.blank += 1;
    },
    close: (end) => {
      if (end.newline === "final") settle();
      flush();
      closeSync(descriptor);
      utimesSync(full, end.lastMs / 1000, end.lastMs / 1000);
      addFile(truth, file);
    },
  };
}
