// A built session -> the few facts people know it by: title, goal, last words, project, branch, model, what it waits for.
import { blocksOf, field, objectField } from "../format/index.ts";
import type { Log } from "./log.ts";
import { syntheticModel } from "./message.ts";
import { type Node, type ReadEntry, cutText, owned } from "./node.ts";
import { promptTextOf, readablePrompt, startsTurn } from "./prompt.ts";
import type { Thread } from "./thread.ts";
import type { Call, Prompt, Turn } from "./turn.ts";
import { type Tokens, addTokens, noTokens } from "./usage.ts";

export type TitleSource = "custom-title" | "ai-title" | "summary" | "first-prompt" | "none";

export type Description = {
  readonly title: string;
  readonly titleSource: TitleSource;
  /** The first prompt, cut at 200 characters. */
  readonly goal: string | undefined;
  /** The last words of the model, cut at 500 characters. */
  readonly recentOutput: string | undefined;
  readonly cwd: string | undefined;
  readonly projectName: string | undefined;
  readonly gitBranch: string | undefined;
  readonly model: string | undefined;
  readonly versions: readonly string[];
  /** The last call without a result, if the conversation stands at it. */
  readonly pendingToolUse: Pick<Call, "id" | "name" | "line"> | undefined;
  /** Counted once per message, of this file alone. */
  readonly tokens: Tokens;
  readonly messages: number;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
};

export type DescriptionContext = {
  readonly firstPrompt: Prompt | undefined;
  readonly lastTurn: Turn | undefined;
  readonly read: ReadEntry;
};

const recentOutputLength = 500;

export function describe({ log, path }: Thread, { firstPrompt, lastTurn, read }: DescriptionContext): Description {
  const { state } = log;
  const [cwd] = state.cwds.keys();
  const goal = firstPrompt?.preview ?? firstWords(log, read);
  return {
    ...titleOf(log, goal),
    goal,
    recentOutput: recentOutput(path, read),
    cwd,
    projectName: cwd === undefined ? undefined : lastPart(cwd),
    gitBranch: state.gitBranch === "" ? undefined : state.gitBranch,
    model: modelOf(log, path),
    versions: [...state.versions.keys()],
    pendingToolUse: pendingCall(lastTurn),
    tokens: tokensOf(log),
    messages: log.messages.size,
    ...timesOf(log),
  };
}

/** A path whose beginning is lost still has the file's first prompt to be known by. */
function firstWords({ nodes }: Log, read: ReadEntry): string | undefined {
  const first = nodes.find((node) => startsTurn(node.prompt));
  const raw = first === undefined ? undefined : read(first);
  return raw === undefined ? undefined : owned(readablePrompt(promptTextOf(raw)));
}

function tokensOf({ messages }: Log): Tokens {
  let sum = noTokens;
  for (const message of messages.values()) sum = addTokens(sum, message);
  return sum;
}

function titleOf({ state }: Log, goal: string | undefined): Pick<Description, "title" | "titleSource"> {
  const summary = state.summaries.at(-1)?.text;
  const candidates: readonly (readonly [string | undefined, TitleSource])[] = [
    [state.customTitle, "custom-title"],
    [state.aiTitle, "ai-title"],
    [summary, "summary"],
    [goal, "first-prompt"],
  ];
  const found = candidates.find(([title]) => title !== undefined && title.trim() !== "");
  return found === undefined
    ? { title: "", titleSource: "none" }
    : { title: oneLine(found[0] ?? ""), titleSource: found[1] };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The last part of a path of either kind of system. */
function lastPart(path: string): string {
  return path.split(/[\\/]+/).findLast((part) => part !== "") ?? path;
}

/** How many entries are read again in search of the last words. */
const recentTries = 200;

function recentOutput(path: readonly Node[], read: ReadEntry): string | undefined {
  let tries = 0;
  for (let at = path.length - 1; at >= 0 && tries < recentTries; at--) {
    const node = path[at];
    if (node?.type !== "assistant" || node.calls.length > 0) continue;
    tries += 1;
    const message = objectField(read(node) ?? {}, "message");
    const texts =
      message === undefined
        ? []
        : blocksOf(field(message, "content")).flatMap((block) => (block.type === "text" ? [block.text] : []));
    const text = texts.join("\n").trim();
    if (text !== "") return cutText(text, recentOutputLength);
  }
  return undefined;
}

function modelOf({ messages }: Log, path: readonly Node[]): string | undefined {
  for (let at = path.length - 1; at >= 0; at--) {
    const node = path[at];
    if (node?.type !== "assistant") continue;
    const model = messages.get(node.messageId ?? node.id ?? "")?.model;
    if (model !== undefined && model !== "" && model !== syntheticModel) return model;
  }
  return undefined;
}

function pendingCall(lastTurn: Turn | undefined): Description["pendingToolUse"] {
  const pending = lastTurn?.rounds.at(-1)?.calls.findLast((call) => call.resultLine === undefined);
  return pending === undefined ? undefined : { id: pending.id, name: pending.name, line: pending.line };
}

function timesOf({ nodes }: Log): Pick<Description, "startMs" | "endMs"> {
  let startMs: number | undefined;
  let endMs: number | undefined;
  for (const { timeMs } of nodes) {
    if (timeMs === undefined) continue;
    if (startMs === undefined || timeMs < startMs) startMs = timeMs;
    if (endMs === undefined || timeMs > endMs) endMs = timeMs;
  }
  return { startMs, endMs };
}
