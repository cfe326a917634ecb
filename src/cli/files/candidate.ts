// A known path and what is wanted of it -> the version to recover, with its content read only when it is written.
import { type FileVersion, pathKey } from "../../graph/index.ts";
import { type WholeOrPartial, recoverableVersion, versionAbout, versionBytes } from "../../find/index.ts";
import { type Recoverable } from "../../store/index.ts";
import { formatBytes, formatTime } from "../../view/index.ts";
import { type Moment, versionFor } from "./moment.ts";
import type { OpenFiles, OpenHistories } from "./open-files.ts";

/** Without a version where nothing was known yet at that moment. */
export type Candidate = Recoverable & { readonly version: FileVersion | undefined };

export type Wish = {
  readonly moment: Moment | undefined;
  readonly wanted: WholeOrPartial;
  readonly histories: OpenHistories;
};

/** Undefined for what never was a file: a folder, or something that was only looked for. */
export function candidateOf(
  path: string,
  files: OpenFiles,
  { moment, wanted, histories }: Wish,
): Candidate | undefined {
  const history = histories.of(pathKey(path));
  if (history === undefined || !history.versions.some(({ exists }) => exists)) return undefined;
  const version =
    moment === undefined
      ? recoverableVersion(history.versions.filter(files.isMeant), undefined)
      : versionFor(history, moment);
  if (version === undefined) {
    const first = formatTime(history.versions[0]?.timeMs);
    const reason =
      moment === undefined ? "that session knew nothing of it" : `nothing is known of it before ${first} (UTC)`;
    return { path: history.path, version, about: versionAbout(history, undefined), content: () => ({ reason }) };
  }
  return {
    path: version.path,
    version,
    about: versionAbout(history, version),
    content() {
      const written = versionBytes(version, histories.content(history, version), wanted);
      return "reason" in written ? written : written.bytes;
    },
  };
}

/** Copies and edits can make far more text than the logs hold: one run writes at most this many bytes. */
const mostRecoveredBytes = 4 * 1024 * 1024 * 1024;

/** The same files; those beyond the total give a reason instead of their content. */
export function withinTotal(candidates: readonly Candidate[], most = mostRecoveredBytes): readonly Candidate[] {
  const counted = new Set<Candidate>();
  let total = 0;
  return candidates.map((candidate) => ({
    ...candidate,
    content() {
      const bytes = candidate.content();
      if ("reason" in bytes || counted.has(candidate)) return bytes;
      if (total + bytes.length > most)
        return {
          reason: `this run would write more than ${formatBytes(most)}; recover it by name into another folder`,
        };
      counted.add(candidate);
      total += bytes.length;
      return bytes;
    },
  }));
}
