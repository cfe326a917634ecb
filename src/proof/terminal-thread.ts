// A process of its own, inside the enclosure: one job on stdin -> a client in a terminal, until stdin ends; then all is removed.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { stdin, stdout } from "node:process";
import { promisify } from "node:util";
import { countingIds, fillScript, startStandIn } from "../model/index.ts";
import { onJsonLines, writeJsonLine } from "./json-lines.ts";
import { clientEnvironment, withPlace } from "./place.ts";
import { endProcessTree } from "./process-tree.ts";
import { type TerminalJob, isTerminalJob, terminalName, tmuxArgs } from "./terminal-session.ts";

const run = promisify(execFile);

async function serve(): Promise<void> {
  let begin = (_job: TerminalJob): void => undefined;
  const job = new Promise<TerminalJob>((resolve) => {
    begin = resolve;
  });
  const over = onJsonLines(stdin, (value) => {
    if (!isTerminalJob(value)) throw new Error("this is no job");
    begin(value);
  });
  const first = await Promise.race([job, over]);
  if (first !== undefined) await host(first, over);
}

function host({ host: machine, request }: TerminalJob, over: Promise<void>): Promise<void> {
  return withPlace(machine, async (place) => {
    const { config, cwd } = place;
    const standIn = await startStandIn({ script: fillScript(request.script, { cwd, config }), ids: countingIds() });
    const environment = clientEnvironment(place, standIn.port);
    const socket = join(place.temp, "terminal");
    const tmux = (...args: readonly string[]) => run("tmux", [...tmuxArgs(socket, args)], { env: environment });
    const size = ["-x", "120", "-y", "40"] as const;
    let server: number | undefined;
    try {
      const { client, args } = request;
      const start = ["new-session", "-d", "-s", terminalName, ...size, "-c", cwd, client.binary, ...args] as const;
      // So that the terminal outlives the client and another can be started in it.
      await tmux(...start, ";", "set-option", "-g", "remain-on-exit", "on");
      server = Number((await tmux("display-message", "-p", "#{pid}")).stdout.trim());
      writeJsonLine(stdout, { config, cwd, socket });
      await over;
    } finally {
      if (server !== undefined) endProcessTree(server);
      await standIn.close();
    }
  });
}

await serve();
