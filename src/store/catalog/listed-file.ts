// What discovery found, and the outputs that tools left beside sessions -> one list of files that the catalog covers; opens none.
import { type Dirent, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Discovered, FileFacts, SessionFile } from "../discover.ts";
import { systemCode } from "../world-error.ts";

export const fileKinds = ["session", "agent", "tool-result"] as const;
export type FileKind = (typeof fileKinds)[number];

export type ListedFile = {
  /** Links resolved. */
  readonly path: string;
  readonly kind: FileKind;
  readonly slug: string;
  /** A session's or agent's file name without its ending; the name of a tool's output. */
  readonly stem: string;
  /** The session in whose folder it stands. */
  readonly session: string | undefined;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly device: number | undefined;
  readonly inode: number | undefined;
};

type Identified = FileFacts & { readonly device?: number; readonly inode?: number };

export function listFiles({ sessions, agents }: Discovered): readonly ListedFile[] {
  const facts = ({ realPath, sizeBytes, modifiedMs, device, inode }: Identified) =>
    ({ path: realPath, sizeBytes, modifiedMs, device, inode }) as const;
  return [
    ...sessions.map((file) => ({ ...facts(file), kind: "session" as const, ...place(file, undefined) })),
    ...agents.map((file) => ({ ...facts(file), kind: "agent" as const, ...place(file, file.sessionStem) })),
    ...toolResultFiles(sessions),
  ];
}

function place({ realPath, slug }: FileFacts & { readonly slug: string }, session: string | undefined) {
  return { slug, stem: basename(realPath, ".jsonl"), session } as const;
}

/** The outputs that were too long for their logs: `<session>/tool-results/*.txt`. */
export function toolResultFiles(sessions: readonly SessionFile[]): readonly ListedFile[] {
  return sessions.flatMap(({ realPath, slug, stem }) => {
    const folder = join(dirname(realPath), stem, "tool-results");
    return listed(folder).flatMap((item) => {
      if (!item.isFile() || !item.name.endsWith(".txt")) return [];
      const facts = factsOf(join(folder, item.name));
      return facts === undefined
        ? []
        : [{ ...facts, kind: "tool-result" as const, slug, stem: basename(item.name, ".txt"), session: stem }];
    });
  });
}

function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Most sessions have none; one that cannot be looked into has nothing to show.
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

function factsOf(path: string) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const { size, mtimeMs, dev, ino } = stats;
  return { path, sizeBytes: size, modifiedMs: mtimeMs, device: dev, inode: ino } as const;
}
