// A lane -> copies of one prepared home, each moved to the same path for its trial, so that absolute paths stay true.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readLineage, nodeDisk } from "../../src/store/index.ts";
import { put } from "./put.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));
export const binary = join(project, "bin", "clew.js");

/** Sessions of the demo home, by the part they play. */
export const sessions = {
  rich: "6ae43508-e5a6-46c5-9158-b85c84202d8f",
  other: "13e437a1-0941-4ee5-9c03-02e3f357e691",
  kept: "9b821b81-6fd5-4271-9f05-d3d5c1ef2f3c",
  grown: "b28baf4c-2906-4056-b6fa-005def37b831",
  trashed: "89dee096-3292-49c2-9f3d-496974042ca9",
  cloned: "b41416da-e7ce-4c6e-88db-c4544b1f9992",
  damaged: "0badf00d-0941-4ee5-9c03-02e3f357e691",
} as const;

/** The operations that the template has in its history, by command. */
export type Operations = Readonly<Record<"clone" | "delete" | "keep" | "title", string>>;

export type Lane = {
  readonly root: string;
  /** Where every trial of the lane runs. */
  readonly run: string;
  readonly operations: Operations;
};

export const environment = (run: string): Readonly<Record<string, string>> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: run,
  CLAUDE_CONFIG_DIR: join(run, "home"),
  XDG_DATA_HOME: join(run, "data"),
  XDG_CACHE_HOME: join(run, "cache"),
  TZ: "UTC",
});

export const dataDirOf = (run: string): string => join(run, "data", "clew");
export const worldPlace = (run: string) => ({ disk: nodeDisk, dataDir: dataDirOf(run) });

export function makeLane(root: string): Lane {
  const run = join(root, "run");
  mkdirSync(join(run, "home"), { recursive: true, mode: 0o700 });
  furnish(join(run, "home"));
  const clew = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync(process.execPath, [binary, ...args], { env: environment(run), cwd: run });
    if (status !== 0) throw new Error(`clew ${args.join(" ")}: ${stderr.toString()}`);
  };
  clew("keep", sessions.grown);
  clew("keep", sessions.kept);
  clew("delete", sessions.trashed, "--force");
  clew("clone", sessions.cloned, "--force");
  clew("title", sessions.cloned, "Tides");
  appendFileSync(logOf(run, sessions.grown), '{"type":"summary","summary":"more"}\n');
  rmSync(logOf(run, sessions.kept));
  rmSync(join(run, "cache"), { recursive: true, force: true });
  makeOld(join(run, "home"));
  const done = new Map(readLineage(worldPlace(run)).map(({ command, op }) => [command, op]));
  const op = (command: keyof Operations): string => done.get(command) ?? "";
  renameSync(run, join(root, "template"));
  mkdirSync(join(root, "pool"));
  return { root, run, operations: { clone: op("clone"), delete: op("delete"), keep: op("keep"), title: op("title") } };
}

function furnish(home: string): void {
  cpSync(join(project, "demo", "projects"), join(home, "projects"), { recursive: true });
  const log = logOf(dirname(home), sessions.rich);
  const own = log.slice(0, -".jsonl".length);
  put(join(own, "tool-results", "b12345678.txt"), "long output");
  put(join(home, "file-history", sessions.rich, "0123456789abcdef@v1"), "as it was");
  put(join(home, "todos", `${sessions.rich}-agent-${sessions.rich}.json`), "[]");
  put(join(home, "tasks", sessions.rich, "1.json"), '{"id":"1"}');
  const healthy = readFileSync(logOf(dirname(home), sessions.other), "utf8").replaceAll(
    sessions.other,
    sessions.damaged,
  );
  const lines = healthy.split("\n");
  lines[4] = (lines[4] ?? "").slice(0, 200);
  put(join(home, "projects", "-home-ada-code-tide-tables", `${sessions.damaged}.jsonl`), lines.join("\n"));
  makeOld(home);
}

/** A session that was written to a moment ago would be taken for one in use. */
function makeOld(folder: string): void {
  const seconds = Date.now() / 1000 - 86_400;
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (item.isFile()) utimesSync(join(item.parentPath, item.name), seconds, seconds);
}

export function logOf(run: string, id: string): string {
  const isBakery = id === sessions.rich || id === sessions.kept || id === sessions.grown;
  const folder = isBakery ? "-home-ada-code-bakery-bot" : "-home-ada-code-tide-tables";
  return join(run, "home", "projects", folder, `${id}.jsonl`);
}

/** Copies are made in advance: clew waits a second for files that were changed less than five seconds ago. */
export function stock({ root }: Lane, name: string): void {
  execFileSync("cp", ["-a", join(root, "template"), join(root, "pool", name)]);
}

export function unpack({ root, run }: Lane, name: string): void {
  rmSync(run, { recursive: true, force: true });
  renameSync(join(root, "pool", name), run);
}
