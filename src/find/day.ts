// A time zone -> the local day of any moment, and the moment a day begins; an unknown zone or day is refused with an example.
import { WorldError } from "../store/index.ts";

export type Days = {
  readonly timeZone: string;
  /** `2026-03-29`. */
  readonly dayOf: (ms: number) => string;
  /** The first moment of that day there, which need not be midnight. */
  readonly startOf: (day: string) => number;
  /** The moment when clocks there show what they show in Greenwich at `ms`. */
  readonly atLocal: (ms: number) => number;
};

/** Zones with a name differ from each other, and clocks change, by whole quarters of an hour. */
const slotMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** Refuses what is no time zone: `daysIn` itself asks only when the first day is. */
export function checkZone(timeZone: string): void {
  formatFor(timeZone);
}

export function daysIn(timeZone: string): Days {
  let format: Intl.DateTimeFormat | undefined;
  const known = new Map<number, string>();
  const shiftMs = oddOffsetMs(timeZone);
  const dayOfSlot = (slot: number): string => {
    let day = known.get(slot);
    if (day === undefined) {
      // Time zones take longer to load than most questions to answer.
      format ??= formatFor(timeZone);
      day = written(format, slot * slotMs - shiftMs);
      known.set(slot, day);
    }
    return day;
  };
  return {
    timeZone,
    dayOf: (ms) => dayOfSlot(Math.floor((ms + shiftMs) / slotMs)),
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
      return from * slotMs - shiftMs;
    },
    atLocal(ms) {
      const clock = clockFor(timeZone);
      const first = ms - (shownAt(clock, ms) - ms);
      const second = ms - (shownAt(clock, first) - first);
      // Where clocks jump over a time, the later of both is the moment of the jump's other side.
      return shownAt(clock, second) === ms ? second : Math.max(first, second);
    },
  };
}

/** An offset may be of any minutes: by how much its quarters of an hour begin before those of Greenwich. */
function oddOffsetMs(timeZone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(timeZone) ?? [];
  if (hours === undefined) return 0;
  const offset = (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
  return (offset * 60_000) % slotMs;
}

function clockFor(timeZone: string): Intl.DateTimeFormat {
  const digits = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    ...digits,
    ...time,
  });
}

/** What clocks show at that moment, read as if it were Greenwich. */
function shownAt(clock: Intl.DateTimeFormat, ms: number): number {
  const parts = new Map(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const seconds = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return seconds + (((ms % 1000) + 1000) % 1000);
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
