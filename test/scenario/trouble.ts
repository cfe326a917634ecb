// Scenarios of what goes wrong: errors of the API, full contexts, clients that are killed or interrupted.
import type { Scenario, ScenarioRun, ScenarioStop } from "../../src/proof/index.ts";
import { ask, bash, files, goOn, read, resume, says, text, thinking, when } from "./words.ts";

const next = when("go on", says(text("Going on.")));
const last = when("at last", says(text("The end.")));
const look = when(
  "look around",
  says(thinking("A look."), text("Reading."), read("README.md"), read("src/a.ts")),
  says(text("It counts widgets.")),
);
const stopped = (run: ScenarioRun, stop: ScenarioStop): ScenarioRun => ({ ...run, stop });

const half = when("half an answer", {
  ...says(
    thinking("This will not be finished."),
    text("A long answer of which only the first part will ever arrive at all."),
  ),
  hang: { afterDeltas: 5 },
});
const slow = when(
  "a slow command",
  says(text("Starting."), bash("echo begun; sleep 20"), read("README.md")),
  says(text("Never said.")),
);

const broken = (signal: "SIGKILL" | "SIGINT"): readonly ScenarioRun[] => [
  stopped(ask("half an answer"), { whenAsked: "half", afterMs: 800, signal }),
  goOn("go on"),
  stopped(goOn("a slow command"), { whenAsked: "slow", afterMs: 1500, signal }),
  goOn("at last"),
];

const failure = (status: number, type: string, message: string) => ({ status, type, message });

export const trouble: readonly Scenario[] = [
  {
    name: "killed",
    exercises: "a client killed in its answer and in its command",
    files,
    rules: [half, slow, next, last],
    runs: broken("SIGKILL"),
  },
  {
    name: "interrupted",
    exercises: "a client interrupted in its answer and in its command",
    files,
    rules: [half, slow, next, last],
    runs: broken("SIGINT"),
  },
  {
    name: "an overloaded model",
    exercises: "requests that succeed when repeated",
    rules: [
      when("patience", {
        ...says(text("Sorry for the wait.")),
        error: { ...failure(529, "overloaded_error", "Overloaded"), times: 1 },
      }),
      when("go on", {
        ...says(text("Going on.")),
        error: { ...failure(429, "rate_limit_error", "Slow down"), times: 1, headers: { "retry-after": "1" } },
      }),
    ],
    runs: [ask("have patience"), goOn("go on")],
  },
  {
    name: "a refused request",
    exercises: "the client's own message about an error, and the turn after it",
    rules: [when("refuse", { error: failure(400, "invalid_request_error", "messages: not like this") }), next, last],
    runs: [ask("go on"), goOn("refuse this"), goOn("at last")],
  },
  {
    name: "a compaction",
    exercises: "/compact and the turns behind it",
    files,
    rules: [look, next, last],
    runs: [ask("look around"), resume("go on"), resume("/compact keep the widgets"), resume("at last")],
  },
  {
    name: "two compactions",
    exercises: "a summary that is summarised again",
    files,
    rules: [look, next, last],
    runs: [ask("look around"), resume("/compact"), resume("look around"), resume("/compact"), resume("at last")],
  },
  {
    name: "a full context",
    exercises: "a compaction that the client does by itself",
    files,
    rules: [
      look,
      next,
      last,
      when("too much", {
        ...says(text("Now it fits.")),
        error: {
          ...failure(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
          times: 1,
        },
      }),
    ],
    runs: [ask("look around"), goOn("go on"), goOn("too much"), goOn("at last")],
  },
];
