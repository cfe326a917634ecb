// A home before and after a fault -> what is lost, changed, partial or left over; judged by hashes alone.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Operation, readLineage, readTitles } from "../../src/store/index.ts";
import type { FaultyCommand } from "./commands.ts";
import { logOf, sessions, worldPlace } from "./scene.ts";
import { type Snapshot, inHome, isEmptyFolder, namesBeyond, snapshotOf } from "./snapshot.ts";

export const wrongs = ["lost", "changed", "partial", "left-over", "not undoable", "next failed"] as const;
export type Wrong = (typeof wrongs)[number];
export type Finding = { readonly wrong: Wrong; readonly what: string };

export type Before = {
  readonly run: string;
  readonly snapshot: Snapshot;
  readonly operations: ReadonlySet<string>;
  readonly richLog: Buffer;
};

/** What an undisturbed run of the same command does to the home. */
export type Expected = {
  readonly made: number;
  readonly gone: number;
  readonly kept: number;
  readonly operations: number;
  /** Of recovered files. */
  readonly hashes: ReadonlySet<string>;
};

export function lookBefore(run: string): Before {
  return {
    run,
    snapshot: snapshotOf(run),
    operations: new Set(readLineage(worldPlace(run)).map(({ op }) => op)),
    richLog: readFileSync(logOf(run, sessions.rich)),
  };
}

export function expectedOf(before: Before): Expected {
  const after = snapshotOf(before.run);
  const home = inHome(before.snapshot);
  return {
    made: namesBeyond(inHome(after), home).length,
    gone: namesBeyond(home, inHome(after)).length,
    kept: keptFiles(after) - keptFiles(before.snapshot),
    operations: newOperations(before).length,
    hashes: new Set(recoveredFiles(after).map(([, hash]) => hash)),
  };
}

/** The manifest holds the time. */
const recoveredFiles = ({ files }: Snapshot): readonly (readonly [string, string])[] =>
  [...files].filter(([name]) => name.startsWith("out/") && name !== "out/manifest.json");

const newOperations = ({ run, operations }: Before): readonly Operation[] =>
  readLineage(worldPlace(run)).filter(({ op }) => !operations.has(op));

const keptFiles = ({ files }: Snapshot): number =>
  [...files.keys()].filter((name) => name.startsWith("data/clew/kept/")).length;

/** At once, before any other command: all content is somewhere, and what left the home can be named for an undo. */
export function judgeAtOnce(before: Before, { effect }: FaultyCommand): readonly Finding[] {
  const after = snapshotOf(before.run);
  const hashes = new Set(after.files.values());
  const lost = [...before.snapshot.files].filter(([name, hash]) => isContent(name) && !hashes.has(hash));
  const findings = lost
    .filter(([name]) => !isRichWithTitle(name, before))
    // A newer copy takes the place of the older one.
    .filter(([name]) => effect !== "copy-again" || !name.startsWith(`data/clew/kept/${sessions.grown}`))
    .map(([name]): Finding => ({ wrong: "lost", what: name }));
  const logs = namesBeyond(inHome(before.snapshot), inHome(after)).filter((name) =>
    /^home\/projects\/[^/]+\/[^/]+\.jsonl$/.test(name),
  );
  const named = new Set(
    newOperations(before)
      .flatMap(({ hold, sources }) => (hold === undefined ? [] : sources))
      .map(({ path }) => relative(before.run, path)),
  );
  return [
    ...findings,
    ...logs
      .filter((name) => !named.has(name))
      .map((name): Finding => ({ wrong: "not undoable", what: `${name} is gone, and the history names no operation` })),
  ];
}

/** People's content; what clew notes of its own operations changes with each. */
const isContent = (name: string): boolean =>
  name.startsWith("home/") || (/^data\/clew\/(kept|trash)\//.test(name) && !name.endsWith("/manifest.jsonl"));

/** The only append to a log: its old bytes, and one whole line or nothing. */
function isRichWithTitle(name: string, { run, richLog }: Before): boolean {
  const path = logOf(run, sessions.rich);
  if (name !== relative(run, path)) return false;
  const now = readFileSync(path);
  const added = now.subarray(richLog.length).toString();
  return now.subarray(0, richLog.length).equals(richLog) && /^\{"type":"custom-title"[^\n]*\}\n$/.test(added);
}

export type Next = {
  readonly args: readonly string[];
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
};

export type Judged = {
  readonly before: Before;
  readonly command: FaultyCommand;
  readonly expected: Expected;
  readonly next: Next;
};

/** After the next command that writes: as before or wholly done, and nothing else. */
export function judgeSettled(judged: Judged): readonly Finding[] {
  const { before, next } = judged;
  const after = snapshotOf(before.run);
  const failed: readonly Finding[] =
    next.code === 0 ? [] : [{ wrong: "next failed", what: `${next.args.join(" ")}: ${next.code} ${next.errors}` }];
  return [...failed, ...leftOvers(before, after), ...changes(judged, after), ...parts(judged, after)];
}

function leftOvers(before: Before, after: Snapshot): readonly Finding[] {
  const files = [...after.files.keys()].filter((name) =>
    /^data\/clew\/(intents|locks|rehearsal)\/|\/\.clew-/.test(name),
  );
  const folders = [...after.folders].filter(
    (name) =>
      !before.snapshot.folders.has(name) &&
      isEmptyFolder(after, name) &&
      !/^data\/clew\/(intents|locks|rehearsal|trash|kept)$/.test(name),
  );
  return [...files, ...folders].map((what) => ({ wrong: "left-over", what }));
}

const isOfNext = (name: string, { args, output }: Next): boolean => {
  const cloned = /"sessionId":"([0-9a-f-]{36})"/.exec(output)?.[1];
  return name.includes(sessions.other) || (args[0] === "clone" && cloned !== undefined && name.includes(cloned));
};

function changes({ before, command, next }: Judged, after: Snapshot): readonly Finding[] {
  const home = inHome(after);
  return [...inHome(before.snapshot)].flatMap(([name, hash]): readonly Finding[] => {
    const now = home.get(name);
    if (now === undefined || now === hash || isOfNext(name, next)) return [];
    if (command.effect === "native-title" && isRichWithTitle(name, before)) return [];
    return [{ wrong: "changed", what: name }];
  });
}

function parts(judged: Judged, after: Snapshot): readonly Finding[] {
  const { before, command, expected, next } = judged;
  const beforeHome = inHome(before.snapshot);
  const own = (names: readonly string[]): readonly string[] => names.filter((name) => !isOfNext(name, next));
  const made = own(namesBeyond(inHome(after), beforeHome));
  const gone = own(namesBeyond(beforeHome, inHome(after)));
  const operations = newOperations(before).filter(({ sources }) =>
    sources.every(({ sessionId }) => sessionId !== sessions.other),
  );
  const told = `${made.length} made, ${gone.length} gone, ${operations.length} operations`;
  const findings: Finding[] = [];
  const isDone = operations.length > 0;
  if (command.effect !== "copy-again") {
    const wanted = isDone ? expected : { made: 0, gone: 0, operations: 0 };
    if (made.length !== wanted.made || gone.length !== wanted.gone || operations.length !== wanted.operations)
      findings.push({ wrong: "partial", what: `${told}; ${[...made, ...gone].join(", ")}` });
  }
  for (const [name, hash] of recoveredFiles(after))
    if (!expected.hashes.has(hash)) findings.push({ wrong: "partial", what: name });
  return [
    ...findings,
    ...untrueResults(operations, before, after),
    ...keptParts(judged, after, isDone),
    ...titleParts(judged, isDone),
  ];
}

function untrueResults(operations: readonly Operation[], { run }: Before, { files }: Snapshot): readonly Finding[] {
  return operations
    .flatMap(({ results }) => results)
    .filter(({ path, sha256 }) => files.get(relative(run, path)) !== sha256)
    .map(({ path }) => ({ wrong: "partial", what: `${path} is not what its record says` }));
}

/** Every kept copy is the file it is a copy of, as it was before; of a first copy there are all or none. */
function keptParts({ before, command, expected, next }: Judged, after: Snapshot, isDone: boolean): readonly Finding[] {
  const folder = "data/clew/kept/";
  const known = new Set(before.snapshot.files.values());
  const copies = [...after.files].filter(([name]) => name.startsWith(folder) && !name.endsWith("/manifest.jsonl"));
  const torn = copies.filter(([name, hash]) => !known.has(hash) && !isOfNext(name, next));
  const findings = torn.map(([name]): Finding => ({ wrong: "partial", what: `${name} is no copy of a file` }));
  if (command.effect === "copy") {
    const own = [...after.files.keys()].filter((name) => name.startsWith(`${folder}${sessions.rich}`)).length;
    if (own !== (isDone ? expected.kept : 0)) findings.push({ wrong: "partial", what: `${own} files are kept` });
  }
  return findings;
}

function titleParts({ before, command, next }: Judged, isDone: boolean): readonly Finding[] {
  if (command.effect !== "title") return [];
  const own = [...readTitles(worldPlace(before.run))].filter(([id]) => id !== sessions.other).map(([, title]) => title);
  const isBefore = own.length === 1 && own[0] === "Tides";
  const hasChanged = !isBefore;
  if (hasChanged === isDone) return [];
  return [
    {
      wrong: "partial",
      what: `titles ${own.join(", ")} after ${next.args.join(" ")}, ${isDone ? "with" : "without"} a record`,
    },
  ];
}

/** Undone, the home is what it was before the fault, but for what the next command did. */
export function judgeUndone({ before, next }: Judged): readonly Finding[] {
  const after = inHome(snapshotOf(before.run));
  const home = inHome(before.snapshot);
  const different = [...home].filter(([name, hash]) => !isOfNext(name, next) && after.get(name) !== hash);
  const beyond = namesBeyond(after, home).filter((name) => !isOfNext(name, next));
  return [...different.map(([name]) => name), ...beyond].map((what) => ({ wrong: "not undoable", what }));
}

export const undoableOperation = (before: Before): Operation | undefined =>
  newOperations(before).find(
    ({ sources, undoes, undoneBy }) =>
      undoes === undefined && undoneBy === undefined && sources.every(({ sessionId }) => sessionId !== sessions.other),
  );

export const cacheOf = (run: string): string => join(run, "cache", "clew");
