// A daemon's address -> the person's browser on it; the token stands in no list of processes, only in a file of theirs.
import { rmSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Daemon } from "../../serve/index.ts";
import { systemCode } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

export async function openPage(io: Io, { url, token }: Pick<Daemon, "url" | "token">): Promise<void> {
  // Both are made of signs that need no quoting.
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${url}#token=${token}"><title>clew</title>\n`;
  const path = join(io.cacheDir, "serve", "open.html");
  const reason = whyUnwritten(path, page);
  if (reason !== undefined)
    return io.err(`clew: no browser was opened: cannot write ${sanitizeLine(path)} (${reason})\n`);
  const [command = "xdg-open", ...args] = openers[platform()] ?? ["xdg-open"];
  const program = { kind: "program", command, args: [...args, pathToFileURL(path).href] } as const;
  const ended = await io.live.start({ run: program, environment: {}, output: "nowhere" });
  if (ended.kind === "not-started" || ended.code !== 0)
    io.err(`clew: no browser could be opened; open the address yourself (${sanitizeLine(command)})\n`);
}

/** Undefined when it is there. */
function whyUnwritten(path: string, page: string): string | undefined {
  try {
    rmSync(path, { force: true });
    writeFileSync(path, page, { mode: 0o600, flag: "wx" });
    return undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return systemCode(error);
  }
}
