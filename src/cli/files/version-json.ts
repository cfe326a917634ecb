// A version -> the fields that every command's JSON tells of it.
import type { FileHistory, FileVersion } from "../../graph/index.ts";
import { versionAbout } from "../../find/index.ts";

export function versionJson(history: FileHistory, version: FileVersion): Readonly<Record<string, unknown>> {
  const { body } = version;
  return {
    path: version.path,
    ...versionAbout(history, version),
    exists: version.exists,
    encoding: version.encoding,
    prompt: version.prompt?.words,
    from: body.kind === "same" ? body.key : undefined,
    findings: findingsAt(history, version).map(({ code, timeMs, at }) => ({
      code,
      time: new Date(timeMs).toISOString(),
      log: at.log,
      line: at.line,
    })),
  };
}

/** What did not fit from this version on, up to the next one; what came before all of them belongs to the first. */
function findingsAt({ versions, findings }: FileHistory, { number, timeMs }: FileVersion): FileHistory["findings"] {
  const nextMs = versions[number]?.timeMs ?? Infinity;
  return findings.slice(number === 1 ? 0 : firstSince(findings, timeMs), firstSince(findings, nextMs));
}

/** Findings are in the order of their times. */
function firstSince(findings: FileHistory["findings"], timeMs: number): number {
  let [low, high] = [0, findings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((findings[middle]?.timeMs ?? Infinity) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
