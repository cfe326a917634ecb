// A sidecar of a source -> its bytes for the result: agents' logs with the ids of the result, all else as it is; sources are only read.
import type { Line } from "../../format/index.ts";
import { changedMeanwhile, steadyChunks } from "./copies.ts";
import type { Disk, DiskFacts } from "./disk.ts";
import { isSameFile } from "./file-facts.ts";
import type { Making } from "./intent.ts";
import { openLineFile } from "./line-file.ts";
import { type Pieces, bytesOf } from "./pieces.ts";
import type { Sidecar } from "./sidecars.ts";

/** The lines of an agent's log -> the same with the ids of the result. */
export type RenameAgent = (lines: Iterable<Line>) => Pieces;

export type SidecarCopy = {
  readonly sidecar: Sidecar;
  /** Before it was read. */
  readonly facts: DiskFacts;
  readonly making: Making;
  readonly renameAgent: RenameAgent;
};

export function* sidecarBytes(disk: Disk, copy: SidecarCopy): Generator<Uint8Array, void, undefined> {
  const { path, isAgentLog } = copy.sidecar;
  if (!isAgentLog) {
    yield* steadyChunks(disk, path);
    return;
  }
  const agent = openLineFile(disk, path);
  try {
    yield* bytesOf(copy.renameAgent(agent.pass()), () => agent.bytes);
  } finally {
    agent.close();
  }
}

export function checkUnchanged(disk: Disk, copies: readonly SidecarCopy[]): void {
  for (const { sidecar, facts } of copies) {
    const now = disk.look(sidecar.path);
    if (now === undefined || !isSameFile(now, facts)) throw changedMeanwhile(sidecar.path);
  }
}
