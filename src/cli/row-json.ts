// A row -> the stable JSON of `clew rows` and `clew show --json`.
import type { Row } from "../view/index.ts";
import { isoTime, jsonLine } from "./json-line.ts";

export function rowJson({ timeMs, id, ...row }: Row): string {
  const whole = { ...row, uuid: id, time: isoTime(timeMs) };
  try {
    return jsonLine(whole);
  } catch (error) {
    // Only a tool's input can be nested more deeply than can be written; its line still has it.
    if (error instanceof RangeError) return jsonLine({ ...whole, input: undefined });
    throw error;
  }
}
