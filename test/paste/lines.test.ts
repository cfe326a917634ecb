// Sessions whose folders and homes have hostile names -> what real shells do with the lines that clew prints for them.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { slugOf } from "../../src/format/index.ts";
import { clew } from "../cli/fake-io.ts";
import { smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { type HostileName, hostileNames } from "./hostile-names.ts";
import { type Started, isMissing, shells, startedBy } from "./shells.ts";

const count = 216;
const base = scratchFolder();
const own = join(base, "own");

type Case = {
  /** The hostile names, for a failure's message. */
  readonly about: string;
  readonly line: string;
  readonly expected: readonly Started[];
  /** All that the command printed to stderr, and what it should say there. */
  readonly err: string;
  readonly refusal: string;
};

type Named = { readonly folderName: HostileName; readonly homeName: HostileName | undefined; readonly at: number };

/** Without a hostile home the session is in Claude Code's own. */
async function resumeCase({ folderName, homeName, at }: Named): Promise<Case> {
  const id = `11111111-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const folder = join(base, "work", String(at), folderName.name);
  const home = homeName === undefined ? own : join(base, "homes", String(at), homeName.name);
  mkdirSync(folder, { recursive: true });
  const log = smallLog({ sessionId: id, envelope: { cwd: folder } });
  log.prompt("warp and weft");
  const path = writeLog(home, `${slugOf(folder)}/${id}`, log.text());

  const { out, err } = await clew(["resume", "--no-index", "--print", path], { homes: [own] });
  const about = JSON.stringify({ folder: folderName.name, home: homeName?.name });
  const one = { about, line: out.replace(/\n$/, ""), err };
  if (homeName?.isPrintable === false) return { ...one, refusal: `${cannot("config home")} (`, expected: [] };
  if (folderName.isPrintable) {
    const started = { program: "claude", folder, home: homeName === undefined ? "" : home, words: ["--resume", id] };
    return { ...one, refusal: "", expected: [started] };
  }
  const words = ["resume", id, ...(homeName === undefined ? [] : ["--dir", home])];
  const started = { program: "clew", folder: base, home: "", words };
  return { ...one, refusal: `${cannot("folder")}; `, expected: [started] };
}

const cannot = (what: string): string =>
  `clew: cannot print a line for this ${what}: its name holds control characters`;

/** The hint below the hits of a search in a home. */
async function hintCase({ homeName }: Named): Promise<readonly Case[]> {
  if (homeName === undefined) return [];
  const home = join(base, "searched", homeName.name);
  const id = "22222222-0000-4000-8000-000000000002";
  const log = smallLog({ sessionId: id, envelope: { cwd: base } });
  log.prompt("warp and weft");
  writeLog(home, `${slugOf(base)}/${id}`, log.text());
  const { err } = await clew(["search", "--no-index", "--threads", "1", "warp", "--dir", home], { homes: [own] });
  const line = /^read a hit: (.*)$/m.exec(err)?.[1] ?? "";
  const words = ["show", "22222222", "--line", "1", "--dir", homeName.isPrintable ? home : "HOME"];
  const started = { program: "clew", folder: base, home: "", words };
  return [{ about: homeName.name, line, err, refusal: "", expected: [started] }];
}

const cases: Case[] = [];

beforeAll(async () => {
  const [folders, homes] = [hostileNames(1, count), hostileNames(2, count)];
  for (const [at, folderName] of folders.entries()) {
    const named = { folderName, homeName: at % 2 === 1 ? homes[at] : undefined, at };
    cases.push(await resumeCase(named), ...(at % 12 === 1 ? await hintCase(named) : []));
  }
}, 120_000);

test("clew prints one line for each of 216 hostile folders and homes, or says why not", () => {
  expect(cases.length).toBeGreaterThan(count);
  expect(cases.filter(({ line, err }) => /[^\P{Cc}\n]/u.test(err) || /\p{Cc}/u.test(line))).toEqual([]);
  expect(cases.filter(({ expected, line }) => (line === "") !== (expected.length === 0))).toEqual([]);
  expect(cases.filter(({ err, refusal }) => !err.startsWith(refusal))).toEqual([]);
});

describe.each(shells)("$name", (shell) => {
  const isSkipped = isMissing(shell);
  const note = isSkipped ? `: skipped, for ${shell.program} is not installed` : "";
  test.skipIf(isSkipped)(
    `reads every line as the words that clew meant${note}`,
    async () => {
      const lines = cases.map(({ line }) => line);
      const started = await startedBy(shell, lines, base);
      const wrong = cases.flatMap((one, at) =>
        JSON.stringify(started[at]) === JSON.stringify(one.expected) ? [] : [{ ...one, started: started[at] }],
      );
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});
