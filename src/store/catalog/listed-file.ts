// What discovery found, and the outputs that tools left beside sessions -> one list of files that the catalog covers; opens none.
import { basename } from "node:path";
import type { Discovered, FileFacts, OutputFile } from "../discover.ts";

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
  readonly device: number;
  readonly inode: number;
};

export function listFiles(found: Discovered): readonly ListedFile[] {
  const { sessions, agents } = found;
  return [
    ...sessions.map((file) => ({ ...facts(file), kind: "session" as const, ...place(file, undefined) })),
    ...agents.map((file) => ({ ...facts(file), kind: "agent" as const, ...place(file, file.sessionStem) })),
    ...ownedOutputs(found).map((file) => ({
      ...facts(file),
      kind: "tool-result" as const,
      slug: file.slug,
      stem: file.name.replace(/\.txt$/, ""),
      session: file.sessionStem,
    })),
  ];
}

function facts({ realPath, sizeBytes, modifiedMs, device, inode }: FileFacts) {
  return { path: realPath, sizeBytes, modifiedMs, device, inode } as const;
}

function place({ realPath, slug }: FileFacts & { readonly slug: string }, session: string | undefined) {
  return { slug, stem: basename(realPath, ".jsonl"), session } as const;
}

/** The outputs of sessions whose logs are there: without its log nobody can resume what an output belongs to. */
export function ownedOutputs({ sessions, outputs }: Discovered): readonly OutputFile[] {
  const owners = new Set(sessions.map(({ slug, stem }) => `${slug}/${stem}`));
  return outputs.filter(({ slug, sessionStem }) => owners.has(`${slug}/${sessionStem}`));
}
