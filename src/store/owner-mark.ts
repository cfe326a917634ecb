// The process that owns a file <-> a mark in the file's name, which is there before its content.
import { createHash } from "node:crypto";
import type { Owner, Processes } from "./liveness-process.ts";

export const ownerMark = ({ pid, start, domain }: Owner): string => `${pid}-${start ?? ""}-${domainMark(domain)}`;

const markPattern = /\.(\d{1,15})-(\d*)-([0-9a-f]{12})\./;

/** Undefined for a name without a mark, as older versions wrote it. */
export function markedOwner(name: string, processes: Processes): Owner | undefined {
  const [, pid, start, mark] = markPattern.exec(name) ?? [];
  if (pid === undefined || mark === undefined) return undefined;
  const domain = processes.domain();
  // A hash cannot be reversed: any other domain only has to differ from ours.
  const isHere = domainMark(domain) === mark;
  return { pid: Number(pid), start: start === "" ? undefined : start, domain: isHere ? domain : `elsewhere:${mark}` };
}

const domainMark = (domain: string | undefined): string =>
  createHash("sha256")
    .update(domain ?? "")
    .digest("hex")
    .slice(0, 12);
