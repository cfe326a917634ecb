// An invented session: a first try with a library is rewound, the second one does without; titled by hand.
import { openStage } from "../stage.ts";
import { bash, write } from "../tools.ts";

const cwd = "/home/ada/code/tide-tables";

export function csvExport(root: string): void {
  const stage = openStage(root, {
    cwd,
    version: "2.1.325",
    start: "2026-11-10T13:40:00.000Z",
    seed: 102,
    gitBranch: "csv-export",
  });
  stage.ask("What does the export command print today?");
  stage.answer(
    bash(
      "node bin/tides.js export --harbour port-regis | head -3",
      "Show the export",
      "2026-11-10  00:31  5.2 m  high\n2026-11-10  06:44  1.1 m  low\n2026-11-10  12:58  5.4 m  high",
    ),
  );
  stage.answer({
    say: "It prints aligned columns: date, time, height and kind. There is no machine-readable form yet.",
  });
  stage.endTurn({ title: "Export tides as CSV" });
  stage.wait(2);
  const first = stage.ask("Add `--csv`, with a proper CSV library.");
  stage.answer(
    { say: "I'll add `csv-writer` and stream the rows through it." },
    bash("npm install csv-writer", "Install csv-writer", "added 1 package in 2s"),
  );
  stage.answer(
    write(
      `${cwd}/src/csv.ts`,
      `import { createObjectCsvStringifier } from "csv-writer";\n\nexport const csv = createObjectCsvStringifier({ header: ["date", "time", "height", "kind"] });\n`,
    ),
  );
  stage.answer({
    say: "Done with `csv-writer`. It is one more dependency, though: none of the four columns can hold a comma or a quote.",
  });
  stage.endTurn({ title: "Export tides as CSV" });
  stage.wait(3);
  stage.rewindTo(first);
  stage.ask("Add `--csv`, without a dependency: four columns, no quoting needed.");
  stage.answer(
    { say: "Four plain columns need one line of code." },
    write(
      `${cwd}/src/csv.ts`,
      `import type { Tide } from "./tide.ts";\n\nexport const csvRow = (tide: Tide): string => [tide.date, tide.time, tide.height.toFixed(1), tide.kind].join(",");\n`,
    ),
  );
  stage.answer(
    bash(
      "node bin/tides.js export --harbour port-regis --csv | head -2",
      "Try it",
      "2026-11-10,00:31,5.2,high\n2026-11-10,06:44,1.1,low",
    ),
  );
  stage.answer({ say: "`--csv` works and `package.json` is unchanged." });
  stage.endTurn({ title: "Export tides as CSV" });
  stage.note({ type: "custom-title", customTitle: "CSV export" });
  stage.note({ type: "agent-name", agentName: "CSV export" });
  stage.close();
}
