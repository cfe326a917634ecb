// An invented session: a failing test leads to a wrong sign; titled by the client.
import { openStage } from "../stage.ts";
import { bash, edit, failingBash, read } from "../tools.ts";

const cwd = "/home/ada/code/tide-tables";
const source = `import type { Harbour } from "./harbour.ts";

/** High water at a secondary harbour, from its standard port. */
export function highWater(standardMs: number, harbour: Harbour): number {
  return standardMs - harbour.offsetMinutes * 60_000;
}

export function range(heights: readonly number[]): number {
  return Math.max(...heights) - Math.min(...heights);
}`;

const failure = `Exit code 1
\u001b[31mFAIL\u001b[0m  test/high-water.test.ts > Saint Anne is 25 minutes after Port Regis
AssertionError: expected 06:07 to be 06:57
 Tests  1 failed | 41 passed (42)`;

export function harbourOffset(root: string): void {
  const stage = openStage(root, { cwd, version: "2.1.150", start: "2026-11-09T08:12:00.000Z", seed: 101 });
  stage.ask(
    "High water at Saint Anne comes out 50 minutes early. The almanac says 06:57, we print 06:07. Can you find out why?",
  );
  stage.answer(
    { think: "" },
    { say: "Fifty minutes is twice the 25-minute offset, so a sign may be wrong. I'll run the tests first." },
    failingBash("npx vitest run", "Run the tests", failure),
  );
  stage.answer(
    { say: "One test already shows it. Let me read the calculation." },
    read(`${cwd}/src/high-water.ts`, source),
    read(`${cwd}/src/harbours.json`, `{ "saint-anne": { "standard": "port-regis", "offsetMinutes": 25 } }`),
  );
  stage.answer(
    { say: "The offset is subtracted, but the table stores minutes *after* the standard port." },
    edit(`${cwd}/src/high-water.ts`, {
      from: "return standardMs - harbour.offsetMinutes * 60_000;",
      to: "return standardMs + harbour.offsetMinutes * 60_000;",
      original: source,
    }),
  );
  stage.answer(
    bash(
      "npx vitest run",
      "Run the tests again",
      "\u001b[32mPASS\u001b[0m  test/high-water.test.ts\n Tests  42 passed (42)",
    ),
  );
  stage.answer({
    say: "Fixed: `highWater` subtracted the offset instead of adding it, so every secondary harbour was off by twice its offset. All 42 tests pass. 🌊",
  });
  stage.endTurn({ title: "Fix harbour offset sign" });
  stage.wait(6);
  stage.ask("Lovely. Commit it, please.");
  stage.answer(
    bash(
      "git commit -am 'Add the harbour offset instead of subtracting it'",
      "Commit the fix",
      "[main 4f1c2aa] Add the harbour offset instead of subtracting it\n 1 file changed, 1 insertion(+), 1 deletion(-)",
    ),
  );
  stage.answer({ say: "Committed as `4f1c2aa`." });
  stage.endTurn({ title: "Fix harbour offset sign" });
  stage.close();
}
