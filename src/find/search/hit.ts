// A place that matches -> the hit that is shown for it: read again from its file, judged once more, with the words around the match.
import { existsSync } from "node:fs";
import { stringField, timestampMs } from "../../format/index.ts";
import type { PartKind, PartRole, TextPart } from "../../graph/index.ts";
import type { FileContext } from "../query/evaluate.ts";
import { type SnippetPiece, snippetOf } from "../query/snippet.ts";
import type { Query } from "../query/query.ts";
import { callLookup } from "./call-lookup.ts";
import { type Judge, judgeOf, partAt } from "./entry-match.ts";
import { type FileReader, lineFrom, openReader } from "./file-reader.ts";
import type { FoundPlace } from "./found-place.ts";
import { outputContext, outputPart, outputPieces } from "./output-scan.ts";
import { type SearchFile, sessionIdOf, sessionLogOf } from "./search-file.ts";
import { type WordSources, foldersOfFiles, wordsOfFiles } from "./session-words.ts";
import { WorldError } from "../../store/index.ts";

export type Hit = {
  readonly file: SearchFile;
  /** Of the session to resume. */
  readonly sessionId: string;
  readonly line: number;
  readonly uuid: string | undefined;
  readonly role: PartRole;
  readonly kind: PartKind;
  readonly tool: string | undefined;
  readonly isError: boolean;
  /** What the entry itself says. */
  readonly timeMs: number | undefined;
  readonly orderSeconds: number;
  readonly cwd: string | undefined;
  readonly snippet: readonly SnippetPiece[];
};

export type HitSession = {
  readonly title: string;
  readonly cwd: string | undefined;
  readonly path: string;
  /** Agents and outputs can outlive their session's log; then there is nothing to resume. */
  readonly hasLog: boolean;
};

export type HitReader = {
  /** Undefined when the place does not match any more. */
  readonly read: (place: FoundPlace) => Hit | undefined;
  /** The session to resume for a file. */
  readonly sessionId: (file: SearchFile) => string;
  readonly session: (hit: Hit) => HitSession;
  readonly close: () => void;
};

export type HitOptions = WordSources & { readonly snippetLength: number };

export function hitReader(query: Query, { snippetLength, ...sources }: HitOptions): HitReader {
  const judge = judgeOf(query);
  const words = wordsOfFiles(sources);
  const folders = foldersOfFiles(sources);
  const ids = new Map<SearchFile, string>();
  let open: OpenFile | undefined;

  function opened(file: SearchFile): OpenFile {
    if (open?.file === file) return open;
    open?.reader.close();
    open = undefined;
    const reader = openReader(file.realPath);
    open = { file, reader, calls: callLookup(reader) };
    return open;
  }

  function idOf(file: SearchFile): string {
    const id = ids.get(file) ?? sessionIdOf(file);
    ids.set(file, id);
    return id;
  }

  function readPlace(place: FoundPlace): Hit | undefined {
    const { file } = place;
    const sessionId = idOf(file);
    const context: FileContext = {
      slug: file.slug,
      sessionId,
      isAgentFile: file.kind === "agent",
      title: () => words(file, sessionId).title,
      folder: () => folders(file, sessionId),
      latestSeconds: Infinity,
    };
    const looked = { place, judge, context, open: opened(file) } as const;
    const seen = file.kind === "tool-result" ? outputAt(looked) : entryAt(looked);
    if (seen === undefined) return undefined;
    const { part, ...rest } = seen;
    const { pieces, at } = snippetOf(query, part.text, snippetLength);
    const line = file.kind === "tool-result" ? place.line + newlines(part.text, at) : place.line;
    const { role, kind, isError } = part;
    return { file, sessionId, role, kind, isError, orderSeconds: place.orderSeconds, ...rest, line, snippet: pieces };
  }

  return {
    read(place) {
      try {
        return readPlace(place);
      } catch (error) {
        // It went away since it was found.
        if (error instanceof WorldError) return undefined;
        throw error;
      }
    },
    sessionId: idOf,
    session({ file, sessionId }) {
      const path = sessionLogOf(file, sessionId);
      return { ...words(file, sessionId), path, hasLog: file.kind === "session" || existsSync(path) };
    },
    close: () => open?.reader.close(),
  };
}

type OpenFile = {
  readonly file: SearchFile;
  readonly reader: FileReader;
  readonly calls: ReturnType<typeof callLookup>;
};

type Looked = {
  readonly place: FoundPlace;
  readonly judge: Judge;
  readonly context: FileContext;
  readonly open: OpenFile;
};

type Seen = Pick<Hit, "uuid" | "tool" | "timeMs" | "cwd"> & { readonly part: TextPart };

function entryAt({ place, judge, context, open }: Looked): Seen | undefined {
  const call = open.calls.at(place.offset);
  const found = partAt(lineFrom(open.reader, place.offset), place.part, {
    judge,
    place: { file: context, orderSeconds: () => place.orderSeconds, call },
  });
  if (found === undefined) return undefined;
  const { part, raw } = found;
  const tool = part.tool ?? place.tool ?? (part.callId === undefined ? undefined : call(part.callId)?.tool);
  return {
    part,
    tool,
    uuid: stringField(raw, "uuid"),
    timeMs: timestampMs(stringField(raw, "timestamp")),
    cwd: stringField(raw, "cwd"),
  };
}

function outputAt({ place, judge, context, open }: Looked): Seen | undefined {
  for (const { offset, text } of outputPieces(open.reader)) {
    if (offset !== place.offset) continue;
    const part = outputPart(text);
    if (!judge.matches(part, outputContext(context, place.orderSeconds))) return undefined;
    return { part, tool: undefined, uuid: undefined, timeMs: undefined, cwd: undefined };
  }
  return undefined;
}

function newlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
