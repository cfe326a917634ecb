// What lines say, one after the other -> the digest of their file; can go on from the digest of the lines in front.
import { type DamageReason, type JsonObject, fieldOf, isEntryId, stringField } from "../../format/index.ts";
import { startsTurn } from "../prompt.ts";
import { type ColumnWriter, type Columns, columnsOf, emptyColumns } from "./columns.ts";
import { type Digest, type LastWord, type OpenCommand, messageApiError } from "./digest.ts";
import {
  type CallFacts,
  type LineFacts,
  type MessageFacts,
  type ResultFacts,
  lineFacts,
  promptFacts,
} from "./line-facts.ts";

/** The envelope's fields that a digest keeps; absent ones change nothing. */
export type Envelope = Partial<
  Pick<LineFacts, "sessionId" | "agentId" | "cwd" | "gitBranch" | "version" | "forkedFrom">
>;

/** What such lines say beside the columns: how many, their times (infinite where none has one), what came last. */
export type PassedLines = {
  readonly lines: number;
  readonly blank: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly last: LastWord | undefined;
  readonly firstPrompt?: string | undefined;
  readonly task?: string | undefined;
};

export type Digester = {
  /** A line that is an object: what follows is about it, until the next. NaN for a line without a time. */
  readonly begin: (offset: number, timeMs: number) => void;
  /** Needed only where it differs from the line before; `version` also where the line has none. */
  readonly envelope: (envelope: Envelope) => void;
  readonly message: (facts: MessageFacts) => void;
  readonly call: (facts: CallFacts) => void;
  readonly result: (facts: ResultFacts) => void;
  /** A prompt that a person or program gave, known by its own fields to be one. */
  readonly prompt: (id: string, text: () => string) => void;
  readonly said: (word: LastWord) => void;
  /** All of the above, from the parsed line; `sizeOf` as for `lineFacts`. */
  readonly entry: (offset: number, raw: JsonObject, sizeOf: (block: number) => number) => void;
  /** Lines that another reader has folded into the columns already. */
  readonly passed: (lines: PassedLines) => void;
  /** A line that is no object: blank, or damaged for this reason. */
  readonly skip: (reason: "blank" | DamageReason) => void;
  /** `bytes`: where the next line begins. */
  readonly digest: (bytes: number) => Digest;
};

/** An expansion follows its command at once: older ones were run by the client itself. */
const keptCommands = 8;

type Words = { -readonly [K in keyof Omit<Digest, keyof Columns | "bytes">]: Digest[K] };

/** `writer`: columns kept elsewhere, which hold those of `start` already. */
export function digester(start?: Digest, writer?: ColumnWriter): Digester {
  const columns = writer ?? (start === undefined ? emptyColumns() : columnsOf(start));
  const words: Words = start === undefined ? firstWords() : wordsOf(start);
  let commands: OpenCommand[] = [...words.openCommands];
  // One for all lines: it is read at once and never kept.
  const origin = { offset: 0, time: Number.NaN, version: "" };

  const self: Digester = {
    begin(at, timeMs) {
      words.lines += 1;
      origin.offset = at;
      origin.time = timeMs;
      noteTimes(timeMs, timeMs);
    },
    envelope(found) {
      words.sessionId ??= found.sessionId;
      words.agentId ??= found.agentId;
      words.cwd ??= found.cwd;
      words.forkedFrom ??= found.forkedFrom;
      words.gitBranch = found.gitBranch ?? words.gitBranch;
      origin.version = found.version ?? "";
      if (origin.version !== "") columns.versions.add(origin.version);
    },
    message(facts) {
      columns.message(facts, origin);
      words.last = (facts.flags & messageApiError) === 0 ? "answer" : "error";
    },
    call(facts) {
      columns.call(facts, origin);
      words.last = "call";
    },
    result(facts) {
      columns.result(facts, origin);
      words.last = "result";
    },
    prompt(id, text) {
      columns.prompt(id, origin);
      words.firstPrompt ??= text();
      words.last = "prompt";
    },
    passed({ lines, blank, startMs, endMs, last, firstPrompt, task }) {
      words.lines += lines;
      words.blank += blank;
      noteTimes(startMs, endMs);
      words.last = last ?? words.last;
      words.firstPrompt ??= firstPrompt;
      words.task ??= task;
    },
    said(word) {
      words.last = word;
    },
    entry(at, raw, sizeOf) {
      const facts = lineFacts(raw, sizeOf);
      self.begin(at, facts.timeMs ?? Number.NaN);
      self.envelope(facts);
      if (facts.isCompaction) words.compactions += 1;
      if (facts.type === "assistant") words.last = "answer";
      if (facts.message !== undefined) self.message(facts.message);
      for (const call of facts.calls) self.call(call);
      for (const result of facts.results) self.result(result);
      notePrompt(raw, facts.uuid ?? "");
      noteTitle(facts.type, raw);
    },
    skip(reason) {
      if (reason === "blank") {
        words.blank += 1;
        return;
      }
      const isHead = words.lines === words.leftAlone;
      words.damaged += 1;
      words.lines += 1;
      if (reason === "too-long" || (reason === "comment" && isHead)) words.leftAlone += 1;
    },
    // Field by field: a spread of an object that has changed its shape is slow, and logs come by the thousand.
    digest(bytes) {
      const { models, versions, variants, tools, messages, calls, results, prompts } = columns.all();
      const { lines, blank, damaged, leftAlone, compactions, sessionId, agentId, cwd, gitBranch, forkedFrom } = words;
      const { customTitle, aiTitle, summary, firstPrompt, task, startMs, endMs, last } = words;
      return {
        lines,
        blank,
        damaged,
        leftAlone,
        compactions,
        sessionId,
        agentId,
        cwd,
        gitBranch,
        forkedFrom,
        customTitle,
        aiTitle,
        summary,
        firstPrompt,
        task,
        startMs,
        endMs,
        last,
        openCommands: commands,
        bytes,
        models,
        versions,
        variants,
        tools,
        messages,
        calls,
        results,
        prompts,
      };
    },
  };
  return self;

  function noteTimes(least: number, greatest: number): void {
    if (least < (words.startMs ?? Infinity)) words.startMs = least;
    if (greatest > (words.endMs ?? -Infinity)) words.endMs = greatest;
  }

  function notePrompt(raw: JsonObject, id: string): void {
    const found = promptFacts(raw);
    if (found === undefined) return;
    const { kind, text } = found;
    if (startsTurn(kind)) return self.prompt(id, text);
    switch (kind) {
      case "command":
        commands = [
          ...commands.slice(1 - keptCommands),
          { id, offset: origin.offset, time: origin.time, text: text() },
        ];
        words.last = "command";
        return;
      case "meta":
        return expand(fieldOf(raw, "parentUuid", isEntryId));
      case "agent_task":
        words.task ??= text();
        words.last = "prompt";
        return;
      case "interruption":
        words.last = "interruption";
        return;
      case "bash_input":
      case "local_command_output":
      case "command_expansion":
        words.last = "command";
        return;
      case "task_notification":
      case "teammate":
      case "compact_summary":
        words.last = "prompt";
        return;
      case "caveat":
      case "tool_result":
      case "typed":
      case "sdk":
      case "queued":
      case "ide_selection":
      case "ide_opened_file":
        return;
    }
  }

  /** A command counts as a prompt once the client puts its text before the model. */
  function expand(parent: string | undefined): void {
    const command = parent === undefined ? undefined : commands.find(({ id }) => id === parent);
    if (command === undefined) return;
    commands = commands.filter((other) => other !== command);
    columns.prompt(command.id, { offset: command.offset, time: command.time, version: origin.version });
    words.firstPrompt ??= command.text;
    words.last = "prompt";
  }

  function noteTitle(type: string | undefined, raw: JsonObject): void {
    if (type === "custom-title") words.customTitle = stringField(raw, "customTitle") ?? words.customTitle;
    else if (type === "ai-title") words.aiTitle = stringField(raw, "aiTitle") ?? words.aiTitle;
    else if (type === "summary") words.summary = stringField(raw, "summary") ?? words.summary;
  }
}

function firstWords(): Words {
  return {
    lines: 0,
    blank: 0,
    damaged: 0,
    leftAlone: 0,
    compactions: 0,
    sessionId: undefined,
    agentId: undefined,
    cwd: undefined,
    gitBranch: undefined,
    forkedFrom: undefined,
    customTitle: undefined,
    aiTitle: undefined,
    summary: undefined,
    firstPrompt: undefined,
    task: undefined,
    startMs: undefined,
    endMs: undefined,
    last: "nothing",
    openCommands: [],
  };
}

export function wordsOf(digest: Digest): Words {
  const { bytes: _bytes, models: _models, versions: _versions, variants: _variants, tools: _tools, ...rest } = digest;
  const { messages: _messages, calls: _calls, results: _results, prompts: _prompts, ...words } = rest;
  return words;
}
