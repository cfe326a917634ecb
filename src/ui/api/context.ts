// Answers of /context and /findings -> what fills the model's window, and what is wrong with a log.
import { ask, logPath } from "./client.ts";
import { type Fields, count, fieldsOf, flag, list, maybeCount, maybePart, maybeText, part, text } from "./fields.ts";

export type Share = { readonly name: string; readonly tokens: number; readonly items: number };
export type Item = Share & { readonly line: number | undefined; readonly preview: string; readonly file: string };

export type Context = {
  readonly as: string;
  readonly total: number;
  readonly grade: string;
  readonly window: number;
  readonly windowSource: string;
  readonly unseen: number | undefined;
  readonly since: number;
  readonly method: string;
  readonly refused: string | undefined;
  readonly compactedTimes: number;
  readonly compactedEntries: number;
  readonly shares: readonly { readonly title: string; readonly shares: readonly Share[] }[];
  readonly biggest: readonly Item[];
};

export async function contextOf(id: string, signal?: AbortSignal): Promise<Context> {
  const fields = fieldsOf(await ask(`${logPath(id)}/context`, {}, signal));
  const [total, window, compacted] = [part(fields, "total"), part(fields, "window"), part(fields, "compacted")];
  const unseen = maybePart(fields, "unseen");
  return {
    as: text(fields, "as"),
    total: count(total, "tokens"),
    grade: text(total, "grade"),
    window: count(window, "tokens"),
    windowSource: text(window, "source"),
    unseen: unseen === undefined ? undefined : count(unseen, "tokens"),
    since: count(part(fields, "since"), "tokens"),
    method: text(part(fields, "method"), "calibration"),
    refused: maybeText(fields, "refused"),
    compactedTimes: count(compacted, "times"),
    compactedEntries: count(compacted, "entries"),
    shares: [
      { title: "By role", shares: list(fields, "roles", decodeShare) },
      { title: "By block", shares: list(fields, "blocks", decodeShare) },
      { title: "By tool", shares: list(fields, "tools", decodeShare) },
      { title: "By file", shares: list(fields, "files", decodeShare) },
      { title: "Reminders", shares: list(fields, "reminders", decodeShare) },
    ],
    biggest: list(fields, "biggest", decodeItem),
  };
}

function decodeShare(value: unknown): Share {
  const fields = fieldsOf(value);
  return { name: text(fields, "name"), tokens: count(fields, "tokens"), items: count(fields, "items") };
}

function decodeItem(value: unknown): Item {
  const fields = fieldsOf(value);
  const named = maybeText(fields, "tool") ?? maybeText(fields, "reminder");
  return {
    name: named === undefined ? text(fields, "block") : `${named} ${text(fields, "block")}`,
    tokens: count(fields, "tokens"),
    items: 1,
    line: maybeCount(fields, "line"),
    preview: text(fields, "preview"),
    file: text(fields, "file"),
  };
}

export type Finding = {
  readonly code: string;
  readonly severity: string;
  readonly line: number | undefined;
  readonly count: number;
  readonly detail: string;
};

export type Health = {
  readonly sound: boolean;
  readonly entries: number;
  readonly reached: number;
  /** The turn to go on from, where a resume leaves out most of what was said. */
  readonly leftAt: string | undefined;
  readonly findings: readonly Finding[];
  readonly repair: Repair;
};

export type Repair = {
  readonly reason: string | undefined;
  readonly counts: Readonly<Record<"kept" | "changed" | "dropped" | "added", number>>;
  readonly steps: readonly string[];
};

export async function healthOf(id: string, signal?: AbortSignal): Promise<Health> {
  const fields = fieldsOf(await ask(`${logPath(id)}/findings`, {}, signal));
  const reach = part(fields, "reach");
  const leftOut = maybePart(fields, "leftOut");
  return {
    sound: flag(fields, "sound"),
    entries: count(reach, "entries"),
    reached: count(reach, "reached"),
    leftAt: leftOut === undefined ? undefined : maybeText(leftOut, "at"),
    findings: list(fields, "findings", decodeFinding),
    repair: decodeRepair(part(fields, "repair")),
  };
}

function decodeRepair(fields: Fields): Repair {
  return {
    reason: maybeText(fields, "reason"),
    counts: {
      kept: count(fields, "kept"),
      changed: count(fields, "changed"),
      dropped: count(fields, "dropped"),
      added: count(fields, "added"),
    },
    steps: list(fields, "steps", stepText),
  };
}

/** What is done, and how often. */
export function stepText(value: unknown): string {
  const fields = fieldsOf(value);
  const often = count(fields, "count");
  return (maybeText(fields, "text") ?? text(fields, "code")) + (often > 1 ? ` (${often} times)` : "");
}

function decodeFinding(value: unknown): Finding {
  const fields = fieldsOf(value);
  return {
    code: text(fields, "code"),
    severity: text(fields, "severity"),
    line: maybeCount(fields, "line"),
    count: count(fields, "count"),
    detail: text(fields, "detail"),
  };
}
