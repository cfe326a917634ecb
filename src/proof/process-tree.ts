// The id of a process we started -> that process and all it started, ended by process group; touches no others.
import { readFileSync, readdirSync } from "node:fs";
import { kill } from "node:process";

/** A client runs commands in groups of their own, which outlive the client's group. */
export function endProcessTree(pid: number): void {
  const groups = new Set([pid, ...descendants(pid).map(({ group }) => group)]);
  for (const group of groups) endGroup(group);
}

type Entry = { readonly pid: number; readonly parent: number; readonly group: number };

function descendants(root: number): readonly Entry[] {
  const all = processes();
  const own = all.find(({ pid }) => pid === root)?.group;
  const found: Entry[] = [];
  for (let parents = new Set([root]); parents.size > 0;) {
    const children = all.filter(({ parent }) => parents.has(parent));
    for (const child of children) found.push(child);
    parents = new Set(children.map(({ pid }) => pid));
  }
  return found.filter(({ group }) => group !== own);
}

function processes(): readonly Entry[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(processEntry);
  } catch (error) {
    // Without /proc only the client's own group is known.
    if (isGone(error)) return [];
    throw error;
  }
}

function processEntry(pid: string): readonly Entry[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold blanks and parentheses itself.
    const [, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function endGroup(group: number): void {
  try {
    kill(-group, "SIGKILL");
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH");
