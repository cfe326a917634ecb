// A time zone -> the local day of any moment, and the moment a day begins; an unknown zone or day is refused with an example.
import { WorldError } from "../store/index.ts";

export type Days = {
  readonly timeZone: string;
  /** `2026-03-29`. */
  readonly dayOf: (ms: number) => string;
  /** The first moment of that day there, which need not be midnight. */
  readonly startOf: (day: string) => number;
};

/** Zones differ from each other, and clocks change, by whole quarters of an hour. */
const slotMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** Refuses what is no time zone: `daysIn` itself asks only when the first day is. */
export function checkZone(timeZone: string): void {
  formatFor(timeZone);
}

export function daysIn(timeZone: string): Days {
  let format: Intl.DateTimeFormat | undefined;
  const known = new Map<number, string>();
  const dayOfSlot = (slot: number): string => {
    let day = known.get(slot);
    if (day === undefined) {
      // Time zones take longer to load than most questions to answer.
      format ??= formatFor(timeZone);
      day = written(format, slot * slotMs);
      known.set(slot, day);
    }
    return day;
  };
  return {
    timeZone,
    dayOf: (ms) => dayOfSlot(Math.floor(ms / slotMs)),
    startOf(day) {
      const noon = Date.parse(`${day}T12:00:00Z`);
      // Days are days everywhere within a day and a half of noon in Greenwich.
      let before = Math.floor((noon - 1.5 * dayMs) / slotMs);
      let from = Math.ceil((noon + 1.5 * dayMs) / slotMs);
      while (from - before > 1) {
        const middle = Math.floor((before + from) / 2);
        if (dayOfSlot(middle) < day) before = middle;
        else from = middle;
      }
      return from * slotMs;
    },
  };
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const digits = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone, calendar: "gregory", numberingSystem: "latn", ...digits });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new WorldError("bad-argument", `${JSON.stringify(timeZone)} is not a time zone`, {
      hint: "name one like Europe/Berlin or UTC",
      cause: error,
    });
  }
}

function written(format: Intl.DateTimeFormat, ms: number): string {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return `${(parts.get("year") ?? "").padStart(4, "0")}-${parts.get("month") ?? ""}-${parts.get("day") ?? ""}`;
}
