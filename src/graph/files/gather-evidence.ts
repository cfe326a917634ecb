// Decoded lines of one log -> what it tells of files, event by event; one pass, content stays where it is.
import {
  type Block,
  type Decoded,
  type JsonObject,
  blocksOf,
  field,
  isObject,
  objectField,
  plainText,
  stringField,
  timestampMs,
} from "../../format/index.ts";
import { type BackupNote, backupNotes } from "./backup-note.ts";
import type { FileAct, FileCall, FileEvent, FilePrompt, LogEvidence, LogPlace } from "./evidence.ts";
import { isAbsolutePath, pathKey, resolvePath } from "./file-path.ts";
import { type Noted, isTouched, notedBackups } from "./noted-backups.ts";
import { promptTrail } from "./prompt-trail.ts";
import { shellActs, shellDeeds } from "./shell-act.ts";
import { isLate, shellOutcome } from "./shell-outcome.ts";
import { toldPath } from "./told-path.ts";

export type GatherContext = {
  /** How the log is called in the places of its events. */
  readonly log: string;
  /** The first 16 digits of the SHA-256 of a path, by which backups are named: tells which folder a path is relative to. */
  readonly pathHash?: (path: string) => string;
  /** For an entry whose result was left out: where in its line it begins. */
  readonly toldAt?: (raw: JsonObject) => number | undefined;
  /** For an entry whose time is known without reading it. */
  readonly timeOf?: (raw: JsonObject) => number | undefined;
  /** Only the lines that bear on files are given, and no prompt is asked for: the first folder that the log names. */
  readonly bareIn?: string;
  /** Whose log it is, where the lines that bear on files do not say so themselves. */
  readonly session?: string;
};

type Seen = { session: string; agent: string | undefined; client: string; isFork: boolean };
type Pending = {
  readonly call: FileCall;
  readonly cwd: string | undefined;
  readonly target: string;
  readonly isLate: boolean;
};

const tools = new Map<string, { readonly act: "write" | "edit" | "notebook" | "read" | "shell"; readonly key: string }>(
  [
    ["Write", { act: "write", key: "file_path" }],
    ["Edit", { act: "edit", key: "file_path" }],
    ["MultiEdit", { act: "edit", key: "file_path" }],
    ["NotebookEdit", { act: "notebook", key: "notebook_path" }],
    ["Read", { act: "read", key: "file_path" }],
    ["Bash", { act: "shell", key: "command" }],
  ],
);

export function gatherFileEvidence(
  lines: Iterable<Decoded>,
  { log, pathHash, toldAt, timeOf, bareIn, session = "" }: GatherContext,
): LogEvidence {
  const events: FileEvent[] = [];
  const pending = new Map<string, Pending>();
  const trail = promptTrail();
  const spawned = new Map<string, FilePrompt>();
  const cwds = new Set<string>(bareIn === undefined ? [] : [bareIn]);
  const names = new Map<string, string>();
  const shared = (text: string): string => names.get(text) ?? (names.set(text, text), text);
  const seen: Seen = { session, agent: undefined, client: "", isFork: false };
  const backups = notedBackups();
  const proven = new Map<string, string>();
  const provenPaths = new Map<string, string>();
  const provenHashes = new Set<string>();
  let clockMs = 0;
  let toldMs: number | undefined;

  function emit(
    path: string,
    act: FileAct,
    rest: Pick<FileEvent, "at" | "prompt" | "call" | "id"> & { readonly timeMs?: number; readonly session?: string },
  ): void {
    events.push({
      path: shared(path),
      key: shared(pathKey(path)),
      session: seen.session,
      agent: seen.agent,
      client: seen.client,
      act,
      timeMs: clockMs,
      ...rest,
      // Some gateways count their calls anew in each log: copies have the time in common, too.
      id: rest.call === undefined ? rest.id : `${rest.id}@${toldMs ?? ""}`,
    });
  }

  for (const decoded of lines) {
    const raw = rawOf(decoded);
    if (raw === undefined) continue;
    const { number: line, offset, length } = decoded.line;
    const at = { log, line, offset, length };
    const type = stringField(raw, "type");
    if (type === "file-history-snapshot" || type === "file-history-delta") {
      for (const note of backupNotes(type, raw)) noteBackup(note, at);
      continue;
    }
    if (type !== "user" && type !== "assistant" && type !== "attachment" && type !== "system" && type !== "progress")
      continue;
    look(raw);
    const prompt = bareIn === undefined ? trail.add(raw, line) : undefined;
    if (type === "assistant") for (const block of contentOf(raw)) addCall(block, raw, at);
    else if (type === "user") addResults(raw, placed(at, toldAt?.(raw)), prompt);
    else if (type === "attachment") addAttachment(raw, at, prompt);
  }
  const found = backups.all();
  for (const { note } of found) provePath(note);
  for (const backup of found) addBackup(backup);
  return { log, session: seen.session || undefined, agent: seen.agent, isFork: seen.isFork, events, spawned };

  function look(raw: JsonObject): void {
    const cwd = stringField(raw, "cwd");
    if (cwd !== undefined) cwds.add(cwd);
    seen.session = shared(stringField(raw, "sessionId") ?? seen.session);
    seen.client = shared(stringField(raw, "version") ?? seen.client);
    seen.agent = stringField(raw, "agentId");
    seen.isFork ||= objectField(raw, "forkedFrom") !== undefined;
  }

  /** By the lines that bear on files alone: whoever reads only those sees the same times. */
  function tick(raw: JsonObject): void {
    const timeMs = timeOf?.(raw) ?? timestampMs(stringField(raw, "timestamp"));
    toldMs = timeMs;
    if (timeMs !== undefined && timeMs > clockMs) clockMs = timeMs;
  }

  /** Told of again and again; the folder that its path is relative to may only be named further down. */
  function noteBackup(note: BackupNote, at: LogPlace): void {
    const place = { at, prompt: trail.last(), timeMs: note.timeMs ?? clockMs, session: seen.session };
    backups.add(note, place, events.length);
  }

  function addBackup({ note, at, prompt, timeMs, session, again, isOverwritten }: Noted): void {
    const own = provePath(note);
    const path = own ?? provenPaths.get(note.path) ?? candidates(note.path)[0] ?? resolvePath(note.path, undefined);
    if (path === undefined) return;
    // That a file is still the same says something where it was changed since, here or in another log.
    if (again !== undefined && !again.isLast && !isTouched(events, pathKey(path), again)) return;
    const isDoubted = isOverwritten || (own === undefined && isForeign(note));
    const mark = `${isDoubted ? ":doubted" : ""}${again === undefined ? "" : `@${timeMs}`}`;
    emit(
      path,
      { kind: "backup", name: note.name, callEntry: note.callEntry, ...(isDoubted && { isDoubted }) },
      { at, prompt, call: undefined, id: `${note.id}:${path}${mark}`, timeMs, session: session || seen.session },
    );
  }

  /** Paths below the folder that the client was started in are relative to it; the backup's name tells which folder it was. */
  function provePath({ path, name }: BackupNote): string | undefined {
    if (pathHash === undefined || name === undefined) return undefined;
    const [hash = ""] = name.split("@");
    const proof = `${hash}:${path}`;
    const known = proven.get(proof);
    if (known !== undefined) return known;
    const found = candidates(path).find((candidate) => pathHash(candidate) === hash);
    if (found === undefined) return undefined;
    proven.set(proof, found);
    provenHashes.add(hash);
    if (!provenPaths.has(path)) provenPaths.set(path, found);
    return found;
  }

  function candidates(path: string): readonly string[] {
    return [...cwds].flatMap((cwd) => resolvePath(path, cwd) ?? []);
  }

  /** The name is of another path; of a session that was moved it is of the path in the folder before. */
  function isForeign({ path, name }: BackupNote): boolean {
    if (pathHash === undefined || name === undefined) return false;
    return isAbsolutePath(path) || provenHashes.has(name.split("@")[0] ?? "");
  }

  function addCall(block: Block, raw: JsonObject, at: LogPlace): void {
    if (block.type !== "tool_use" || block.id === undefined || !isObject(block.input)) return;
    // An id that is used again is of this call from now on.
    pending.delete(block.id);
    const tool = tools.get(block.name);
    const target = tool === undefined ? undefined : stringField(block.input, tool.key);
    const cwd = stringField(raw, "cwd");
    if (tool === undefined || target === undefined) return;
    if (tool.act === "shell" && shellActs(target, cwd).length === 0) return;
    tick(raw);
    const call = { id: block.id, tool: shared(block.name), at, entry: stringField(raw, "uuid") };
    pending.set(block.id, { call, cwd, target, isLate: isLate(block.input) });
  }

  function addResults(raw: JsonObject, at: LogPlace, prompt: FilePrompt | undefined): void {
    const result = field(raw, "toolUseResult");
    const agentId = isObject(result) ? stringField(result, "agentId") : undefined;
    if (agentId !== undefined && prompt !== undefined) spawned.set(agentId, prompt);
    for (const block of contentOf(raw)) {
      if (block.type !== "tool_result" || block.callId === undefined) continue;
      const asked = pending.get(block.callId);
      if (asked === undefined) continue;
      pending.delete(block.callId);
      tick(raw);
      const failed = isFailure(block, result);
      addDeed(asked, {
        failed,
        isError: block.isError,
        result,
        text: plainText(block.content).slice(0, 200),
        at,
        prompt,
      });
    }
  }

  type Outcome = {
    readonly failed: boolean;
    readonly isError: boolean;
    readonly result: unknown;
    readonly text: string;
    readonly at: LogPlace;
    readonly prompt: FilePrompt | undefined;
  };

  function addDeed({ call, cwd, target, isLate: late }: Pending, outcome: Outcome): void {
    const { failed, result, text, at, prompt } = outcome;
    const tool = tools.get(call.tool);
    if (tool === undefined) return;
    const place = { at, prompt, call };
    if (tool.act === "shell") {
      const how = shellOutcome(target, { ...outcome, isLate: late });
      const deeds = how === "none" ? [] : shellDeeds(target, cwd, how);
      deeds.forEach(({ act, part }, number) => {
        emit(act.path, { kind: "shell", act, part }, { ...place, id: `${call.id}:${number}` });
      });
      return;
    }
    const path = resolvePath(/^~(?:[\\/]|$)/.test(target) ? toldPath(result, text) : target, cwd);
    if (path === undefined) return;
    if (!failed) emit(path, { kind: isSame(result) ? "unchanged" : tool.act }, { ...place, id: call.id });
    else if (tool.act === "read" && /File does not exist/.test(text))
      emit(path, { kind: "missing" }, { ...place, id: call.id });
  }

  function addAttachment(raw: JsonObject, at: LogPlace, prompt: FilePrompt | undefined): void {
    const attachment = objectField(raw, "attachment");
    const type = attachment === undefined ? undefined : stringField(attachment, "type");
    if (attachment === undefined || (type !== "file" && type !== "edited_text_file")) return;
    const path = resolvePath(stringField(attachment, "filename") ?? "", stringField(raw, "cwd"));
    if (path === undefined) return;
    tick(raw);
    const id = stringField(raw, "uuid") ?? `${log}:${at.line}`;
    const act = { kind: type === "file" ? "mention" : "snippet" } as const;
    emit(path, act, { at, prompt, call: undefined, id });
  }
}

const placed = (at: LogPlace, told: number | undefined): LogPlace => (told === undefined ? at : { ...at, told });

function rawOf(decoded: Decoded): JsonObject | undefined {
  if (decoded.kind === "entry" || decoded.kind === "other") return decoded.raw;
  return decoded.kind === "damaged" ? decoded.leading : undefined;
}

function contentOf(raw: JsonObject): readonly Block[] {
  return blocksOf(field(objectField(raw, "message") ?? {}, "content"));
}

/** Failed, denied and interrupted calls of a tool that changes one file change nothing. */
function isFailure(block: Extract<Block, { type: "tool_result" }>, result: unknown): boolean {
  if (block.isError) return true;
  if (typeof result === "string") return /^(Error|User rejected|The user doesn't want)/.test(result);
  return isObject(result) && result["interrupted"] === true;
}

const isSame = (result: unknown): boolean => isObject(result) && result["type"] === "file_unchanged";
