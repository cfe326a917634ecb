// A file that was named as a session -> a refusal in one line where it holds nothing of one; it is only read.
import { isUuid } from "../../format/index.ts";
import { WorldError, holdsEntry, sessionPlace } from "../../store/index.ts";
import type { Io } from "../io.ts";
import { worldOf } from "./world.ts";

/** `entry-or-name`: a log without a readable line that stands where a client would keep it is a session too, if only to be tidied away. */
export type Proof = "entry" | "entry-or-name";

export function refuseStranger(io: Io, path: string, proof: Proof): void {
  if (proof === "entry-or-name" && isNamedAsLog(path)) return;
  if (holdsEntry(worldOf(io).disk, path)) return;
  throw new WorldError("bad-argument", `${path} holds no entry of a session`, {
    hint: "name a session's log, or its id; nothing was written",
  });
}

function isNamedAsLog(path: string): boolean {
  const { stem, home } = sessionPlace(path);
  return home !== undefined && isUuid(stem) && path.endsWith(".jsonl");
}
