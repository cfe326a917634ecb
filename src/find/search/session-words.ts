// A session's log -> what a person knows it by: title and folder; from the catalog where it knows, else from the lines that tell.
import { statSync } from "node:fs";
import { type Digest, digester, folderUnder } from "../../graph/index.ts";
import { type Catalog, type LogWords, WorldError } from "../../store/index.ts";
import { titleOf } from "../../view/index.ts";
import { type FileReader, decodeBytes, openReader } from "./file-reader.ts";
import { type LineFinder, lineFinder, plainFinder } from "./line-finder.ts";
import { candidateLines } from "./log-scan.ts";
import { type SearchFile, sessionLogOf } from "./search-file.ts";

export type SessionWords = { readonly title: string; readonly cwd: string | undefined };

export function sessionWords(catalog: Catalog | undefined): (realPath: string) => SessionWords {
  const known = new Map<string, SessionWords>();
  let finders: Finders | undefined;
  return (realPath) => {
    const kept = known.get(realPath);
    if (kept !== undefined) return kept;
    const words = wordsOf(wholeWords(realPath, catalog) ?? tellingLines(realPath, (finders ??= readyFinders())));
    known.set(realPath, words);
    return words;
  };
}

export type WordSources = {
  readonly catalog?: Catalog | undefined;
  /** Titles that a person gave outside of the logs, by session: they come first. */
  readonly titles?: ReadonlyMap<string, string> | undefined;
};

/** The same for the session that a file belongs to. */
export function wordsOfFiles({ catalog, titles }: WordSources): (file: SearchFile, sessionId: string) => SessionWords {
  const words = sessionWords(catalog);
  return (file, sessionId) => {
    const told = words(sessionLogOf(file, sessionId));
    return { ...told, title: titles?.get(sessionId) ?? told.title };
  };
}

/** The folder alone: without a catalog only the beginning of a log is read for it. */
export function sessionFolders(catalog: Catalog | undefined): (realPath: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const all = plainFinder(undefined);
  return (realPath) => {
    if (!known.has(realPath)) known.set(realPath, (wholeWords(realPath, catalog) ?? leadingLines(realPath, all))?.cwd);
    return known.get(realPath);
  };
}

/** The same for the session that a file belongs to. */
export function foldersOfFiles({ catalog }: WordSources): (file: SearchFile, sessionId: string) => string | undefined {
  const folders = sessionFolders(catalog);
  return (file, sessionId) => folders(sessionLogOf(file, sessionId));
}

/** What the catalog says of a log of which it knows every byte: what came since may give it another title. */
function wholeWords(path: string, catalog: Catalog | undefined): LogWords | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  return size === undefined || catalog?.covered(path) === size ? catalog?.words(path) : undefined;
}

const wordsOf = (words: Omit<LogWords, "firstUuid"> | undefined): SessionWords =>
  words === undefined ? { title: "", cwd: undefined } : { title: titleOf(words).title, cwd: words.cwd };

type Finders = { readonly all: LineFinder; readonly titles: LineFinder };
const readyFinders = (): Finders => ({ all: plainFinder(undefined), titles: lineFinder(titleLines) });

/** Every line that names a title holds one of them. */
const titleLines = { runs: [Buffer.from('-title"'), Buffer.from('"summary"')], escapes: "ascii" } as const;
/** A session that has not begun after this much has no first prompt worth waiting for. */
const longestLead = 8 * 1024 * 1024;

/** The lines up to the first prompt, and those behind it that name a title: of title and folder they say all that the log does. */
const tellingLines = (path: string, finders: Finders): Digest | undefined =>
  folded(path, (fold) => {
    const isEnough = ({ firstPrompt, cwd }: Digest): boolean => firstPrompt !== undefined && cwd !== undefined;
    const end = takeLead(fold, finders.all, isEnough);
    for (const line of candidateLines(fold.reader, finders.titles, { from: end })) fold.take(line);
  });

const leadingLines = (path: string, all: LineFinder): Digest | undefined =>
  folded(path, (fold) => void takeLead(fold, all, ({ cwd }) => cwd !== undefined));

type Fold = {
  readonly reader: FileReader;
  readonly take: (line: { readonly bytes: Uint8Array; readonly offset: number }) => void;
  readonly digest: () => Digest;
};

/** Where the lead ends. */
function takeLead({ reader, take, digest }: Fold, all: LineFinder, isEnough: (digest: Digest) => boolean): number {
  let end = 0;
  for (const line of candidateLines(reader, all, { from: 0 })) {
    take(line);
    end = line.offset + line.bytes.length;
    if (isEnough(digest()) || end > longestLead) break;
  }
  return end;
}

function folded(path: string, read: (fold: Fold) => void): Digest | undefined {
  try {
    const reader = openReader(path);
    try {
      const fold = digester();
      const digest = (): Digest => fold.digest(0);
      read({
        reader,
        digest,
        take({ bytes, offset }) {
          const decoded = decodeBytes(bytes, offset);
          if (decoded.kind === "entry" || decoded.kind === "other") fold.entry(offset, decoded.raw, () => 0);
        },
      });
      return digest();
    } finally {
      reader.close();
    }
  } catch (error) {
    // An agent can outlive its session's log.
    if (error instanceof WorldError) return undefined;
    throw error;
  }
}

/** Of several folders the one that the client keeps this project under: there it finds the session again. */
export function resumeFolder(slug: string, folders: readonly (string | undefined)[]): string | undefined {
  const known = folders.filter((folder) => folder !== undefined);
  return folderUnder(slug, known) ?? known[0];
}
