// A seed -> a config home in which sessions, agents and tool outputs come, grow, tear, shrink, move and go, one step at a time.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lineMaker } from "./log-lines.ts";
import { type Random, randomFrom } from "./random.ts";

export type History = {
  readonly home: string;
  readonly random: Random;
  /** The time of the last step. */
  readonly nowMs: () => number;
  readonly step: () => string;
  readonly remove: () => void;
};

const firstMs = Date.UTC(2026, 2, 1);

export function historyOf(seed: number): History {
  const random = randomFrom(seed);
  const home = mkdtempSync(join(tmpdir(), "clew-history-"));
  const projects = join(home, "projects");
  mkdirSync(projects);
  const maker = lineMaker(random);
  let clockMs = firstMs;
  let files: string[] = [];
  let names = 0;

  const lines = (most: number): string =>
    Array.from({ length: 1 + random.below(most) }, () => `${maker.line(clockMs)}\n`).join("");
  // Now and then more than the first and last bytes that tell files apart.
  const some = (): string => lines(random.chance(0.2) ? 60 : 5);
  const any = (): string | undefined => files[random.below(files.length)];

  function newPath(): string {
    names += 1;
    const slug = random.pick(["-home-ada-loom", "-home-ada-thread"]);
    const id = `00000000-0000-4000-8000-${String(random.below(6)).padStart(12, "0")}`;
    switch (random.below(6)) {
      case 0:
        return join(projects, slug, `agent-${names.toString(16).padStart(8, "0")}.jsonl`);
      case 1:
        return join(projects, slug, id, "subagents", `agent-a${names.toString(16).padStart(7, "0")}.jsonl`);
      case 2:
        return join(projects, slug, id, "tool-results", `b${names}.txt`);
    }
    return join(projects, slug, `${random.chance(0.7) ? id : `copy-${names}`}.jsonl`);
  }

  function write(path: string, content: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    if (!files.includes(path)) files.push(path);
  }

  const steps: readonly [string, number, (path: string) => string | undefined][] = [
    ["append", 8, (path) => (appendFileSync(path, some()), path)],
    ["tear", 3, (path) => (appendFileSync(path, maker.line(clockMs).slice(0, 1 + random.below(60))), path)],
    ["end the tear", 2, (path) => (appendFileSync(path, `${maker.line(clockMs)}\n`), path)],
    ["truncate", 1, (path) => (truncateSync(path, random.below(readFileSync(path).length + 1)), path)],
    [
      "truncate and regrow",
      2,
      (path) => {
        truncateSync(path, random.below(readFileSync(path).length + 1));
        appendFileSync(path, `\n${lines(40)}`);
        return path;
      },
    ],
    [
      "replace",
      2,
      (path) => {
        writeFileSync(`${path}.new`, random.chance(0.5) ? some() : `${readFileSync(path, "utf8")}${some()}`);
        renameSync(`${path}.new`, path);
        return path;
      },
    ],
    ["write over", 2, (path) => (writeFileSync(path, writtenOver(readFileSync(path, "utf8"))), path)],
    ["touch", 1, (path) => path],
    [
      "rename",
      1,
      (path) => {
        const to = newPath();
        if (existsSync(to)) return undefined;
        mkdirSync(dirname(to), { recursive: true });
        renameSync(path, to);
        files = files.map((file) => (file === path ? to : file));
        return to;
      },
    ],
    [
      "delete",
      2,
      (path) => {
        rmSync(path);
        files = files.filter((file) => file !== path);
        return undefined;
      },
    ],
    ["recreate", 1, (path) => (rmSync(path), write(path, some()), path)],
  ];
  const weighted = steps.flatMap(([name, weight, act]) => Array.from({ length: weight }, () => ({ name, act })));

  return {
    home,
    random,
    nowMs: () => clockMs,
    step() {
      // Sometimes two steps fall into the same second, sometimes days pass.
      clockMs += random.pick([300, 1500, 90_000, 5_000_000, 200_000_000]);
      const path = files.length < 2 || random.chance(0.2) ? undefined : any();
      const chosen = weighted[random.below(weighted.length)];
      if (path !== undefined && chosen !== undefined) {
        const changed = chosen.act(path);
        if (changed !== undefined) utimesSync(changed, clockMs / 1000, clockMs / 1000);
        return chosen.name;
      }
      const fresh = newPath();
      write(fresh, some());
      utimesSync(fresh, clockMs / 1000, clockMs / 1000);
      return "create";
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** One word in the middle becomes another of the same length. */
function writtenOver(text: string): string {
  const at = text.indexOf("needle", text.length / 2);
  return at < 0 ? text : `${text.slice(0, at)}noodle${text.slice(at + 6)}`;
}
