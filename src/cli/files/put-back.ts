// Files to recover -> each put back where it was, if nothing is there and the person says yes to it.
import { isOnDisk } from "../../find/index.ts";
import { putFileBack } from "../../store/index.ts";
import { formatBytes, formatTime, sanitizeLine } from "../../view/index.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { oneByOne } from "../reshape/one-by-one.ts";
import { worldOf } from "../reshape/world.ts";
import type { Candidate } from "./candidate.ts";

export async function putBack(io: Io, { json }: JsonFlag, candidates: readonly Candidate[]): Promise<ExitCode> {
  let written = 0;
  const code = await oneByOne(io, candidates, async (candidate): Promise<ExitCode> => {
    const { path, version, about } = candidate;
    const reason = await tried(candidate);
    if (reason === undefined) written += 1;
    if (json) io.out(jsonLine({ path, written: reason === undefined, reason, ...about }));
    else if (reason === undefined)
      io.out(`${version?.grade ?? ""}  v${version?.number ?? ""}  ${sanitizeLine(path)}\n`);
    else io.err(`clew: not put back: ${sanitizeLine(path)} (${sanitizeLine(reason)})\n`);
    return 0;
  });
  return code === 0 && written === 0 ? 1 : code;

  /** Why it was not done. */
  async function tried({ path, version, content }: Candidate): Promise<string | undefined> {
    if (isOnDisk(path) !== false) return "something is there, and nothing is ever written over";
    const bytes = content();
    if ("reason" in bytes) return bytes.reason;
    const what = `v${version?.number ?? ""} of ${formatTime(version?.timeMs)} UTC, ${version?.grade ?? ""}, ${formatBytes(bytes.length)}`;
    if (!(await io.ask(`Put back ${sanitizeLine(path)} (${what})?`)))
      return io.isInputTerminal ? "not wanted" : "nobody is there to be asked";
    putFileBack(path, bytes, { disk: worldOf(io).disk, journal: worldOf(io) });
    return undefined;
  }
}
