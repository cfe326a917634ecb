// Crafted logs as rows <-> bytes, and the check that a repair of damaged ones sends what the sound one sends.
import { expect } from "vitest";
import type { Json } from "../../src/format/index.ts";
import { type Craft, sessionId } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";

export type Row = { readonly [key: string]: Json };

export const rowsOf = (made: Craft): readonly Row[] =>
  made
    .text()
    .trimEnd()
    .split("\n")
    .map((line) => {
      const row: unknown = JSON.parse(line);
      if (!isRow(row)) throw new Error(`no object: ${line}`);
      return row;
    });
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;
export const bytesOf = (rows: readonly Row[]): Uint8Array =>
  new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

export function checkMended(damaged: readonly Row[], sound: readonly Row[]): void {
  const { bytes } = repaired(bytesOf(damaged), "main", sessionId);
  expect(requestOf(bytes)).toEqual(requestOf(bytesOf(sound)));
  expect(repaired(bytes, "main", sessionId).isIdle).toBe(true);
}
