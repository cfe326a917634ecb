// Prompts, calls and results in a few words -> a log in memory, and what is replayed from it.
import { decodeLine, decodeLines, splitLines } from "../../src/format/index.ts";
import {
  type EvidenceReader,
  type FileHistory,
  type FileVersion,
  type LogEvidence,
  contentOf,
  gatherFileEvidence,
  onlyResult,
  orderEvents,
  pathKey,
  replayFiles,
} from "../../src/graph/index.ts";
import { pathHash } from "../../src/find/index.ts";
import { type LogWriter, writeAttachment, writeCall, writePrompt, writeResult } from "./simulated-log.ts";
import type { ClientVersion } from "./simulated-tool.ts";

export type CraftedLog = {
  readonly log: LogWriter;
  readonly prompt: (text: string) => void;
  /** A call and its answer: what the model was told, and the structured result. */
  readonly call: (name: string, input: Record<string, unknown>, answer?: Answer) => void;
  readonly attach: (attachment: Record<string, unknown>) => void;
};
export type Answer = { readonly text?: string; readonly result?: unknown; readonly isError?: true };

const startMs = Date.UTC(2026, 4, 1);

export function craftLog(
  version: ClientVersion = "2.1.325",
  session = "5e551011-0000-4000-8000-000000000001",
): CraftedLog {
  const log: LogWriter = {
    path: `${session}.jsonl`,
    version,
    session,
    cwd: "/p",
    agent: undefined,
    lines: [],
    parent: null,
  };
  let count = 0;
  const next = (): { readonly uuid: string; readonly timeMs: number; readonly message: string } => {
    count += 1;
    return { uuid: `${session}-${count}`, timeMs: startMs + count * 1000, message: `msg_${count}` };
  };
  return {
    log,
    prompt: (text) => void writePrompt(log, text, next()),
    call(name, input, { text = "", result, isError } = {}) {
      const id = `toolu_${session.slice(-2)}_${count}`;
      const source = writeCall(log, { id, name, input }, next());
      writeResult(log, { callId: id, text, isError: isError === true, result, source }, next());
    },
    attach: (attachment) => void writeAttachment(log, attachment, next()),
  };
}

export type Replayed = {
  readonly histories: ReadonlyMap<string, FileHistory>;
  readonly history: (path: string) => FileHistory;
  /** Each version as `cause grade doubts`, with its text where that is known whole. */
  readonly told: (path: string) => readonly string[];
  readonly bytes: (version: FileVersion) => Uint8Array | undefined;
  readonly reader: EvidenceReader;
  readonly evidence: readonly LogEvidence[];
};

export function replayLogs(logs: readonly LogWriter[], backups: ReadonlyMap<string, Uint8Array> = new Map()): Replayed {
  const files = new Map(logs.map(({ path, lines }) => [path, Buffer.from(lines.map((line) => `${line}\n`).join(""))]));
  const entry: EvidenceReader["entry"] = ({ log, line, offset, length }) => {
    const bytes = files.get(log)?.subarray(offset, offset + length - 1) ?? Buffer.alloc(0);
    const decoded = decodeLine({ number: line, offset, length, end: "lf", bytes });
    return decoded.kind === "entry" || decoded.kind === "other" ? decoded.raw : undefined;
  };
  const reader: EvidenceReader = {
    entry,
    result: (place) => onlyResult(entry(place)),
    backup: (session, name) => backups.get(`${session}/${name}`),
  };
  const evidence: LogEvidence[] = [...files].map(([log, bytes]) =>
    gatherFileEvidence(decodeLines(splitLines([bytes])), { log, pathHash }),
  );
  const histories = replayFiles(orderEvents(evidence), reader);
  const history = (path: string): FileHistory => {
    const found = histories.get(pathKey(path));
    if (found === undefined) throw new Error(`nothing is known of ${path}`);
    return found;
  };
  const bytes = (version: FileVersion): Uint8Array | undefined =>
    contentOf(version, history(version.path), { histories, reader })?.bytes;
  return {
    histories,
    history,
    reader,
    evidence,
    bytes,
    told: (path) =>
      history(path).versions.map((version) => {
        const content = bytes(version);
        const text = content === undefined ? "" : ` ${JSON.stringify(Buffer.from(content).toString("utf8"))}`;
        return `${version.cause} ${version.grade}${version.doubts.length > 0 ? ` (${version.doubts.join()})` : ""}${text}`;
      }),
  };
}

/** What a Write that made a new file says of itself. */
export const createdAt = (filePath: string) => (content: string) => ({
  type: "create",
  filePath,
  content,
  structuredPatch: [],
  originalFile: null,
});
