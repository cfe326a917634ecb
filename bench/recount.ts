// A generated tree on disk -> its totals, counted anew with nothing but JSON.parse; shares no code with the generator.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";

type Row = { readonly [key: string]: unknown };
type PromptKind = "typed" | "sdk" | "queued" | "command";
type Prompt = { readonly kind: PromptKind; readonly parent: string };
type Usage = { readonly output: number; readonly rest: number; readonly row: Row };

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const row = (value: unknown): Row => (isRow(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export type Recount = ReturnType<typeof recount>;

export function recount(root: string, needle: string) {
  const totals = {
    bytes: 0,
    lines: 0,
    newlines: 0,
    files: 0,
    sessions: 0,
    agentFiles: 0,
    damaged: 0,
    blankLines: 0,
    unterminatedFiles: 0,
  };
  const [entries, versions] = [new Tally(), new Tally()];
  const [calls, results, errors] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  const usages = new Map<string, Usage>();
  const models = new Map<string, string>();
  const prompts = new Map<string, Prompt>();
  const compactions = new Set<string>();
  const forks = { forkSession: 0, forkedFrom: 0 };
  const owners = new Set<string>();
  let needles = 0;

  const readLine = (raw: Row): void => {
    entries.add(text(raw["type"]) || "none");
    const message = row(raw["message"]);
    for (const value of list(message["content"])) {
      const block = row(value);
      const [id, name, answered] = [block["id"], block["name"], block["tool_use_id"]];
      const isCall = raw["type"] === "assistant" && block["type"] === "tool_use";
      if (isCall && typeof id === "string" && typeof name === "string") calls.set(id, name);
      if (raw["type"] !== "user" || block["type"] !== "tool_result" || typeof answered !== "string") continue;
      results.add(answered);
      if (block["is_error"] === true) errors.add(answered);
    }
    if (raw["type"] === "assistant" && isRow(message["usage"])) readUsage(raw, message, message["usage"]);
    if (raw["subtype"] === "compact_boundary") compactions.add(text(raw["uuid"]));
  };

  const readUsage = (raw: Row, message: Row, usage: Row): void => {
    const id = text(message["id"]) || text(raw["uuid"]);
    models.set(id, text(message["model"]));
    const output = number(usage["output_tokens"]);
    const rest = Object.entries(usage).reduce(
      (sum, [key, value]) => sum + (/^(cache_(creation|read)_)?input_tokens$/.test(key) ? number(value) : 0),
      0,
    );
    const known = usages.get(id);
    if (known === undefined || output > known.output || (output === known.output && rest > known.rest))
      usages.set(id, { output, rest, row: usage });
  };

  for (const path of logs(root)) {
    const bytes = readFileSync(path);
    const isAgent = basename(path).startsWith("agent-");
    const pieces = bytes
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .split("\n");
    const last = pieces.pop() ?? "";
    const all = last === "" ? pieces : [...pieces, last];
    const lines = all.filter((line) => line.trim() !== "");
    if (lines.length === 0) continue;
    totals.files += 1;
    totals.bytes += bytes.length;
    totals[isAgent ? "agentFiles" : "sessions"] += 1;
    totals.newlines += pieces.length;
    totals.lines += lines.length;
    totals.blankLines += all.length - lines.length;
    if (last !== "") totals.unterminatedFiles += 1;
    needles += lines.filter((line) => line.includes(needle)).length;
    const rows = lines.map(parse).filter((parsed) => parsed !== undefined);
    totals.damaged += lines.length - rows.length;
    if (!isAgent) {
      versions.add(rows.map((raw) => text(raw["version"])).find((version) => version !== "") ?? "none");
      const uuids = rows.map((raw) => text(raw["uuid"])).filter((uuid) => uuid !== "");
      if (rows.some((raw) => "forkedFrom" in raw)) forks.forkedFrom += 1;
      else {
        // Of an original and its one unmarked copy, whichever is read later repeats the other's uuids.
        if (uuids.some((uuid) => owners.has(uuid))) forks.forkSession += 1;
        for (const uuid of uuids) owners.add(uuid);
      }
      rows.forEach((raw, at) => {
        const kind = promptKind(raw, rows);
        const uuid = text(raw["uuid"]) || `${path} ${at}`;
        if (kind !== undefined) prompts.set(uuid, { kind, parent: text(raw["parentUuid"]) });
      });
    }
    for (const raw of rows) readLine(raw);
  }

  const kinds = { typed: 0, sdk: 0, queued: 0, command: 0 };
  const children = new Tally();
  for (const { kind, parent } of prompts.values()) {
    kinds[kind] += 1;
    if (kind === "typed" || kind === "sdk") children.add(parent);
  }
  const usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };
  let cacheWrite1hTokens = 0;
  for (const { row: figures, output } of usages.values()) {
    usage.outputTokens += output;
    usage.inputTokens += number(figures["input_tokens"]);
    usage.cacheReadTokens += number(figures["cache_read_input_tokens"]);
    usage.cacheWriteTokens += number(figures["cache_creation_input_tokens"]);
    cacheWrite1hTokens += number(row(figures["cache_creation"])["ephemeral_1h_input_tokens"]);
  }
  const failed = Tally.of([...errors].map((id) => calls.get(id) ?? ""));
  return {
    ...totals,
    entries: entries.counts(),
    turns: prompts.size,
    prompts: kinds,
    calls: calls.size,
    results: results.size,
    callErrors: [...errors].filter((id) => calls.has(id)).length,
    orphanCalls: [...calls.keys()].filter((id) => !results.has(id)).length,
    orphanResults: [...results].filter((id) => !calls.has(id)).length,
    forks,
    branches: Object.entries(children.counts()).reduce(
      (sum, [parent, times]) => sum + (parent === "" ? 0 : times - 1),
      0,
    ),
    compactions: compactions.size,
    apiMessages: usages.size,
    usage,
    cacheWrite1hTokens,
    versions: versions.counts(),
    models: Tally.of(models.values()),
    tools: Object.fromEntries(
      Object.entries(Tally.of(calls.values())).map(([name, times]) => [
        name,
        { calls: times, errors: failed[name] ?? 0 },
      ]),
    ),
    needleLines: needles,
  };
}

class Tally {
  readonly #times = new Map<string, number>();
  add(key: string): void {
    this.#times.set(key, (this.#times.get(key) ?? 0) + 1);
  }
  counts(): { readonly [key: string]: number } {
    return Object.fromEntries(this.#times);
  }
  static of(keys: Iterable<string>): { readonly [key: string]: number } {
    const tally = new Tally();
    for (const key of keys) tally.add(key);
    return tally.counts();
  }
}

/** `<slug>/<name>.jsonl`, and `agent-<id>.jsonl` beside it or below `<session>/subagents`. */
function logs(root: string): readonly string[] {
  const projects = join(root, "projects");
  return readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /^[^/]+\/([^/]+\/subagents\/agent-)?[^/]+\.jsonl$/.test(relative(projects, path)));
}

function parse(line: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRow(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const notPrompts =
  /^(<command-name>|<local-command|<bash-|<task-notification>|<teammate-message|\[Request interrupted)/;

function promptKind(raw: Row, rows: readonly Row[]): PromptKind | undefined {
  const attachment = row(raw["attachment"]);
  if (attachment["type"] === "queued_command") return attachment["commandMode"] === "prompt" ? "queued" : undefined;
  const hidden = ["isMeta", "isCompactSummary", "isSidechain"].some((key) => raw[key] === true);
  if (raw["type"] !== "user" || hidden) return undefined;
  const { content } = row(raw["message"]);
  const blocks = list(content).map(row);
  if (blocks.some((block) => block["type"] === "tool_result")) return undefined;
  const said = typeof content === "string" ? content : blocks.map((block) => text(block["text"])).join("\n");
  if (said.startsWith("<command-message>")) return isExpanded(raw, rows) ? "command" : undefined;
  if (notPrompts.test(said)) return undefined;
  const isSdk = rows.some(
    (any) =>
      any["entrypoint"] === "sdk-cli" ||
      (any["type"] === "queue-operation" && !rows.some((other) => "entrypoint" in other)),
  );
  return isSdk ? "sdk" : "typed";
}

/** The client put the command's text before the model. */
const isExpanded = (command: Row, rows: readonly Row[]): boolean =>
  rows.some((raw) => raw["isMeta"] === true && raw["parentUuid"] === command["uuid"]);
