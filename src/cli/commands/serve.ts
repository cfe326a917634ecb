// `clew serve`: the dashboard and its API on loopback, until a person ends it; a second one only tells where the first is.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Daemon, onlyDaemon } from "../../serve/index.ts";
import { WorldError, discover, nodeProcesses } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { failingTo } from "../live/failing-clock.ts";
import { homesOf } from "../names.ts";
import { openPage } from "../serve/open-page.ts";
import { startLane } from "../serve/start-lane.ts";
import { version } from "../version.ts";

export type Flags = DirFlag &
  JsonFlag & {
    readonly port?: number;
    readonly host?: string;
    readonly allowActions: boolean;
    readonly open: boolean;
  };

/** The word's keys on a telephone. */
export const usualPort = 2539;
const loopback = ["127.0.0.1", "::1", "localhost"];
/** A large tree is found while the first page is already there. */
const readyMs = 250;

export async function serve(io: Io, flags: Flags): Promise<ExitCode> {
  const host = hostOf(flags);
  const port = flags.port ?? usualPort;
  const shown = homesToShow(io, flags);
  const { live, cwd, timeZone, cacheDir, dataDir, command, demoHome, userDir } = io;
  const homes = shown.homes.map((home) => resolve(cwd, home));
  const settings = {
    homes,
    cwd,
    timeZone,
    cacheDir,
    dataDir,
    command,
    demoHome,
    ...(userDir !== undefined && { userDir }),
  };
  let fail = (error: unknown): void => {
    throw error;
  };
  const found = await onlyDaemon(
    {
      homes,
      host,
      port,
      version,
      demo: shown.demo,
      pages: fileURLToPath(new URL("../../ui", import.meta.url)),
      actions: flags.allowActions ? "allowed" : "none",
      clock: failingTo((error) => fail(error), live.clock),
      processes: io.world?.processes ?? nodeProcesses(),
      dataDir,
      startLane: (lane) => startLane(settings, lane),
      warm: "list",
      onFailure: (error) => fail(error),
    },
    cacheDir,
  );
  const facts = { homes, demo: shown.demo, actions: flags.allowActions };
  if (found.kind === "other") {
    const { url, token, pid } = found.record;
    tell(io, flags, { ...facts, url, token, pid, port: Number(new URL(url).port), started: false });
    return 0;
  }
  const { daemon } = found;
  const stopped = new Promise<ExitCode>((onStop, onFailure) => {
    fail = onFailure;
    live.listen({ onStop: (why) => onStop(why === "interrupted" ? 130 : 0) });
  });
  try {
    await Promise.race([
      daemon.ready,
      stopped,
      new Promise((later) => live.clock.after(readyMs, () => later(undefined))),
    ]);
    if (port !== 0 && daemon.port !== port) io.err(`clew: port ${port} is in use: this is ${daemon.port}\n`);
    tell(io, flags, { ...facts, ...addressOf(daemon), pid: nodeProcesses().ownPid, started: true });
    if (flags.open) await openPage(io, daemon);
    const code = await stopped;
    return code === 130 ? 0 : code;
  } finally {
    await daemon.stop();
  }
}

const addressOf = ({ url, token, port }: Daemon) => ({ url, token, port });

function hostOf({ host = "127.0.0.1" }: Flags): string {
  if (loopback.includes(host)) return host === "localhost" ? "127.0.0.1" : host;
  throw new WorldError("bad-argument", `${host} is not on this machine alone`, {
    hint: `clew serves on loopback only: ${loopback.join(", ")}`,
  });
}

/** Where no home has a session, the built-in demo is shown, and called so. */
function homesToShow(io: Io, flags: Flags): { readonly homes: readonly string[]; readonly demo: boolean } {
  const homes = homesOf(io, flags);
  const isEmpty = flags.dir === undefined && discover(homes).sessions.length === 0;
  return isEmpty ? { homes: [io.demoHome], demo: true } : { homes, demo: false };
}

type Told = {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly port: number;
  readonly homes: readonly string[];
  readonly demo: boolean;
  readonly actions: boolean;
  readonly started: boolean;
};

function tell(io: Io, { json }: JsonFlag, told: Told): void {
  if (json) io.out(jsonLine(told));
  else {
    const { url, token, homes, demo, started } = told;
    const what = demo
      ? "a built-in demo, for there are no sessions on this machine"
      : homes.map(sanitizeLine).join(", ");
    if (!started) io.err(`clew: these homes are served already\n`);
    io.out(`${url}#token=${token}\n`);
    if (started) io.err(`clew: serves ${what} (${plural(homes.length, "home")}); Ctrl-C ends it\n`);
  }
  io.live.flush();
}
