// A command -> its exit code, with Ctrl-C and termination handed on; never throws for a command that merely failed.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A failure that one line explains: shown without a stack. */
export class SetupError extends Error {}

/** Talk goes to stderr, so that stdout carries data only. */
export function say(text) {
  process.stderr.write(`clew: ${text}\n`);
}

/** `talk: true` sends the command's own stdout to our stderr. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env ?? process.env,
      stdio: options.talk ? ["ignore", 2, 2] : "inherit",
      shell: options.shell ?? false,
    });
    // The terminal sends Ctrl-C to the child too: it decides when to end, we wait for it.
    const wait = () => {};
    const pass = () => child.kill("SIGTERM");
    process.on("SIGINT", wait);
    process.on("SIGTERM", pass);
    // A shell between npm and us takes the signal with it to its end: then we have another parent.
    const parent = process.ppid;
    const watch = setInterval(() => (process.ppid === parent ? undefined : pass()), 500);
    watch.unref();
    const done = () => {
      clearInterval(watch);
      process.off("SIGINT", wait);
      process.off("SIGTERM", pass);
    };
    child.on("error", (error) => {
      done();
      reject(new SetupError(`cannot start ${command}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      done();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Runs a dependency's command on the Node we run on ourselves, whatever the PATH says. */
export function runTool(name, args, options = {}) {
  const folder = join(ROOT, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return run(process.execPath, [join(folder, Object.values(bin)[0]), ...args], options);
}

/** Runs npm on the Node we run on; its output is talk. */
export function runNpm(args, options = {}) {
  const env = withNodeFirst(process.env, process.execPath);
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js")) return run(process.execPath, [cli, ...args], { ...options, env, talk: true });
  const windows = process.platform === "win32";
  return run(windows ? "npm.cmd" : "npm", args, { ...options, env, talk: true, shell: windows });
}

export function withNodeFirst(env, nodePath) {
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  return { ...env, [key]: [dirname(nodePath), env[key]].filter(Boolean).join(delimiter) };
}
