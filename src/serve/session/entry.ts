// A line of a log -> that line as it is, for whoever wants to see it raw; what is too long is cut and says so.
import { stringField } from "../../format/index.ts";
import { WorldError } from "../../store/index.ts";
import type { Layout } from "./layout.ts";
import { entryIn } from "./row-count.ts";

const mostBytes = 1024 * 1024;
const decoder = new TextDecoder();

export function entryJson({ file }: Layout, line: number): object {
  const decoded = file.lineAt(line);
  if (decoded === undefined) throw noLine(line);
  const { offset, length, bytes } = decoded.line;
  const raw = entryIn(decoded);
  return {
    line,
    offset,
    bytes: length,
    kind: decoded.kind,
    type: raw && stringField(raw, "type"),
    uuid: raw && stringField(raw, "uuid"),
    text: bytes === undefined ? "" : decoder.decode(bytes.subarray(0, mostBytes)),
    isWhole: bytes !== undefined && bytes.length <= mostBytes,
  };
}

export const noLine = (line: number): WorldError =>
  new WorldError("not-found", `the log has no line ${line}`, {
    hint: "lines count from 1; it may have been cut since",
  });
