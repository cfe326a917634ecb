// Files with their content and where it comes from -> the same files below a fresh folder, and a manifest that tells of every one of them.
import { createHash } from "node:crypto";
import { platform } from "node:os";
import { join } from "node:path";
import type { Disk } from "../rewrite/disk.ts";
import { told } from "../rewrite/write-error.ts";
import { WorldError, systemCode } from "../world-error.ts";
import { missingFolders } from "../rewrite/folders.ts";
import type { World } from "../rewrite/world.ts";
import { type FreshTree, freshTree } from "./fresh-tree.ts";
import { journaled, temporaryName } from "./journal.ts";
import { type Way, bestWay } from "./open-folder.ts";
import { placeBelow } from "./place-below.ts";
import type { NameRules } from "./safe-name.ts";

export type Recoverable = {
  /** Where it stood. */
  readonly path: string;
  /** What the manifest tells of it: which version, from which lines, how sure. */
  readonly about: Readonly<Record<string, unknown>>;
  /** Asked for once, when it is written; a reason where it is not to be. */
  readonly content: () => Uint8Array | { readonly reason: string };
};

export type RecoveredFile = {
  readonly path: string;
  /** Below the folder, with slashes; undefined where it was not recovered, and `reason` says why. */
  readonly recoveredPath: string | undefined;
  /** Whether it could not have the name it had. */
  readonly renamed: boolean;
  readonly reason: string | undefined;
  readonly sha256: string | undefined;
  readonly sizeBytes: number | undefined;
  readonly about: Readonly<Record<string, unknown>>;
};

export type Recovery = { readonly folder: string; readonly manifest: string; readonly files: readonly RecoveredFile[] };

export type RecoveryJob = {
  readonly items: Iterable<Recoverable>;
  /** New or empty. */
  readonly folder: string;
  readonly nowMs: number;
  readonly onFile?: (file: RecoveredFile) => void;
};

export type RecoveryWorld = {
  readonly disk: Disk;
  readonly way?: Way;
  readonly rules?: NameRules;
  /** The world in whose data folder the recovery is noted while it runs. */
  readonly journal?: World;
};

const manifestName = "manifest.json";

export function recoverFiles(job: RecoveryJob, world: RecoveryWorld): Recovery {
  const { folder } = job;
  const items = [...job.items];
  const rules = world.rules ?? (platform() === "win32" ? "windows" : "posix");
  const leftovers = (op: string) => ({
    temp: join(folder, temporaryName(op)),
    folders: [...missingFolders(world.disk, folder), ...foldersFor(items, folder, rules)],
  });
  return journaled(world.journal, leftovers, (op) =>
    recovered({ ...job, items }, { ...world, rules }, temporaryName(op)),
  );
}

/** The folders that `placeBelow` names. A folder that gets another name, because its own is taken, is not listed. */
function foldersFor(items: readonly Recoverable[], folder: string, rules: NameRules): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of items) {
    const { names } = placeBelow(path, rules);
    for (let depth = 1; depth < names.length; depth++) folders.add(join(folder, ...names.slice(0, depth)));
  }
  return folders;
}

type Placing = RecoveryWorld & { readonly rules: NameRules };

function recovered(
  { items, folder, nowMs, onFile }: RecoveryJob,
  { disk, rules, way }: Placing,
  temporary: string,
): Recovery {
  const tree = told("recover", () =>
    freshTree(disk, folder, { way: way ?? bestWay(), reserved: manifestName, temporary }),
  );
  const files: RecoveredFile[] = [];
  try {
    for (const item of items) {
      const file = recoverOne(item, tree, rules);
      files.push(file);
      onFile?.(file);
    }
    const manifest = writeManifest(tree, manifestText(files, nowMs), folder);
    return { folder, manifest: join(folder, manifest), files };
  } finally {
    tree.close();
  }
}

function writeManifest(tree: FreshTree, text: string, folder: string): string {
  try {
    return tree.addReserved(Buffer.from(text));
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    throw new WorldError("failed", `the manifest in ${folder} could not be written: ${reasons.get(code) ?? code}`, {
      hint: "the files that were recovered are there; recover into another folder to have a manifest too",
      cause: error,
    });
  }
}

function recoverOne({ path, about, content }: Recoverable, tree: FreshTree, rules: NameRules): RecoveredFile {
  const bytes = content();
  const none = { path, about, recoveredPath: undefined, renamed: false, sha256: undefined, sizeBytes: undefined };
  if ("reason" in bytes) return { ...none, reason: bytes.reason };
  const { names, isChanged } = placeBelow(path, rules);
  try {
    const recoveredPath = tree.addFile(names, bytes).join("/");
    return {
      path,
      about,
      recoveredPath,
      renamed: isChanged || recoveredPath !== names.join("/"),
      reason: undefined,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      sizeBytes: bytes.length,
    };
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return { ...none, reason: reasons.get(code) ?? `it could not be written: ${code}` };
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk is full"],
  ["ENAMETOOLONG", "the path is longer than this system takes"],
  ["ESTALE", "somebody else changed the folder meanwhile"],
  ["ELOOP", "somebody else put a link into the folder meanwhile"],
  ["ENOTDIR", "somebody else put a link into the folder meanwhile"],
  ["ENOENT", "somebody else changed the folder meanwhile"],
]);

function manifestText(files: readonly RecoveredFile[], nowMs: number): string {
  const told = files.map(({ about, recoveredPath, sizeBytes, ...file }) => ({
    path: file.path,
    recoveredPath: recoveredPath ?? null,
    renamed: file.renamed,
    reason: file.reason ?? null,
    sha256: file.sha256 ?? null,
    size: sizeBytes ?? null,
    ...about,
  }));
  const whole = { recoveredBy: "clew", time: new Date(nowMs).toISOString(), files: told };
  return `${JSON.stringify(whole, (_, value: unknown) => (value === undefined ? null : value), 2)}\n`;
}
