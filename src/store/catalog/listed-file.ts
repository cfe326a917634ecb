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

/** Each with a way to list it: most have not changed, and nothing more is asked of them. */
export function* filesOf(found: Discovered): Generator<Found, void, undefined> {
  for (const file of found.sessions)
    yield { facts: file, listing: () => ({ ...factsOf(file), kind: "session", ...place(file, undefined) }) };
  for (const file of found.agents)
    yield { facts: file, listing: () => ({ ...factsOf(file), kind: "agent", ...place(file, file.sessionStem) }) };
  for (const file of ownedOutputs(found)) yield { facts: file, listing: () => ofOutput(file) };
}

type Found = { readonly facts: FileFacts; readonly listing: () => ListedFile };

function ofOutput(file: OutputFile): ListedFile {
  const stem = file.name.replace(/\.txt$/, "");
  return { ...factsOf(file), kind: "tool-result", slug: file.slug, stem, session: file.sessionStem };
}

function factsOf({ realPath, sizeBytes, modifiedMs, device, inode }: FileFacts) {
  return { path: realPath, sizeBytes, modifiedMs, device, inode } as const;
}

function place({ realPath, slug }: FileFacts & { readonly slug: string }, session: string | undefined) {
  return { slug, stem: basename(realPath, ".jsonl"), session } as const;
}

/** The outputs of sessions whose logs are there: without its log nobody can resume what an output belongs to. */
export function ownedOutputs({ sessions, outputs }: Discovered): readonly OutputFile[] {
  if (outputs.length === 0) return outputs;
  const owners = new Set(sessions.map(({ slug, stem }) => `${slug}/${stem}`));
  return outputs.filter(({ slug, sessionStem }) => owners.has(`${slug}/${sessionStem}`));
}
