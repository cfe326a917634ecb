// Requests from the parent process -> one command on one growing log each, with its CPU time and peak memory; a process of its own.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clew } from "../cli/fake-io.ts";
import { commands, isCommand } from "./commands.ts";
import { type Grown, grownHome } from "./grown-home.ts";

export type RunRequest = Grown & { readonly command: string };
export type RunReply = {
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly sizeMb: number;
  readonly code: number;
};

const folder = mkdtempSync(join(tmpdir(), "clew-growth-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("disconnect", () => process.exit(0));

const homes = new Map<string, ReturnType<typeof grownHome>>();

/** The homes of one log at a time: a thousand of them would fill the disk. */
function homeOf(request: RunRequest): ReturnType<typeof grownHome> {
  const prefix = `${request.shape}|${request.twist}|`;
  for (const [key, { home }] of homes)
    if (!key.startsWith(prefix)) {
      homes.delete(key);
      rmSync(home, { recursive: true, force: true });
    }
  const key = `${prefix}${request.size}`;
  const known = homes.get(key) ?? grownHome(folder, request);
  homes.set(key, known);
  return known;
}

async function run(request: RunRequest): Promise<RunReply> {
  if (!isCommand(request.command)) throw new Error(`no such command: ${request.command}`);
  const grown = homeOf(request);
  globalThis.gc?.();
  // Linux forgets the highest mark so far, and counts again; elsewhere memory is not measured.
  if (existsSync(marks)) writeFileSync(marks, "5");
  const before = memoryMb("VmRSS");
  const cpu = process.cpuUsage();
  const { code } = await clew(commands[request.command](grown), {
    cacheDir: join(grown.home, "cache"),
    dataDir: join(grown.home, "data"),
  });
  const { user, system } = process.cpuUsage(cpu);
  const peakMb = memoryMb("VmHWM") - before;
  return { cpuMs: (user + system) / 1000, peakMb, sizeMb: grown.sizeBytes / 1_048_576, code };
}

const marks = "/proc/self/clear_refs";

function memoryMb(name: "VmRSS" | "VmHWM"): number {
  if (!existsSync(marks)) return 0;
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "latin1"))?.[1] ?? 0) / 1024;
}

process.on("message", (request: RunRequest) => {
  run(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
