// What the stand-in shall answer, as plain data -> the step for one request; nothing here talks to anybody.
import { isArray, isObject } from "../format/index.ts";
import type { Json, JsonObject } from "../format/index.ts";
import type { Position } from "./position.ts";

/** Plain JSON, so that a script can be kept in a file or sent to another process. */
export type Script = { readonly rules: readonly Rule[]; readonly otherwise?: Step };

/** The first rule whose conditions all hold answers; the patterns are sources of regular expressions. */
export type Rule = {
  /** Tested against the last human text of the request. */
  readonly match?: string;
  /** Tested against the system prompt. */
  readonly system?: string;
  readonly model?: string;
  readonly tools?: "some" | "none";
  /** One step per assistant message since that human text. */
  readonly steps: readonly Step[];
};

export type Step = {
  readonly content?: readonly ReplyBlock[];
  readonly stopReason?: string;
  readonly model?: string;
  readonly usage?: { readonly [name: string]: number };
  readonly headers?: { readonly [name: string]: string };
  /** Wait this long before every event of a stream, or once before a reply in one piece. */
  readonly pauseMs?: number;
  /** Never finish: say nothing at all, stop after so many deltas, or stop before the closing events. */
  readonly hang?: "at-once" | "before-end" | { readonly afterDeltas: number };
  readonly error?: Failure;
};

/** Answered instead of the content, `times` times in all (always, when absent); then the content is given. */
export type Failure = {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly times?: number;
  readonly headers?: { readonly [name: string]: string };
};

export type ReplyBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature?: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | { readonly type: "tool_use"; readonly name: string; readonly input: JsonObject; readonly id?: string };

export type Choice = { readonly step: Step; readonly rule: number | undefined; readonly key: string };

const afterTheScript: Step = { content: [{ type: "text", text: "(end of script)" }] };

export function chooseStep(script: Script, at: Position): Choice {
  const rule = script.rules.findIndex((candidate) => applies(candidate, at));
  const step = script.rules[rule]?.steps[at.step] ?? script.otherwise ?? afterTheScript;
  return { step, rule: rule < 0 ? undefined : rule, key: `${rule}:${at.step}` };
}

function applies(rule: Rule, at: Position): boolean {
  if (rule.tools !== undefined && rule.tools !== at.tools) return false;
  return matches(rule.match, at.human) && matches(rule.system, at.system) && matches(rule.model, at.model);
}

function matches(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || new RegExp(pattern, "s").test(text);
}

export type Values = { readonly [name: string]: string };

/** Replaces `{{name}}` in every string of a value; unknown names stay as they are. */
export function fillScript(script: Script, values: Values): Script {
  const { otherwise, rules } = script;
  return {
    rules: rules.map((rule) => ({ ...rule, steps: rule.steps.map((step) => fillStep(step, values)) })),
    ...(otherwise === undefined ? {} : { otherwise: fillStep(otherwise, values) }),
  };
}

function fillStep(step: Step, values: Values): Step {
  if (step.content === undefined) return step;
  return { ...step, content: step.content.map((block) => fillBlock(block, values)) };
}

function fillBlock(block: ReplyBlock, values: Values): ReplyBlock {
  switch (block.type) {
    case "text":
      return { ...block, text: fillText(block.text, values) };
    case "tool_use":
      return { ...block, name: fillText(block.name, values), input: fillObject(block.input, values) };
    case "thinking":
    case "redacted_thinking":
      return block;
  }
}

export function fillText(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

function fillObject(object: JsonObject, values: Values): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, fillJson(value, values)]));
}

function fillJson(value: Json, values: Values): Json {
  if (typeof value === "string") return fillText(value, values);
  if (isArray(value)) return value.map((item) => fillJson(item, values));
  return isObject(value) ? fillObject(value, values) : value;
}
