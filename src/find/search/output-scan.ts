// A tool's output that was kept in a file of its own -> where it matches; its text is cut into parts as the index cuts it.
import { utf8Text } from "../../format/index.ts";
import type { TextPart } from "../../graph/index.ts";
import type { FileContext, PartContext } from "../query/evaluate.ts";
import type { Judge } from "./entry-match.ts";
import { type FileReader, openReader } from "./file-reader.ts";
import type { FoundPart } from "./log-scan.ts";

export type OutputPiece = { readonly offset: number; readonly line: number; readonly text: string };

export function* scanOutput(
  { path, context }: { readonly path: string; readonly context: FileContext },
  judge: Judge,
): Generator<FoundPart, void, undefined> {
  const reader = openReader(path);
  try {
    const orderSeconds = Math.floor(reader.modifiedMs / 1000);
    for (const { offset, line, text } of outputPieces(reader)) {
      if (judge.matches(outputPart(text), outputContext(context, orderSeconds)))
        yield { offset, line, part: 0, orderSeconds };
    }
  } finally {
    reader.close();
  }
}

export const outputPart = (text: string): TextPart => ({
  kind: "result",
  role: "tool",
  text,
  callId: undefined,
  tool: undefined,
  isError: false,
  isHuman: false,
});

export const outputContext = (file: FileContext, orderSeconds: number): PartContext => ({
  ...file,
  timeMs: orderSeconds * 1000,
  branch: undefined,
  model: undefined,
  isSidechain: false,
  call: () => undefined,
});

const chunkBytes = 512 * 1024;
const pieceBytes = 8 * 1024 * 1024;

/** Longer outputs are several parts, cut behind a line feed. */
export function* outputPieces(reader: FileReader): Generator<OutputPiece, void, undefined> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let offset = 0;
  let line = 1;
  const { sizeBytes } = reader;
  for (let at = 0; at < sizeBytes;) {
    const buffer = new Uint8Array(Math.min(chunkBytes, sizeBytes - at));
    const chunk = buffer.subarray(0, reader.read(buffer, at));
    if (chunk.length === 0) break;
    at += chunk.length;
    const cut = length + chunk.length >= pieceBytes ? chunk.lastIndexOf(0x0a) + 1 : 0;
    pieces.push(chunk.subarray(0, cut));
    if (cut > 0) {
      const text = utf8Text(Buffer.concat(pieces));
      yield { offset, line, text };
      line += text.split("\n").length - 1;
      offset += length + cut;
      pieces = [];
      length = 0;
    }
    pieces.push(chunk.subarray(cut));
    length += chunk.length - cut;
  }
  const text = utf8Text(Buffer.concat(pieces));
  if (text !== "") yield { offset, line, text };
}
