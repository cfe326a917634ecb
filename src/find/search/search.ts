// A query and the files of this moment -> the places that match, newest or best first: from the index where it reaches, else by scanning.
import type { Catalog, CatalogQuery } from "../../store/index.ts";
import { type FileContext, isNothing, queryWithin } from "../query/evaluate.ts";
import { ftsExpression } from "../query/index-expression.ts";
import { type Query, leavesOf, looksInsideWords } from "../query/query.ts";
import { merged, newestFirst } from "./found-place.ts";
import type { FoundPlace } from "./found-place.ts";
import type { ScanTask } from "./scan-files.ts";
import { type Scanned, scanThreads } from "./scan-threads.ts";
import type { SearchThreads } from "./search-threads.ts";
import { type SearchFile, sessionIdOf } from "./search-file.ts";
import { type WordSources, foldersOfFiles, wordsOfFiles } from "./session-words.ts";
import type { TimeLineStart } from "./time-line.ts";

export type SearchOptions = {
  /** What it covers need not be scanned. */
  readonly catalog?: Catalog;
  readonly titles?: WordSources["titles"];
  readonly order?: "newest" | "rank";
  readonly threads?: number;
  readonly deadlineMs?: number;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
  /** Threads that were started ahead; the caller closes them. */
  readonly helpers?: SearchThreads;
};

export type SearchAnswer = {
  readonly places: Iterable<FoundPlace>;
  /** Files that the query allows to look into. */
  readonly files: readonly SearchFile[];
  readonly failed: Scanned["failed"];
  /** Lines that are longer than a line may be: neither index nor scan looks into them. */
  readonly tooLong: number;
  /** False when a deadline stopped it; `scanned` of `toScan` files were done then. */
  readonly isComplete: boolean;
  readonly scanned: number;
  readonly toScan: number;
};

export async function searchLogs(
  files: readonly SearchFile[],
  query: Query,
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  const catalog = looksInsideWords(query) ? undefined : options.catalog;
  const contexts = fileContexts(query, { catalog, titles: options.titles });
  const wanted = contexts.areAsked ? files.filter((file) => !isNothing(queryWithin(query, contexts.of(file)))) : files;
  const indexed: SearchFile[] = [];
  const tasks: { readonly file: SearchFile; readonly task: ScanTask }[] = [];
  for (const file of wanted) {
    const covered = coveredOf(file, catalog);
    if (covered > 0) indexed.push(file);
    if (covered < file.sizeBytes)
      tasks.push({ file, task: taskFor(file, startAt(file, covered, catalog), contexts.named(file)) });
  }
  const scanned = await scanThreads(
    tasks.map(({ task }) => task),
    query,
    {
      threads: options.threads ?? 2,
      deadlineMs: options.deadlineMs,
      onProgress: options.onProgress ?? (() => undefined),
      helpers: options.helpers,
    },
  );
  const byPath = new Map(tasks.map(({ task, file }) => [task.path, file]));
  const found = newestFirst(
    scanned.found.flatMap(({ task, parts }) => {
      const file = byPath.get(task.path);
      return file === undefined
        ? []
        : parts.map((part) => ({ ...part, file, tool: undefined, source: "scan" as const }));
    }),
  );
  const order = options.order ?? "newest";
  const hits = catalog === undefined || indexed.length === 0 ? [] : indexHits(catalog, indexed, { query, order });
  return {
    places: order === "newest" ? merged(hits, found) : inTurn(hits, found),
    files: wanted,
    failed: scanned.failed,
    tooLong: scanned.tooLong + tooLongIn(catalog, indexed),
    isComplete: scanned.isComplete,
    scanned: scanned.done,
    toScan: tasks.length,
  };
}

/** What a query may ask of a file as a whole, found out only if it does. */
function fileContexts(query: Query, sources: WordSources) {
  const kinds = new Set<string>([...leavesOf(query)].map(({ kind }) => kind));
  const words = wordsOfFiles(sources);
  const folders = foldersOfFiles(sources);
  const isNamed = ["session", "title", "project"].some((kind) => kinds.has(kind));
  const idOf = (file: SearchFile): string => (isNamed ? sessionIdOf(file) : "");
  const titleOf = (file: SearchFile): string => (kinds.has("title") ? words(file, idOf(file)).title : "");
  const folderOf = (file: SearchFile) => (kinds.has("project") ? folders(file, idOf(file)) : undefined);
  const named = (file: SearchFile): Named => ({
    sessionId: idOf(file),
    title: titleOf(file),
    folder: folderOf(file),
  });
  const of = (file: SearchFile): FileContext => {
    return {
      slug: file.slug,
      sessionId: idOf(file),
      isAgentFile: file.kind === "agent",
      title: () => titleOf(file),
      folder: () => folderOf(file),
      // Times more than a day ahead of their file are not believed.
      latestSeconds: Math.floor(file.modifiedMs / 1000) + 86_400,
    };
  };
  return { of, named, areAsked: aboutFiles.some((kind) => kinds.has(kind)) };
}

/** Conditions that can rule out a file as a whole. */
const aboutFiles = ["project", "session", "title", "is", "after"] as const;

/** Bytes that need not be scanned. A file that is shorter than what was indexed is another one. */
function coveredOf({ kind, realPath, sizeBytes }: SearchFile, catalog: Catalog | undefined): number {
  const covered = catalog?.covered(realPath) ?? 0;
  return covered < sizeBytes && kind !== "tool-result" ? covered : covered === sizeBytes ? covered : 0;
}

function startAt({ realPath }: SearchFile, offset: number, catalog: Catalog | undefined): TimeLineStart {
  const known = offset === 0 ? undefined : catalog?.files().get(realPath);
  return { offset, lines: known?.lines ?? 0, newestSeconds: known?.newestSeconds };
}

type Named = Pick<ScanTask, "sessionId" | "title" | "folder">;

function taskFor({ kind, slug, realPath, sizeBytes }: SearchFile, start: TimeLineStart, named: Named): ScanTask {
  return { kind, path: realPath, slug, ...named, start, sizeBytes: sizeBytes - start.offset };
}

function tooLongIn(catalog: Catalog | undefined, files: readonly SearchFile[]): number {
  const known = catalog?.longLines();
  if (known === undefined || known.size === 0) return 0;
  return files.reduce((sum, { realPath }) => sum + (known.get(realPath) ?? 0), 0);
}

type Asked = { readonly query: Query; readonly order: "newest" | "rank" };

function* indexHits(
  catalog: Catalog,
  files: readonly SearchFile[],
  { query, order }: Asked,
): Generator<FoundPlace, void, undefined> {
  const byPath = new Map(files.map((file) => [file.realPath, file]));
  const asked: CatalogQuery = {
    match: ftsExpression(query),
    order,
    ...narrowing(query),
    paths: byPath.keys(),
  };
  for (const { path, offset, line, part, tool, orderSeconds } of catalog.hits(asked)) {
    const file = byPath.get(path);
    if (file !== undefined) yield { file, offset, line, part, tool, orderSeconds, source: "index" };
  }
}

/**
 * Conditions that hold for the whole query, in the index's own terms: each may let too much through, and never too little.
 * The index knows the newest time so far, which may be later than a part's own: it tells nothing of what is `before`.
 */
function narrowing(query: Query): Partial<CatalogQuery> {
  const conditions = conditionsOf(query);
  const [tools] = eitherOf(conditions, (leaf) =>
    leaf.kind === "tool" && leaf.ending === "whole" ? leaf.name : undefined,
  );
  const [roles] = eitherOf(conditions, (leaf) => (leaf.kind === "role" ? leaf.role : undefined));
  const after = conditions.flatMap((leaf) => (leaf.kind === "after" ? [Math.floor(leaf.ms / 1000)] : []));
  const is = new Set(conditions.flatMap((leaf) => (leaf.kind === "is" ? [leaf.what] : [])));
  return {
    ...(tools !== undefined && { tools }),
    ...(roles !== undefined && { roles }),
    ...(after.length > 0 && { afterSeconds: Math.max(...after) }),
    ...(is.has("error") && { isError: true }),
    ...(is.has("human") && { isHuman: true }),
  };
}

/** Each of them must hold. */
const conditionsOf = (query: Query): readonly Query[] =>
  query.kind === "all" ? query.of.flatMap(conditionsOf) : [query];

/** Of each condition that names only such things, the names: one of them must fit. */
function eitherOf<T>(conditions: readonly Query[], nameOf: (leaf: Query) => T | undefined): readonly (readonly T[])[] {
  return conditions.flatMap((condition) => {
    const leaves = condition.kind === "any" ? condition.of : [condition];
    const names = leaves.flatMap((leaf) => nameOf(leaf) ?? []);
    return names.length === leaves.length && names.length > 0 ? [names] : [];
  });
}

function* inTurn(hits: Iterable<FoundPlace>, found: readonly FoundPlace[]): Generator<FoundPlace, void, undefined> {
  yield* hits;
  yield* found;
}
