// A home -> the real daemon on it, in a process of its own with folders of its own; `stop` waits until it is gone.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isObject } from "../../src/format/index.ts";

const COMMAND = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));

export type TestDaemon = {
  /** Without the token. */
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** What it takes for the person's own folder. */
  readonly userDir: string;
  readonly stop: () => Promise<void>;
};

export type Leave = {
  /** The daemon's own folders are below this one, and stay when it stops. */
  readonly folder?: string;
  readonly token?: "new";
  readonly actions?: "allowed";
  /** Any that is free, else. */
  readonly port?: number;
};

export async function startDaemon(home: string, wish: Leave = {}): Promise<TestDaemon> {
  const { actions, port = 0, folder, token: wanted } = wish;
  const root = folder ?? mkdtempSync(join(tmpdir(), "clew-daemon-"));
  const leave = [...(actions === "allowed" ? ["--allow-actions"] : []), ...(wanted === "new" ? ["--new-token"] : [])];
  const child = spawn(process.execPath, [COMMAND, "serve", "--port", String(port), "--json", "--dir", home, ...leave], {
    env: { ...process.env, ...foldersBelow(root) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { url, token } = await firstLine(child);
  return {
    url: url.replace(/\/$/, ""),
    token,
    pid: child.pid ?? 0,
    userDir: join(root, "home"),
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once("exit", () => {
          if (folder === undefined) rmSync(root, { recursive: true, force: true });
          done();
        });
        child.kill("SIGTERM");
      }),
  };
}

function foldersBelow(root: string): Readonly<Record<string, string>> {
  const folders = { HOME: "home", XDG_CACHE_HOME: "cache", XDG_DATA_HOME: "data", XDG_RUNTIME_DIR: "run" };
  return Object.fromEntries(
    Object.entries(folders).map(([name, folder]) => {
      mkdirSync(join(root, folder), { mode: 0o700, recursive: true });
      return [name, join(root, folder)];
    }),
  );
}

async function firstLine(child: ChildProcess): Promise<{ readonly url: string; readonly token: string }> {
  if (child.stdout === null) throw new Error("the daemon has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    const told: unknown = JSON.parse(line);
    if (!isObject(told)) break;
    const { url, token } = told;
    if (typeof url === "string" && typeof token === "string") return { url, token };
    break;
  }
  throw new Error("the daemon ended before it was ready");
}
