// The process -> one run of the command line; the only file that touches process, home, environment and clock.
import { existsSync, readlinkSync, writeSync } from "node:fs";
import { homedir, platform, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepCompiledCode } from "./compile-cache.ts";
import { isTerminal } from "./is-terminal.ts";
import { CannotWrite, ClosedPipe, type Io, type Listener, type Start } from "./io.ts";
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
  output.flush();
  clearPassing();
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

/** The last word, to a stderr that may be as full as stdout. */
function sayLast(text: string): void {
  try {
    writeSync(2, text);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/** On a terminal, unless it cannot or the person does not want it; elsewhere only when asked for. */
function wantsColour(): boolean {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  if (isSet("NO_COLOR") || env["FORCE_COLOR"] === "0" || env["TERM"] === "dumb") return false;
  return isTerminal(1) || isSet("FORCE_COLOR");
}

/** How long the line on stderr is that the next one replaces. */
let passing = 0;

function clearPassing(): void {
  if (passing > 0) writeSync(2, `\r${" ".repeat(passing)}\r`);
  passing = 0;
}

/** One write after the other, so that a closed pipe is noticed at once and nothing piles up in memory. */
function writer(descriptor: number): { readonly write: (text: string) => void; readonly flush: () => void } {
  let pending: string[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.from(pending.join(""));
    pending = [];
    length = 0;
    if (bytes.length > 0) clearPassing();
    for (let at = 0; at < bytes.length;) at += writeSome(descriptor, bytes, at);
  };
  return {
    write(text) {
      pending.push(text);
      length += text.length;
      if (length > 64 * 1024) flush();
    },
    flush,
  };
}

const pause = new Int32Array(new SharedArrayBuffer(4));

function writeSome(descriptor: number, bytes: Buffer, at: number): number {
  try {
    return writeSync(descriptor, bytes, at);
  } catch (error) {
    const code = systemCode(error);
    if (code === "EPIPE") throw new ClosedPipe();
    if (code !== "EAGAIN") throw new CannotWrite(String(code), { cause: error });
    // A pipe that does not block is full: let its reader work.
    Atomics.wait(pause, 0, 0, 2);
    return 0;
  }
}

const output = writer(1);

/** In a clone there may be no other way to call us than the one that was taken. */
const isByNpx = ["start", "npx"].includes(env["npm_lifecycle_event"] ?? "");

const io: Io = {
  out: output.write,
  err(text) {
    output.flush();
    clearPassing();
    sayLast(isByNpx ? text.replaceAll("`clew ", "`npx clew ") : text);
  },
  progress(text) {
    if (!isTerminal(2)) return;
    clearPassing();
    passing = text.length;
    writeSync(2, text);
  },
  isTerminal: isTerminal(1),
  get isInputTerminal() {
    return isTerminal(0);
  },
  colour: wantsColour(),
  // What goes to a file or another program is never cut.
  columns: isTerminal(1) ? process.stdout.columns : 10_000,
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
  command: isByNpx ? "npx clew" : "clew",
  demoHome: fileURLToPath(new URL("../../demo", import.meta.url)),
  messagesApi: messagesApi(),
  async ask(question) {
    output.flush();
    clearPassing();
    if (!isTerminal(0) || !isTerminal(2)) return false;
    const { askYesNo } = await import("./ask.ts");
    return askYesNo(question);
  },
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
    flush: output.flush,
    environment: env,
    // A terminal that does not know its size says 0.
    screen: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
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
    output.flush();
    clearPassing();
    return code;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    if (!(error instanceof CannotWrite)) throw error;
    sayLast(`clew: cannot write the output: ${error.message} (make room, or send it elsewhere)\n`);
    return 2;
  }
}

// At once, for all is written: to take down a large heap piece by piece takes its time.
void run().then((code) => process.exit(code));
