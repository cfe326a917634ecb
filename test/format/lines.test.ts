// Laws of lines: any bytes in any chunks -> lines that tile the file.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Line, lineSplitter, maxLineBytes, splitLines } from "../../src/format/index.ts";
import { bytesOf, seeded } from "../craft.ts";

/** Bytes in which line ends are common. */
const anyBytes = fc
  .array(fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x0a), fc.integer({ min: 0, max: 255 })), { maxLength: 60 })
  .map((bytes) => Uint8Array.from(bytes));
const borders = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 });

/** Cut at every border; empty chunks happen. */
function chunked(bytes: Uint8Array, at: readonly number[]): readonly Uint8Array[] {
  const places = [0, ...at.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.slice(places[index], end));
}

const ends = { lf: [0x0a], crlf: [0x0d, 0x0a], none: [] } as const;
const joined = (lines: readonly Line[]): readonly number[] =>
  lines.flatMap(({ bytes, end }) => [...(bytes ?? []), ...ends[end]]);

describe("lines", () => {
  it("joined are the file, however it was chunked", () => {
    fc.assert(
      fc.property(anyBytes, borders, (bytes, at) => {
        const lines = [...splitLines(chunked(bytes, at))];
        expect(joined(lines)).toEqual([...bytes]);
        expect(lines).toEqual([...splitLines([bytes])]);
      }),
      seeded(1000),
    );
  });

  it("tile the file: each begins where the one before ends, and only the last may lack its end", () => {
    fc.assert(
      fc.property(anyBytes, borders, (bytes, at) => {
        let offset = 0;
        const lines = [...splitLines(chunked(bytes, at))];
        lines.forEach((line, index) => {
          expect([line.number, line.offset]).toEqual([index + 1, offset]);
          expect(line.length).toBe((line.bytes?.length ?? 0) + ends[line.end].length);
          expect(line.end !== "none" || index === lines.length - 1).toBe(true);
          offset += line.length;
        });
        expect(offset).toBe(bytes.length);
      }),
      seeded(500),
    );
  });

  it("before a cut are the same lines: any prefix of a log is a log", () => {
    fc.assert(
      fc.property(anyBytes, fc.nat({ max: 60 }), (bytes, cut) => {
        const whole = [...splitLines([bytes])];
        const part = [...splitLines([bytes.subarray(0, cut)])];
        const before = whole.filter((line) => line.end !== "none" && line.offset + line.length <= cut);
        expect(part.slice(0, before.length)).toEqual(before);
        expect(part.length - before.length).toBeLessThanOrEqual(1);
      }),
      seeded(500),
    );
  });

  it("go on from a known place as if they had been read in one go", () => {
    fc.assert(
      fc.property(anyBytes, fc.nat({ max: 10 }), (bytes, skipped) => {
        const whole = [...splitLines([bytes])];
        const first = whole[skipped];
        if (first === undefined) return;
        const splitter = lineSplitter(first);
        const rest = [...splitter.push(bytes.subarray(first.offset)), ...splitter.finish()];
        expect(rest).toEqual(whole.slice(skipped));
      }),
      seeded(500),
    );
  });

  it("split on 0x0A only: a lone CR, U+2028 and NEL are content", () => {
    const lines = [...splitLines([bytesOf("a\rb\u2028c\u0085d\ne")])];
    expect(lines.map(({ end, length }) => [end, length])).toEqual([
      ["lf", 11],
      ["none", 1],
    ]);
  });

  it("over the limit are known by place only, and the next line is whole again", () => {
    const filler = new Uint8Array(1024 * 1024).fill(0x61);
    const chunks = [...Array.from({ length: 65 }, () => filler), bytesOf("\r\nnext\n")];
    const [long, next] = splitLines(chunks);
    expect(long).toEqual({ number: 1, offset: 0, length: 65 * 1024 * 1024 + 2, end: "crlf", bytes: undefined });
    expect(next?.offset).toBe(65 * 1024 * 1024 + 2);
    expect(next?.bytes).toEqual(bytesOf("next"));
    expect(maxLineBytes).toBe(64 * 1024 * 1024);
  });
});
