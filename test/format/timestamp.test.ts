// Timestamps as logs have them -> the moment they mean, the same on every machine; anything else is none.
import { afterEach, describe, expect, test, vi } from "vitest";
import { timestampMs } from "../../src/format/index.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(["UTC", "Asia/Tokyo", "America/St_Johns"])("on a machine in %s", (zone) => {
  test.each([
    ["2026-11-10T20:00:00.000Z", "2026-11-10T20:00:00.000Z"],
    ["2026-11-10T20:00:00.000", "2026-11-10T20:00:00.000Z"],
    ["2026-11-10T20:00:00", "2026-11-10T20:00:00.000Z"],
    ["2026-11-10T20:00", "2026-11-10T20:00:00.000Z"],
    ["2026-11-10T20:00:00+02:00", "2026-11-10T18:00:00.000Z"],
    ["2026-11-10T20:00:00-0330", "2026-11-10T23:30:00.000Z"],
  ])("%s is %s", (text, moment) => {
    vi.stubEnv("TZ", zone);
    expect(new Date(timestampMs(text) ?? 0).toISOString()).toBe(moment);
  });

  test.each(["", "2026-11-10", "2026-11-10 20:00:00Z", "2026-11-10T20:00:00 and so on", "2026-13-10T20:00:00", "soon"])(
    "%j is none",
    (text) => {
      vi.stubEnv("TZ", zone);
      expect(timestampMs(text)).toBeUndefined();
    },
  );
});

test("what clients write is read as the calendar reads it, whatever its digits are", () => {
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  const wrong: string[] = [];
  for (let nth = 0; nth < 20_000; nth++) {
    const usual = new Date((nth * 7_919_777_377) % 32_503_680_000_000).toISOString();
    const at = nth % usual.length;
    const odd = `${usual.slice(0, at)}${"019Zx:-"[nth % 7]}${usual.slice(at + 1)}`;
    for (const text of [usual, odd].filter((one) => shape.test(one))) {
      const ms = Date.parse(text);
      if (timestampMs(text) !== (Number.isNaN(ms) ? undefined : ms)) wrong.push(text);
    }
  }
  expect(wrong).toEqual([]);
});
