// A client and what its model answers -> that client in a terminal, behind closed doors, to be typed at and looked at.
import { execFile, spawn } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { crashText } from "./crash-text.ts";
import { type Host, searchPath } from "./host.ts";
import { type Isolation, chooseEnclosure } from "./isolation.ts";
import { onJsonLines, writeJsonLine } from "./json-lines.ts";
import {
  type TerminalPlace,
  type TerminalRequest,
  isTerminalPlace,
  terminalName,
  tmuxArgs,
} from "./terminal-session.ts";

export type Terminal = {
  readonly isolation: Isolation;
  /** The config home the client writes to. */
  readonly config: string;
  readonly cwd: string;
  /** Types a text and ends it with Enter. */
  readonly type: (text: string) => Promise<void>;
  /** By the names tmux has for keys: Enter, Escape, Up. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly screen: () => Promise<string>;
  /** Starts the client again, after it ended. */
  readonly restart: (request: TerminalRequest) => Promise<void>;
  readonly close: () => Promise<void>;
};

const run = promisify(execFile);

/** False where there is no tmux. */
export async function hasTerminal(host: Host): Promise<boolean> {
  return run("tmux", ["-V"], { env: { PATH: searchPath(host) } }).then(
    () => true,
    () => false,
  );
}

export async function openTerminal(host: Host, request: TerminalRequest): Promise<Terminal> {
  const { isolation, command } = await chooseEnclosure(host);
  // Beside this file, compiled or not.
  const script = fileURLToPath(new URL(`./terminal-thread${extname(import.meta.url)}`, import.meta.url));
  const [program = "", ...args]: readonly string[] = [...command, host.node, script];
  const child = spawn(program, args, { env: { PATH: searchPath(host) }, stdio: "pipe" });
  const crash = crashText(child.stderr);
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  const place = await new Promise<TerminalPlace>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`the terminal ended with ${code}${crash()}`)));
    onJsonLines(child.stdout, (value) => {
      if (!isTerminalPlace(value)) throw new Error("the terminal said something else");
      resolve(value);
    }).catch(reject);
    writeJsonLine(child.stdin, { host, request });
  });
  const tmux = (...rest: readonly string[]) =>
    run("tmux", [...tmuxArgs(place.socket, rest)], { env: { PATH: searchPath(host) } });
  const press = async (...keys: readonly string[]): Promise<void> => {
    await tmux("send-keys", "-t", terminalName, ...keys);
  };
  return {
    isolation,
    config: place.config,
    cwd: place.cwd,
    async type(text) {
      await press("-l", text);
      await press("Enter");
    },
    press,
    screen: async () => (await tmux("capture-pane", "-p", "-t", terminalName)).stdout,
    async restart({ client, args: again }) {
      await tmux("respawn-pane", "-k", "-t", terminalName, client.binary, ...again);
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
