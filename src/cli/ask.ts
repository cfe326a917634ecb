// A question -> whether the person at the terminal said yes; asked on stderr, for stdout is data.
import { createInterface } from "node:readline/promises";
import { stderr, stdin } from "node:process";

export async function askYesNo(question: string): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
