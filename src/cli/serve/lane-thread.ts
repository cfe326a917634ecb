// A process of the daemon's: questions from it -> answers; reads logs and the index, and ends when the daemon does.
import process from "node:process";
import { answerAt } from "../../serve/index.ts";
import { answersOf } from "./answers.ts";
import { keepCompiledNow } from "../compile-cache.ts";
import { reportCrashes } from "../output/report-crash.ts";
import { isSettings } from "./lane-io.ts";

const settledMs = 4000;
const settings: unknown = JSON.parse(process.argv[2] ?? "null");

if (isSettings(settings)) {
  // stderr is the daemon's own: a terminal, as a rule.
  reportCrashes();
  // Ctrl-C goes to all processes of a terminal: the daemon says when it is time.
  process.on("SIGINT", () => undefined);
  process.on("disconnect", () => process.exit(0));
  // Late enough that whoever opened a page has it.
  setTimeout(keepCompiledNow, settledMs).unref();
  answerAt(
    {
      hear: (take) => void process.on("message", take),
      // A daemon that has gone hears nothing more: its end is ours.
      say: (said) => void process.send?.(said, undefined, undefined, () => undefined),
    },
    answersOf(settings),
  );
}
