// A generated tree on disk -> its totals, counted anew with nothing but JSON.parse; shares no code with the generator.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

type Row = { readonly [key: string]: unknown };
type PromptKind = "typed" | "sdk" | "queued" | "command";
type Prompt = { readonly kind: PromptKind; readonly parent: string };
type Usage = { readonly output: number; readonly row: Row };

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
    blankLines: 0,
    unterminatedFiles: 0,
  };
  const [entries, versions, damage] = [new Tally(), new Tally(), new Tally()];
  const [calls, results, errors] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  const usages = new Map<string, Usage>();
  const models = new Map<string, string>();
  const prompts = new Map<string, Prompt>();
  const compactions = new Set<string>();
  const forks = { forkSession: 0, forkedFrom: 0 };
  const owners = new Set<string>();
  let needles = 0;

  const readLine = (raw: Row, surface: "sdk" | "typed"): void => {
    entries.add(text(raw["type"]));
    const message = row(raw["message"]);
    for (const value of list(message["content"])) {
      const block = row(value);
      if (block["type"] === "tool_use") calls.set(text(block["id"]), text(block["name"]));
      if (block["type"] === "tool_result") results.add(text(block["tool_use_id"]));
      if (block["type"] === "tool_result" && block["is_error"] === true) errors.add(text(block["tool_use_id"]));
    }
    if (raw["type"] === "assistant") {
      const usage = row(message["usage"]);
      const id = text(message["id"]);
      models.set(id, text(message["model"]));
      const output = number(usage["output_tokens"]);
      if (output >= (usages.get(id)?.output ?? -1)) usages.set(id, { output, row: usage });
    }
    if (raw["subtype"] === "compact_boundary") compactions.add(text(raw["uuid"]));
    const kind = raw["isSidechain"] === false ? promptKind(raw, surface) : undefined;
    if (kind !== undefined) prompts.set(text(raw["uuid"]), { kind, parent: text(raw["parentUuid"]) });
  };

  for (const path of jsonlFiles(root)) {
    const bytes = readFileSync(path);
    const isAgent = basename(path).startsWith("agent-");
    totals.files += 1;
    totals.bytes += bytes.length;
    totals[isAgent ? "agentFiles" : "sessions"] += 1;
    const pieces = bytes.toString("utf8").split("\n");
    totals.newlines += pieces.length - 1;
    const last = pieces.pop() ?? "";
    const lines = last === "" ? pieces : [...pieces, last];
    if (last !== "") totals.unterminatedFiles += 1;
    totals.lines += lines.length;
    const rows: Row[] = [];
    lines.forEach((line, index) => {
      if (line.includes(needle)) needles += 1;
      if (line.trim() === "") totals.blankLines += 1;
      else {
        const parsed = parse(line);
        if (parsed === undefined)
          damage.add(reason(line, index === lines.length - 1 && last !== "" ? "tail" : "inside"));
        else rows.push(parsed);
      }
    });
    if (!isAgent) {
      versions.add(rows.map((raw) => text(raw["version"])).find((version) => version !== "") ?? "none");
      const uuids = rows.map((raw) => text(raw["uuid"])).filter((uuid) => uuid !== "");
      if (rows.some((raw) => "forkedFrom" in raw)) forks.forkedFrom += 1;
      else {
        // Of an original and its one unmarked copy, whichever is read later repeats the other's uuids.
        if (uuids.some((uuid) => owners.has(uuid))) forks.forkSession += 1;
        for (const uuid of uuids) owners.add(uuid);
      }
    }
    const isSdk = rows.some(
      (raw) =>
        raw["entrypoint"] === "sdk-cli" ||
        (raw["type"] === "queue-operation" && !rows.some((any) => "entrypoint" in any)),
    );
    for (const raw of rows) readLine(raw, isSdk ? "sdk" : "typed");
  }

  const turns = { typed: 0, sdk: 0, queued: 0, command: 0 };
  const children = new Tally();
  for (const { kind, parent } of prompts.values()) {
    turns[kind] += 1;
    if (kind === "typed" || kind === "sdk") children.add(parent);
  }
  const tokens = { input: 0, output: 0, cacheCreate5m: 0, cacheCreate1h: 0, cacheRead: 0 };
  for (const { row: usage, output } of usages.values()) {
    const cache = row(usage["cache_creation"]);
    tokens.output += output;
    tokens.input += number(usage["input_tokens"]);
    tokens.cacheRead += number(usage["cache_read_input_tokens"]);
    tokens.cacheCreate5m += number(cache["ephemeral_5m_input_tokens"]);
    tokens.cacheCreate1h += number(cache["ephemeral_1h_input_tokens"]);
  }
  return {
    ...totals,
    entries: entries.counts(),
    turns,
    calls: calls.size,
    results: results.size,
    callErrors: errors.size,
    orphanCalls: [...calls.keys()].filter((id) => !results.has(id)).length,
    forks,
    branches: Object.entries(children.counts()).reduce(
      (sum, [parent, times]) => sum + (parent === "" ? 0 : times - 1),
      0,
    ),
    compactions: compactions.size,
    messages: usages.size,
    tokens,
    damage: damage.counts(),
    versions: versions.counts(),
    models: Tally.of(models.values()),
    tools: Tally.of(calls.values()),
    needles: { word: needle, lines: needles },
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

function jsonlFiles(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
    .map((entry) => join(entry.parentPath, entry.name));
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

const notPrompts = ["<command-name>", "<local-command", "<bash-", "<task-notification>", "[Request interrupted"];

function promptKind(raw: Row, surface: "sdk" | "typed"): PromptKind | undefined {
  const attachment = row(raw["attachment"]);
  if (attachment["type"] === "queued_command" && attachment["commandMode"] === "prompt") return "queued";
  if (raw["type"] !== "user" || raw["isMeta"] === true || raw["isCompactSummary"] === true) return undefined;
  const { content } = row(raw["message"]);
  const [only] = list(content);
  if (typeof content !== "string" && row(only)["type"] !== "text") return undefined;
  const said = typeof content === "string" ? content : text(row(only)["text"]);
  if (said.startsWith("<command-message>")) return "command";
  if (notPrompts.some((start) => said.startsWith(start))) return undefined;
  return surface;
}

function reason(line: string, place: "tail" | "inside"): string {
  if (line.includes("\0")) return "nul-run";
  if (line.includes("}{")) return "glued-objects";
  return place === "tail" ? "torn-tail" : "torn";
}
