// `clew serve`: the dashboard and its API on loopback, until a person ends it; a second one only tells where the first is.
import { fileURLToPath } from "node:url";
import { type Daemon, type OtherDaemon, onlyDaemon } from "../../serve/index.ts";
import { WorldError, nodeProcesses } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { failingTo } from "../live/failing-clock.ts";
import { openPage } from "../serve/open-page.ts";
import { unmet } from "../serve/other-daemon.ts";
import { homesToShow, whenSessions } from "../serve/own-homes.ts";
import { startLane } from "../serve/start-lane.ts";
import { version } from "../version.ts";

export type Flags = DirFlag &
  JsonFlag & {
    readonly port?: number;
    readonly host?: string;
    readonly allowActions: boolean;
    readonly open: boolean;
    readonly newToken: boolean;
  };

/** The word's keys on a telephone. */
export const usualPort = 2539;
const loopback = ["127.0.0.1", "::1", "localhost"];
/** A large tree is found while the first page is already there. */
const readyMs = 100;

export async function serve(io: Io, flags: Flags): Promise<ExitCode> {
  const host = hostOf(flags);
  const port = flags.port ?? usualPort;
  const { homes, demo, own } = homesToShow(io, flags);
  const { live, cwd, timeZone, cacheDir, dataDir, command, demoHome, userDir, clientHome = io.homes[0] } = io;
  const settings = {
    cwd,
    timeZone,
    cacheDir,
    dataDir,
    command,
    demoHome,
    ...(userDir !== undefined && { userDir }),
    ...(clientHome !== undefined && { clientHome }),
  };
  let fail = (error: unknown): void => {
    throw error;
  };
  const clock = failingTo((error) => fail(error), live.clock);
  const found = await onlyDaemon(
    {
      homes,
      host,
      port,
      version,
      demo,
      pages: fileURLToPath(new URL("../../ui", import.meta.url)),
      actions: flags.allowActions ? "allowed" : "none",
      clock,
      processes: io.world?.processes ?? nodeProcesses(),
      dataDir,
      startLane: (lane, shown) => startLane({ ...settings, homes: shown }, lane, live.environment),
      warm: "list",
      token: flags.newToken ? "renewed" : "kept",
      onFailure: (error) => fail(error),
    },
    cacheDir,
  );
  if (found.kind === "other") return await point(io, flags, found);
  const { daemon, unnoted } = found;
  let unwatch = (): void => undefined;
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
    for (const note of daemon.notes) io.err(`clew: ${sanitizeLine(note)}\n`);
    if (unnoted !== undefined)
      io.err(`clew: a second \`clew serve\` will not find this one: cannot write to ${sanitizeLine(unnoted)}\n`);
    const facts = { homes, demo, actions: flags.allowActions, pid: nodeProcesses().ownPid };
    tell(io, flags, { ...facts, ...addressOf(daemon), started: true });
    if (demo) unwatch = whenSessions(own, clock, () => void change(io, daemon, own).catch(fail));
    if (flags.open) await openPage(io, daemon);
    const code = await stopped;
    return code === 130 ? 0 : code;
  } finally {
    unwatch();
    await daemon.stop();
  }
}

/** From the demo to what the person has, as soon as there is something. */
async function change(io: Io, daemon: Daemon, homes: readonly string[]): Promise<void> {
  await daemon.show(homes);
  io.err(`clew: there are sessions now: serves ${homes.map(sanitizeLine).join(", ")} in place of the demo\n`);
}

/** The one that is there goes by its own flags: it is told as it is, and what of ours it does not do. */
async function point(io: Io, flags: Flags, other: OtherDaemon): Promise<ExitCode> {
  const { url, token, pid } = other.record;
  tell(io, flags, { ...other.running, url, token, pid, port: Number(new URL(url).port), started: false });
  const ignored = unmet(other, { ...flags, ...(flags.host !== undefined && { host: hostOf(flags) }) });
  for (const one of ignored) io.err(`clew: the daemon that is there does not go by ${one}\n`);
  if (ignored.length > 0) io.err(`clew: end it first (process ${pid}) to have that\n`);
  if (flags.open) await openPage(io, other.record);
  return 0;
}

const addressOf = ({ url, token, port }: Daemon) => ({ url, token, port });

function hostOf({ host = "127.0.0.1" }: Flags): string {
  if (loopback.includes(host)) return host === "localhost" ? "127.0.0.1" : host;
  throw new WorldError("bad-argument", `${host} is not on this machine alone`, {
    hint: `clew serves on loopback only: ${loopback.join(", ")}`,
  });
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
    if (!started) io.err(`clew: ${demo ? "the demo is" : "these homes are"} served already\n`);
    io.out(`${url}#token=${token}\n`);
    if (started) io.err(`clew: serves ${what} (${plural(homes.length, "home")}); Ctrl-C ends it\n`);
  }
  io.live.flush();
}
