// A port for tests that need the same one twice, below those that systems hand out to others.
import process from "node:process";

let next = 20_000 + ((process.pid * 40) % 10_000);

/** Each call gives another; a daemon that finds it taken uses the next one, so read its own `port`. */
export function fixedPort(): number {
  next += 25;
  return next;
}
