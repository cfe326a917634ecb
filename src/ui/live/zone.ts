// A time -> how it is told where the reader is: the time of their zone, and which zone that is.
import { formatTime } from "../../view/index.ts";

/** Of the person who looks, not of the machine that counts. */
export function zone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** As universal times are told, but in the zone of the browser. */
export const localTime = (ms: number): string => formatTime(ms - new Date(ms).getTimezoneOffset() * 60_000);

/** The hour and minute alone, for what happened just now. */
export const localClock = (ms: number): string => localTime(ms).slice(-5);

/** To the second, with its zone, and in universal time where that is another. */
export function fullTime(ms: number): string {
  const seconds = `:${String(new Date(ms).getUTCSeconds()).padStart(2, "0")}`;
  const here = `${localTime(ms)}${seconds} ${zone()}`;
  return zone() === "UTC" ? here : `${here}, ${formatTime(ms)}${seconds} UTC`;
}
