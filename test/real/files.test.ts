// A released client in a terminal, with file history on -> what it wrote, edited and deleted comes back byte for byte.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evidenceReader, knownFiles, openHistory } from "../../src/find/index.ts";
import { pathKey } from "../../src/graph/index.ts";
import { type Terminal, openTerminal } from "../../src/proof/index.ts";
import { discover } from "../../src/store/index.ts";
import { type Bench, openBench } from "./bench.ts";
import { script, texts } from "./files/script.ts";
import { type Scene, openScene } from "./status/scene.ts";
import { haveTerminal } from "./tmux.ts";

const version = "2.1.325";
const { env } = process;
const minute = 60_000;
const args = ["--permission-mode", "bypassPermissions"] as const;

describe(`files as ${version} leaves them`, () => {
  let bench: Bench | undefined;
  let scene: Scene | undefined;
  let terminal: Terminal | undefined;

  beforeAll(async () => {
    bench = await openBench([version]);
    const { scratchDir } = bench;
    const host = { node: process.execPath, path: env["PATH"] ?? "", scratchDir };
    if (!(await haveTerminal(host, env))) return;
    terminal = await openTerminal(host, { client: bench.client(version), script, args });
    scene = openScene(terminal, scratchDir, minute);
    await scene.until("waiting_input");
    writeFileSync(join(terminal.cwd, "there.txt"), texts.there);
  }, 6 * minute);

  afterAll(async () => {
    await scene?.close();
    await bench?.close();
  });

  it(
    "come back byte for byte: created, edited, found by a look, and deleted",
    async ({ skip }) => {
      if (scene === undefined || terminal === undefined) return skip("there is no tmux here");
      const { config, cwd } = terminal;
      for (const prompt of ["Create them", "Edit them", "Look at one", "Delete one"]) {
        await terminal.type(prompt);
        await scene.until("working");
        await scene.until("waiting_input");
      }
      const known = await histories(config);
      const told = (name: string): readonly (string | undefined)[] => known(join(cwd, name));
      // Before it was made the client notes that there is no such file.
      expect(told("new.txt")).toEqual([undefined, texts.created, texts.edited, undefined]);
      expect(told("crlf.txt").at(-1)).toEqual(readFileSync(join(cwd, "crlf.txt"), "utf8"));
      expect(told("there.txt")[0]).toBe(texts.there);
      expect(told("there.txt").at(-1)).toBe(readFileSync(join(cwd, "there.txt"), "utf8"));
    },
    3 * minute,
  );
});

/** The text of every version; undefined where the file is not there. */
async function histories(config: string): Promise<(path: string) => readonly (string | undefined)[]> {
  const { sessions, agents } = discover([config]);
  const fail = (error: Error): never => {
    throw error;
  };
  const logs = [...sessions, ...agents].filter(({ sizeBytes }) => sizeBytes > 0);
  const job = { homes: [config], logs, mainOf: () => undefined, memory: undefined, nowMs: 0, onUnreadable: fail };
  const { prompted } = await knownFiles(job).events();
  const reader = evidenceReader([config]);
  return (path) => {
    const opened = openHistory(prompted([pathKey(path)]).of(pathKey(path)) ?? [], path, reader);
    if (opened === undefined) throw new Error(`nothing is known of ${path}`);
    return opened.history.versions.map((each) => (each.exists ? opened.content(each)?.text : undefined));
  };
}
