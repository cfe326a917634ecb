// `clew recover`: files as sessions knew them -> the same files below a fresh folder with a manifest, or back in their places.
import { resolve } from "node:path";
import { WorldError, type RecoveredFile, recoverFiles } from "../../store/index.ts";
import { type FileRow, rowOnDisk, knownPaths } from "../../find/index.ts";
import { pathKey } from "../../graph/index.ts";
import { formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import { type Candidate, candidateOf, withinTotal } from "../files/candidate.ts";
import { momentIn } from "../files/moment.ts";
import { type FilesFlags, type KnownHomes, type OpenFiles, withFiles, withHomes } from "../files/open-files.ts";
import { putBack } from "../files/put-back.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { settleFirst } from "../reshape/settle-first.ts";
import { worldOf } from "../reshape/world.ts";
import { printRows } from "./files.ts";

export type Flags = FilesFlags &
  JsonFlag & {
    readonly at?: string;
    readonly all: boolean;
    readonly deleted: boolean;
    readonly partial: boolean;
    readonly toOriginal: boolean;
    readonly out?: string;
    readonly limit?: number;
  };

export async function recover(io: Io, flags: Flags, ...names: readonly string[]): Promise<ExitCode> {
  checkFlags(flags, names);
  if (flags.out !== undefined || flags.toOriginal) settleFirst(io);
  return await withHomes(io, flags, async (homes) => {
    const lost = flags.deleted ? await lostFiles(homes) : [];
    if (flags.deleted && flags.out === undefined && !flags.toOriginal) return await listDeleted(io, flags, lost);
    const candidates = candidatesIn(io, flags, { files: await homes.open(), names, lost });
    if (candidates.length === 0) {
      io.err(`clew: ${nothing}\n`);
      return 1;
    }
    return flags.toOriginal ? await putBack(io, flags, candidates) : writeBelow(io, flags, withinTotal(candidates));
  });
}

const nothing = "there is nothing to recover";

/** Why nothing would be written, if so, without writing; a file or version that is not known is refused as by `recover`. */
export async function reasonAgainst(io: Io, flags: Flags, ...names: readonly string[]): Promise<string | undefined> {
  checkFlags(flags, names);
  return await withFiles(io, flags, (files) => {
    const contents = candidatesIn(io, flags, { files, names, lost: [] }).map(({ content }) => content());
    const reasons = contents.flatMap((one) => ("reason" in one ? [one.reason] : []));
    return reasons.length < contents.length ? undefined : (reasons[0] ?? nothing);
  });
}

type Sought = { readonly files: OpenFiles; readonly names: readonly string[]; readonly lost: readonly FileRow[] };

function candidatesIn(io: Io, flags: Flags, { files, names, lost }: Sought): readonly Candidate[] {
  const moment = flags.at === undefined ? undefined : momentIn(io, flags.at, files.session);
  const wanted = flags.partial ? "partial" : "whole";
  const paths = pathsOf(files, { names, lost, all: flags.all });
  const histories = files.historiesOf(paths.map(pathKey));
  return paths.flatMap((path) => candidateOf(path, files, { moment, wanted, histories }) ?? []);
}

function checkFlags({ all, deleted, out, toOriginal }: Flags, names: readonly string[]): void {
  const refuse = (message: string, hint: string): never => {
    throw new WorldError("bad-argument", message, { hint });
  };
  const ways = [names.length > 0, all, deleted].filter(Boolean).length;
  if (ways === 0) refuse("recover needs a file", "name one or more, or say --all or --deleted");
  if (ways > 1) refuse("recover takes files, or --all, or --deleted", "say only one of them");
  if (out !== undefined && toOriginal) refuse("--out and --to-original are two places", "say only one of them");
  if (out === undefined && !toOriginal && !deleted)
    refuse("recover needs a folder to write to", "name a new or empty one with --out DIR");
}

async function listDeleted(io: Io, flags: Flags, gone: readonly FileRow[]): Promise<ExitCode> {
  await printRows(io, flags, { rows: gone, all: gone.length });
  if (gone.length === 0) io.err("clew: every file that sessions knew is there, or was moved\n");
  else if (!flags.json)
    io.err(
      `clew: ${plural(gone.length, "file")}; \`${io.command} recover --deleted --out DIR\` recovers ${knownWhole(gone)}\n`,
    );
  return gone.length === 0 ? 1 : 0;
}

function knownWhole(gone: readonly FileRow[]): string {
  const whole = gone.filter(({ doubts }) => !doubts.includes("lines")).length;
  if (whole === gone.length) return "them";
  return `${whole === 0 ? "none" : `the ${formatWhole(whole)}`} of which every line is known, with --partial what is known of the others`;
}

async function lostFiles({ summaries }: KnownHomes): Promise<readonly FileRow[]> {
  const { rows } = await summaries(Infinity);
  return rows.map(rowOnDisk).filter(({ onDisk, fate }) => onDisk === false && fate !== "moved");
}

type Asked = { readonly names: readonly string[]; readonly lost: readonly FileRow[]; readonly all: boolean };

/** Each file once, in the order of the names; of all files in the order of their paths. */
function pathsOf(files: OpenFiles, { names, lost, all }: Asked): readonly string[] {
  const listed = all ? files.summaries() : lost;
  const named = names.flatMap((name) => knownPaths(name, files.names));
  const paths = [...listed.map(({ path }) => path).sort(), ...named];
  return [...new Map(paths.map((path) => [pathKey(path), path])).values()];
}

/** So many are looked at before a folder is made: one in which nothing would stand is only in the way of the next try. */
const fewFiles = 32;

function writeBelow(io: Io, flags: Flags, candidates: readonly Candidate[]): ExitCode {
  if (candidates.length <= fewFiles && candidates.every(({ content }) => "reason" in content())) {
    for (const { path, about, content } of candidates) {
      const none = { recoveredPath: undefined, renamed: false, sha256: undefined, sizeBytes: undefined };
      const bytes = content();
      tell(io, flags, { path, about, ...none, reason: "reason" in bytes ? bytes.reason : undefined });
    }
    if (!flags.json) io.err(`clew: ${leftText(candidates.length, flags)}; nothing was written\n`);
    return 1;
  }
  let recovered = 0;
  const { folder, manifest } = recoverFiles(
    {
      items: candidates,
      folder: resolve(io.cwd, flags.out ?? ""),
      nowMs: io.nowMs,
      onFile(file) {
        recovered += file.recoveredPath === undefined ? 0 : 1;
        tell(io, flags, file);
      },
    },
    { disk: worldOf(io).disk, journal: worldOf(io) },
  );
  const left = candidates.length - recovered;
  if (!flags.json) {
    io.err(
      `clew: ${plural(recovered, "file")} recovered into ${sanitizeLine(folder)}; where each came from is in ${sanitizeLine(manifest)}\n`,
    );
    if (left > 0) io.err(`clew: ${leftText(left, flags)}\n`);
  }
  return recovered === 0 ? 1 : 0;
}

const leftText = (left: number, { partial }: Flags): string =>
  `${plural(left, "file")} not recovered${partial ? "" : "; --partial also writes what is known in part"}`;

function tell(io: Io, { json }: JsonFlag, { about, sizeBytes, ...file }: RecoveredFile): void {
  if (json) io.out(jsonLine({ ...file, size: sizeBytes, ...about }));
  else if (file.recoveredPath === undefined)
    io.err(`clew: not recovered: ${sanitizeLine(file.path)} (${sanitizeLine(file.reason ?? "")})\n`);
  else io.out(`${String(about["grade"])}  v${String(about["version"])}  ${sanitizeLine(file.recoveredPath)}\n`);
}
