// A thousand live sessions, two thousand appends a second and a hundred listeners -> nothing lost, nothing twice, in order, and how late.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { type JsonObject, numberField, parsedObject } from "../../src/format/index.ts";

const seconds = Number(process.env["CLEW_LOAD_SECONDS"] ?? 10);
const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const generator = fileURLToPath(new URL("load-generator.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "clew-load-"));
const home = join(folder, "home");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  `of two thousand appends a second every listener hears each once and in order, for ${seconds} s`,
  async () => {
    mkdirSync(join(home, "projects"), { recursive: true });
    const daemon = start([binary, "serve", "--port", "0", "--json", "--dir", home]);
    try {
      const { url, token } = await firstLine(daemon);
      const beforeSeconds = cpuSeconds(daemon);
      const numbers = [1000, 2000, 100, seconds].map(String);
      const told = await firstLine(start([generator, home, stringOf(url), stringOf(token), ...numbers]));
      const { rssMb, peakMb } = memoryOf(daemon);
      const cores = (cpuSeconds(daemon) - beforeSeconds) / (numberField(told, "tookSeconds") ?? 1);
      const { p50, p99, most } = told;
      process.stdout.write(
        `load: p50 ${Number(p50)} ms, p99 ${Number(p99)} ms, most ${Number(most)} ms; RSS ${rssMb} MB (peak ${peakMb}), ${cores.toFixed(2)} cores\n`,
      );
      expect(told).toMatchObject({ appended: 2000 * seconds, heard: 200_000 * seconds, lost: 0, faults: [] });
      expect(peakMb).toBeLessThanOrEqual(200);
      expect(cores).toBeLessThanOrEqual(1);
      // How late depends on who else uses the machine: only where it is ours alone the limit is held to.
      const latestMs = process.env["CLEW_LOAD_STRICT"] === "1" ? 250 : 4000;
      expect(numberField(told, "p99")).toBeLessThanOrEqual(latestMs);
    } finally {
      daemon.kill("SIGTERM");
    }
  },
  60_000 + seconds * 2000,
);

function start(args: readonly string[]): ChildProcess {
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), XDG_DATA_HOME: join(folder, "data") };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  afterAll(() => void child.kill("SIGKILL"));
  return child;
}

function firstLine(child: ChildProcess): Promise<JsonObject> {
  let out = "";
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (out.includes("\n")) resolve(parsedObject(out) ?? {});
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
}

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Of the daemon and of the processes it started. */
function processesOf({ pid = 0 }: ChildProcess): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return [pid, ...children.filter((one) => one !== "").map(Number)];
}

function memoryOf(child: ChildProcess): { readonly rssMb: number; readonly peakMb: number } {
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, "utf8");
  const mb = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024);
  return { rssMb: mb("VmRSS"), peakMb: mb("VmHWM") };
}

/** With what those took that have ended: the index is brought up to date by one that comes and goes. */
function cpuSeconds(child: ChildProcess): number {
  return processesOf(child).reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
    return sum + ticks.reduce((all, one) => all + one, 0) / 100;
  }, 0);
}
