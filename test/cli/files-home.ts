// A few sessions that write, edit, move and delete files -> a config home, a folder with what is left on disk, and the command line over both.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Io } from "../../src/cli/index.ts";
import { type CraftedLog, craftLog } from "../files/crafted-log.ts";
import { type Outcome, clew } from "./fake-io.ts";
import { parsed } from "./reshape-home.ts";
import { scratchFolder, writeLog } from "./tree.ts";

export const first = "f11e5000-0000-4000-8000-000000000001";
export const second = "f11e5000-0000-4000-8000-000000000002";

export type FilesHome = {
  readonly home: string;
  /** Where the files of the sessions stand, as far as they are there. */
  readonly work: string;
  readonly at: (name: string) => string;
  readonly put: (name: string, bytes: string | Uint8Array) => void;
  readonly run: (args: readonly string[], world?: Partial<Io>) => Promise<Outcome>;
  readonly json: (...args: readonly string[]) => Promise<readonly Record<string, unknown>[]>;
};

export function emptyFilesHome(): FilesHome {
  const home = scratchFolder();
  const work = join(scratchFolder(), "work");
  mkdirSync(work);
  const at = (name: string): string => join(work, name);
  const run = (args: readonly string[], world: Partial<Io> = {}): Promise<Outcome> =>
    clew(args, { homes: [home], cwd: work, ...world });
  return {
    home,
    work,
    at,
    run,
    put(name, bytes) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), bytes);
    },
    async json(...args) {
      const { out } = await run([...args, "--json"]);
      return out
        .split("\n")
        .filter((line) => line !== "")
        .map(parsed);
    },
  };
}

/** A later day for each session, so that they stand one behind the other. */
export function save(home: string, { log }: CraftedLog, day: string): string {
  const text = log.lines.map((line) => `${line.replaceAll("2026-05-01T", `${day}T`)}\n`).join("");
  return writeLog(home, `-p/${log.session}`, text);
}

export function write(log: CraftedLog, path: string, content: string): void {
  const result = { type: "create", filePath: path, content, structuredPatch: [], originalFile: null };
  log.call("Write", { file_path: path, content }, { text: `File created successfully at: ${path}`, result });
}

export function edit(
  log: CraftedLog,
  path: string,
  change: { readonly before: string; readonly old: string; readonly next: string },
): void {
  const { before, old, next } = change;
  log.call(
    "Edit",
    { file_path: path, old_string: old, new_string: next },
    {
      text: `The file ${path} has been updated`,
      result: {
        filePath: path,
        oldString: old,
        newString: next,
        originalFile: before,
        structuredPatch: [],
        userModified: false,
        replaceAll: false,
      },
    },
  );
}

/** The lines as an agent of the session writes them, in its folder. */
export function saveAgent(
  home: string,
  { log }: CraftedLog,
  { session, day, agent }: { readonly session: string; readonly day: string; readonly agent: string },
): void {
  const lines = log.lines.map((line) => {
    const entry: unknown = JSON.parse(line.replaceAll("2026-05-01T", `${day}T`));
    const own = { sessionId: session, agentId: agent, isSidechain: true };
    return `${JSON.stringify({ ...(typeof entry === "object" ? entry : {}), ...own })}
`;
  });
  writeLog(home, `-p/${session}/subagents/agent-${agent}`, lines.join(""));
}

/** app.ts: written, edited twice over two sessions, and there. gone.ts: written and deleted. part.ts: read in part. old.ts: moved to new.ts. */
export function filesHome(): FilesHome {
  const scene = emptyFilesHome();
  const { home, at, put } = scene;
  const one = craftLog("2.1.325", first);
  one.prompt("make the app");
  write(one, at("app.ts"), "one\ntwo\n");
  write(one, at("gone.ts"), "lost\n");
  one.prompt("make it better");
  edit(one, at("app.ts"), { before: "one\ntwo\n", old: "two", next: "2" });
  one.call("Bash", { command: `rm ${at("gone.ts")}` }, { result: { stdout: "", stderr: "", interrupted: false } });
  one.call(
    "Read",
    { file_path: at("part.ts"), offset: 3, limit: 2 },
    {
      result: {
        type: "text",
        file: { filePath: at("part.ts"), content: "c\nd", numLines: 2, startLine: 3, totalLines: 9 },
      },
    },
  );
  save(home, one, "2026-05-01");
  const two = craftLog("2.1.325", second);
  two.prompt("third line, please");
  edit(two, at("app.ts"), { before: "one\n2\n", old: "2\n", next: "2\nthree\n" });
  write(two, at("old.ts"), "moved\n");
  two.call(
    "Bash",
    { command: `mv ${at("old.ts")} ${at("new.ts")}` },
    { result: { stdout: "", stderr: "", interrupted: false } },
  );
  save(home, two, "2026-05-02");
  const agent = craftLog("2.1.325", "a9e27000-0000-4000-8000-000000000003");
  agent.prompt("help");
  write(agent, at("lib/agent.ts"), "by an \u001B[31magent\n");
  saveAgent(home, agent, { session: second, day: "2026-05-03", agent: "a1b2c3d" });
  put("app.ts", "one\n2\nthree\nby hand\n");
  put("new.ts", "moved\n");
  return scene;
}
