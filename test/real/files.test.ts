// A released client in a terminal, with file history on -> what it wrote, edited and deleted comes back byte for byte.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evidenceReader, knownFiles, openHistory } from "../../src/find/index.ts";
import { pathKey } from "../../src/graph/index.ts";
import { type Terminal, openTerminal } from "../../src/proof/index.ts";
import { discover } from "../../src/store/index.ts";
import { clew } from "../cli/fake-io.ts";
import { type Bench, openBench } from "./bench.ts";
import { script, texts, turns } from "./files/script.ts";
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
      const scratch = mkdtempSync(join(bench?.scratchDir ?? cwd, "recovered-"));
      for (const { prompt, end } of turns) {
        await terminal.type(prompt);
        await written(config, end);
        await scene.until("waiting_input");
      }
      const known = await histories(config);
      const told = (name: string): readonly (string | undefined)[] => known(join(cwd, name));
      // Before it was made the client notes that there is no such file.
      expect(told("new.txt")).toEqual([undefined, texts.created, texts.edited, undefined]);
      expect(told("crlf.txt").at(-1)).toEqual(readFileSync(join(cwd, "crlf.txt"), "utf8"));
      expect(told("there.txt")[0]).toBe(texts.there);
      expect(told("there.txt").at(-1)).toBe(readFileSync(join(cwd, "there.txt"), "utf8"));

      const run = (...args: readonly string[]) => clew(args, { homes: [config], cwd, nowMs: Date.now() });
      const out = join(scratch, "found");
      expect(await run("recover", "--all", "--out", out)).toMatchObject({ code: 0 });
      const found = (name: string): Buffer => readFileSync(join(out, cwd, name));
      expect(found("new.txt")).toEqual(Buffer.from(texts.edited));
      for (const name of ["crlf.txt", "there.txt"]) expect(found(name)).toEqual(readFileSync(join(cwd, name)));
      expect((await run("files", "show", "new.txt", "--at", "v2")).out).toBe(texts.created);
      expect((await run("files", "show", "there.txt", "--at", "v1")).out).toBe(texts.there);
      expect((await run("recover", "--deleted")).out).toContain("new.txt");
    },
    3 * minute,
  );
});

/** A turn may be over before anyone has seen it under way: the log tells when it ended. */
async function written(config: string, text: string): Promise<void> {
  const ends = Date.now() + 40_000;
  const logs = (): readonly string[] => discover([config]).sessions.map(({ path }) => readFileSync(path, "utf8"));
  while (!logs().some((log) => log.includes(text))) {
    if (Date.now() > ends) throw new Error(`never said: ${text}`);
    await setTimeout(100);
  }
}

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
