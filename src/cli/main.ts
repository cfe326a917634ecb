// The process -> one run of the command line; passes home, environment, clock and output to everything else.
import { existsSync, readlinkSync } from "node:fs";
import { homedir, platform, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepCompiledCode } from "./compile-cache.ts";
import { isTerminal } from "./is-terminal.ts";
import { CannotWrite, ClosedPipe, type Io, type Listener, type Start } from "./io.ts";
import { guardOutput } from "./output/guard-output.ts";
import { reportCrashes } from "./output/report-crash.ts";
import { clearProgress, flushOut, screenSize, writeErr, writeLast, writeOut, writeProgress } from "./output/streams.ts";
import { ownCommand } from "./own-command.ts";
import { systemCode } from "./system-code.ts";

const { env } = process;

function defaultHomes(): readonly string[] {
  const named = env["CLAUDE_CONFIG_DIR"];
  if (named !== undefined && named !== "") return [named];
  const second = join(homedir(), ".config", "claude");
  return [join(homedir(), ".claude"), ...(existsSync(join(second, "projects")) ? [second] : [])];
}

/** By each system's own convention; a variable that names no absolute path is ignored, as XDG asks. */
function ownFolder(variable: "XDG_CACHE_HOME" | "XDG_DATA_HOME"): string {
  const named = env[variable];
  if (named !== undefined && isAbsolute(named)) return join(named, "clew");
  const isCache = variable === "XDG_CACHE_HOME";
  const system = platform();
  if (system === "darwin") return join(homedir(), "Library", isCache ? "Caches" : "Application Support", "clew");
  if (system === "win32")
    return join(env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "clew", isCache ? "cache" : "data");
  return join(homedir(), isCache ? ".cache" : join(".local", "share"), "clew");
}

/** Where the system names its zone; loading what knows all zones takes longer than a search. */
function localZone(): string | undefined {
  const named = env["TZ"] ?? linkedZone();
  return named !== undefined && /^(UTC|[A-Z][A-Za-z]+\/[A-Za-z_/+-]+)$/.test(named) ? named : undefined;
}

function linkedZone(): string | undefined {
  try {
    return readlinkSync("/etc/localtime").split("zoneinfo/")[1];
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** The other program gets our terminal; we only wait for it. */
function runInPlace(command: string, args: readonly string[], { cwd, environment }: Start): number | undefined {
  flushOut();
  clearProgress();
  // Loaded when it is needed: most commands start no other program.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, signal, error } = spawnSync(command, args, {
    cwd,
    env: { ...env, ...environment },
    stdio: "inherit",
  });
  if (error !== undefined && systemCode(error) === "ENOENT") return undefined;
  if (error !== undefined) throw error;
  return status ?? (signal === "SIGINT" ? 130 : 1);
}

/** A folder that was deleted under our feet is no reason to fail: only relative paths need it. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return homedir();
  }
}

/** On a terminal, unless it cannot or the person does not want it; elsewhere only when asked for. */
function wantsColour(): boolean {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  if (isSet("NO_COLOR") || env["FORCE_COLOR"] === "0" || env["TERM"] === "dumb") return false;
  return isTerminal(1) || isSet("FORCE_COLOR");
}

const command = ownCommand({
  environment: env,
  packageDir: fileURLToPath(new URL("../..", import.meta.url)),
  cwd: currentFolder(),
});

const output = guardOutput({
  out: writeOut,
  err: (text) => writeErr(text.replaceAll("`clew ", `\`${command} `)),
  progress: writeProgress,
  async ask(question) {
    flushOut();
    clearProgress();
    if (!isTerminal(0) || !isTerminal(2)) return false;
    writeErr(`${question} [y/N] `);
    return (await import("./ask.ts")).readYesNo();
  },
  isTerminal: isTerminal(1),
});

const io: Io = {
  ...output,
  get isInputTerminal() {
    return isTerminal(0);
  },
  colour: wantsColour(),
  // What goes to a file or another program is never cut.
  columns: output.isTerminal ? screenSize().columns : 10_000,
  homes: defaultHomes(),
  cwd: currentFolder(),
  userDir: homedir(),
  nowMs: Date.now(),
  // Asked for only where days are counted: it may take milliseconds.
  get timeZone() {
    return localZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  cacheDir: ownFolder("XDG_CACHE_HOME"),
  dataDir: ownFolder("XDG_DATA_HOME"),
  command,
  demoHome: fileURLToPath(new URL("../../demo", import.meta.url)),
  messagesApi: messagesApi(),
  get host() {
    return { node: process.execPath, path: env["PATH"] ?? "", tempDir: tmpdir() };
  },
  run: runInPlace,
  live: {
    clock: {
      nowMs: Date.now,
      monotonicMs: () => performance.now(),
      after(delayMs, call) {
        const timer = setTimeout(call, delayMs);
        return () => clearTimeout(timer);
      },
    },
    flush: flushOut,
    environment: env,
    screen: screenSize,
    listen,
    start: async (program) => (await import("./start-program.ts")).startProgram(program, env),
  },
};

function listen({ onKey, onStop }: Listener): () => void {
  const interrupted = (): void => onStop("interrupted");
  const ended = (): void => onStop("ended");
  const typed = (bytes: Buffer): void => Array.from(bytes.toString()).forEach((key) => onKey?.(key));
  const takesKeys = onKey !== undefined && isTerminal(0);
  process.on("SIGINT", interrupted).on("SIGTERM", ended).on("SIGHUP", ended);
  if (takesKeys) process.stdin.setRawMode(true).on("data", typed).resume();
  return () => {
    process.off("SIGINT", interrupted).off("SIGTERM", ended).off("SIGHUP", ended);
    if (takesKeys) process.stdin.off("data", typed).setRawMode(false).pause();
  };
}

function messagesApi(): Io["messagesApi"] {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseUrl } = env;
  return { ...(apiKey === undefined ? {} : { apiKey }), ...(baseUrl === undefined ? {} : { baseUrl }) };
}

async function run(): Promise<number> {
  try {
    keepCompiledCode(io.cacheDir);
    const { runCli } = await import("./run.ts");
    const code = await runCli(process.argv.slice(2), io);
    flushOut();
    clearProgress();
    return code;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    if (!(error instanceof CannotWrite)) throw error;
    writeLast(`clew: cannot write the output: ${error.message} (make room, or send it elsewhere)\n`);
    return 2;
  }
}

reportCrashes();
// At once, for all is written: to take down a large heap piece by piece takes its time.
void run().then((code) => process.exit(code));
