// A timestamp as the client writes it -> milliseconds since 1970 in the record; any other spelling is for the host.
import { QUOTE } from "./characters";
import { LINE_TIME, doubt, line } from "./record";
import { valueEnd } from "./objects";

const DAY_MS: i64 = 86_400_000;

/** `at` is the opening quote. */
export function timeEnd(at: usize): usize {
  const text = at + 1;
  const milliseconds = millisecondsAt(text);
  const zone = text + (load<u8>(text + 19) == 0x2e ? 23 : 19);
  // Z and the closing quote.
  if (milliseconds < 0 || load<u8>(zone) != 0x5a || load<u8>(zone + 1) != QUOTE) {
    doubt();
    return valueEnd(at);
  }
  store<f64>(line, f64(milliseconds), LINE_TIME);
  return zone + 2;
}

/** YYYY-MM-DDTHH:mm:ss and perhaps .sss; -1 for everything that is not so, or out of the ordinary. */
function millisecondsAt(text: usize): i64 {
  const marks = load<u8>(text + 4) == 0x2d && load<u8>(text + 7) == 0x2d && load<u8>(text + 10) == 0x54;
  if (!marks || load<u8>(text + 13) != 0x3a || load<u8>(text + 16) != 0x3a) return -1;
  const century = pair(text);
  const year = century < 0 ? -1 : century * 100 + pair(text + 2);
  const month = pair(text + 5);
  const day = pair(text + 8);
  const hour = pair(text + 11);
  const minute = pair(text + 14);
  const second = pair(text + 17);
  if (pair(text + 2) < 0 || year < 1970 || month < 1 || month > 12 || day < 1 || day > daysIn(month, year)) return -1;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
  let thousandths: i32 = 0;
  if (load<u8>(text + 19) == 0x2e) {
    const tens = pair(text + 20);
    const last = load<u8>(text + 22) - 0x30;
    if (tens < 0 || u8(last) > 9) return -1;
    thousandths = tens * 10 + i32(last);
  }
  const seconds = (hour * 60 + minute) * 60 + second;
  return i64(daysSince1970(year, month, day)) * DAY_MS + i64(seconds) * 1000 + i64(thousandths);
}

/** Two digits, or a negative number. */
function pair(at: usize): i32 {
  const tens = u32(load<u8>(at)) - 0x30;
  const ones = u32(load<u8>(at + 1)) - 0x30;
  return tens > 9 || ones > 9 ? -1 : i32(tens * 10 + ones);
}

function isLeap(year: i32): bool {
  return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
}

function daysIn(month: i32, year: i32): i32 {
  if (month == 2) return isLeap(year) ? 29 : 28;
  return 30 + ((month + (month >> 3)) & 1);
}

/** Years are counted from March, so that the odd day of a leap year comes last. */
function daysSince1970(year: i32, month: i32, day: i32): i32 {
  const shifted = month > 2 ? year : year - 1;
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1;
  const leaps = shifted / 4 - shifted / 100 + shifted / 400;
  return shifted * 365 + leaps + dayOfYear - 719468;
}
