// Moments and zones -> days, where clocks change too; what people write for a time -> the moment, or a refusal with an example.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkZone, daysIn, momentOf, spanOf } from "../../src/find/index.ts";
import { seeded } from "../craft.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

describe("a day begins", () => {
  test.each([
    ["UTC", "2026-03-29", "2026-03-29T00:00:00.000Z"],
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00.000Z"],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z"],
    ["America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z"],
    ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00.000Z"],
    ["Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00.000Z"],
    ["Pacific/Niue", "2026-01-01", "2026-01-01T11:00:00.000Z"],
    ["+05:17", "2026-01-01", "2025-12-31T18:43:00.000Z"],
    ["-03:08", "2026-01-01", "2026-01-01T03:08:00.000Z"],
    // There the clock goes from midnight to one.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
  ])("in %s on %s at %s", (zone, day, moment) => {
    expect(iso(daysIn(zone).startOf(day))).toBe(moment);
  });

  test("where the day before ends, in every zone", () => {
    const zones = ["UTC", "+05:17", "-0308", "America/St_Johns", "Australia/Lord_Howe", "Asia/Tehran", "Africa/Cairo"];
    const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, ms) => {
        const { dayOf, startOf } = daysIn(zone);
        const start = startOf(dayOf(ms));
        expect(start).toBeLessThanOrEqual(ms);
        expect(dayOf(start)).toBe(dayOf(ms));
        expect(dayOf(start - 1) < dayOf(start)).toBe(true);
      }),
      seeded(200),
    );
  });
});

describe("a time is understood", () => {
  const nowMs = Date.parse("2026-03-31T00:30:00.000Z");
  const berlin = { days: daysIn("Europe/Berlin"), nowMs };
  test.each([
    ["2026-03-01", "2026-02-28T23:00:00.000Z"],
    ["2026-03-01T14:30Z", "2026-03-01T14:30:00.000Z"],
    ["2026-03-01 14:30:05+01:00", "2026-03-01T13:30:05.000Z"],
    ["today", "2026-03-30T22:00:00.000Z"],
    ["Yesterday", "2026-03-29T22:00:00.000Z"],
    ["now", "2026-03-31T00:30:00.000Z"],
    ["2 days ago", "2026-03-28T23:00:00.000Z"],
    ["2 weeks ago", "2026-03-16T23:00:00.000Z"],
    ["1 month ago", "2026-02-27T23:00:00.000Z"],
    ["1y", "2025-03-30T22:00:00.000Z"],
    ["3 hours ago", "2026-03-30T21:30:00.000Z"],
    ["30m", "2026-03-31T00:00:00.000Z"],
    ["30 min ago", "2026-03-31T00:00:00.000Z"],
    ["30 minutes", "2026-03-31T00:00:00.000Z"],
    ["1mo", "2026-02-27T23:00:00.000Z"],
    ["2 months ago", "2026-01-30T23:00:00.000Z"],
    ["24h", "2026-03-30T00:30:00.000Z"],
    ["1w ago", "2026-03-23T23:00:00.000Z"],
    ["2026-03", "2026-02-28T23:00:00.000Z"],
    ["2026/3/1", "2026-02-28T23:00:00.000Z"],
    ["2026/03/01", "2026-02-28T23:00:00.000Z"],
    ["2026-03-09T08:00", "2026-03-09T07:00:00.000Z"],
    ["2026-03-30 08:00", "2026-03-30T06:00:00.000Z"],
    // There the clock goes from two to three.
    ["2026-03-29T02:30", "2026-03-29T01:30:00.000Z"],
    ["this month", "2026-02-28T23:00:00.000Z"],
    ["last month", "2026-01-31T23:00:00.000Z"],
    ["this week", "2026-03-29T22:00:00.000Z"],
    ["last  Week", "2026-03-22T23:00:00.000Z"],
    ["last year", "2024-12-31T23:00:00.000Z"],
    ["monday", "2026-03-29T22:00:00.000Z"],
    ["tuesday", "2026-03-30T22:00:00.000Z"],
    ["last tuesday", "2026-03-23T23:00:00.000Z"],
    ["wednesday", "2026-03-24T23:00:00.000Z"],
  ])("%s", (words, moment) => {
    expect(iso(momentOf(words, "since", berlin))).toBe(moment);
  });

  test.each([
    "2026-02-30",
    "2026-13-01",
    "soon",
    "",
    "01.03.2026",
    "5 moons ago",
    "2026-03-01T25:00Z",
    "2026-13",
    "someday",
    "week",
    "last",
  ])("%j is refused with an example", (words) => {
    expect(() => momentOf(words, "since", berlin)).toThrow(`${JSON.stringify(words)} is not a time for --since`);
  });
});

describe("a time ends", () => {
  const nowMs = Date.parse("2026-03-31T00:30:00.000Z");
  test.each([
    ["yesterday", "2026-03-30T22:00:00.000Z"],
    ["2026-03", "2026-03-31T22:00:00.000Z"],
    ["last month", "2026-02-28T23:00:00.000Z"],
    ["last week", "2026-03-29T22:00:00.000Z"],
    ["sunday", "2026-03-29T22:00:00.000Z"],
    ["2 days ago", "2026-03-29T22:00:00.000Z"],
  ])("%s before %s", (words, end) => {
    const { endMs } = spanOf(words, { days: daysIn("Europe/Berlin"), nowMs }) ?? {};
    expect(endMs === undefined ? undefined : iso(endMs)).toBe(end);
  });

  test.each(["now", "30m", "2 hours ago", "2026-03-01T14:30"])("nowhere when it is a moment: %s", (words) => {
    expect(spanOf(words, { days: daysIn("UTC"), nowMs })).toMatchObject({ endMs: undefined });
  });
});

test.each(["Mars/Olympus", "", "Berlin", "Europe/Berlin; rm"])("%j is refused as a zone", (zone) => {
  expect(() => checkZone(zone)).toThrow(`${JSON.stringify(zone)} is not a time zone`);
});
