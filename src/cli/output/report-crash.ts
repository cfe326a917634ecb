// An internal error -> its stack on stderr, sanitized because it can hold content of a log, and exit 1.
import { sanitize } from "../../view/index.ts";
import { writeLast } from "./streams.ts";

export function reportCrashes(): void {
  process.on("uncaughtException", (error) => {
    writeLast(sanitize(`${process.getBuiltinModule("node:util").inspect(error)}\n`));
    process.exit(1);
  });
}
