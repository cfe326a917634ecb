// The answer to a question on the terminal -> whether it is yes; an end without an answer is no.
import { createInterface } from "node:readline/promises";
import { stdin } from "node:process";

/** Without an output, readline leaves the terminal as it is: the system echoes what is typed, and Ctrl-C ends us. */
export async function readYesNo(): Promise<boolean> {
  for await (const line of createInterface({ input: stdin })) return /^y(es)?$/i.test(line.trim());
  return false;
}
