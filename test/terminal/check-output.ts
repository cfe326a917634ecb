// A command in process on a hostile home -> nothing of a name steers the terminal or begins a line, in a pipe neither.
import { expect } from "vitest";
import { type Outcome, clew } from "../cli/fake-io.ts";
import type { Form } from "./command-forms.ts";
import type { HostileHome } from "./hostile-home.ts";
import { fakeLine } from "./hostile-name.ts";
import { strayControl, withoutColours } from "./stream-grammar.ts";

/** What prints the log's or a file's own text, line breaks and all: only a terminal is guarded against it. */
const showsText = (form: Form): boolean => /^(request|blame|files (show|diff))\b/.test(form.slice(0, 2).join(" "));

export async function checkOutput(at: HostileHome, form: Form): Promise<Outcome> {
  const progress: string[] = [];
  const outcome = await run(at, form, { isTerminal: true, progress: (text) => void progress.push(text) });
  check(form, "terminal", outcome);
  check(form, "terminal", { out: progress.join("\n"), err: "" });
  expect(outcome.code, form.join(" ")).toBeLessThan(3);
  return outcome;
}

/** The same in a pipe, and in colour: for forms that change nothing, and so can run again. */
export async function checkEveryWay(at: HostileHome, form: Form): Promise<void> {
  const { out } = await checkOutput(at, form);
  const piped = await run(at, form, {});
  if (!showsText(form)) check(form, "pipe", piped);
  if (form.includes("--json")) {
    // Values are the same; only how they are written may differ.
    expect(valuesIn(out), form.join(" ")).toEqual(valuesIn(piped.out));
    return;
  }
  const painted = await run(at, form, { isTerminal: true, colour: true });
  expect(strayControl(painted.out, "colours"), `coloured ${form.join(" ")}`).toBeUndefined();
  expect(withoutColours(painted.out), `coloured ${form.join(" ")}`).toBe(out);
}

function check(form: Form, where: string, { out, err }: Pick<Outcome, "out" | "err">): void {
  const what = `${where}: clew ${JSON.stringify(form.join(" "))}`;
  expect(strayControl(out), `${what}, stdout`).toBeUndefined();
  expect(strayControl(err), `${what}, stderr`).toBeUndefined();
  if (showsText(form)) return;
  const faked = `${out}\n${err}`.split("\n").filter((line) => line.startsWith(fakeLine));
  expect(faked, what).toEqual([]);
}

const run = ({ home, data, cache }: HostileHome, form: Form, more: Parameters<typeof clew>[1]): Promise<Outcome> =>
  clew(form, { homes: [home], dataDir: data, cacheDir: cache, ...more });

const valuesIn = (text: string): readonly unknown[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
