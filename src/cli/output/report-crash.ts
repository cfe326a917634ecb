// An internal error -> its stack on stderr and exit 1, as Node would do; its text can hold content of a log.
import { sanitize } from "../../view/index.ts";
import { writeLast } from "./streams.ts";

export function reportCrashes(): void {
  process.on("uncaughtException", (error) => {
    writeLast(sanitize(`${process.getBuiltinModule("node:util").inspect(error)}\n`));
    process.exit(1);
  });
}
