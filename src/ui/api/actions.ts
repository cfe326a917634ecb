// An action and its options -> what the daemon says it would do, and by the plan of that what it did; nothing is done without a plan.
import { post } from "./client.ts";
import { stepText } from "./context.ts";
import {
  type Fields,
  count,
  exact,
  fieldsOf,
  list,
  flag,
  maybeCount,
  maybeExact,
  maybePart,
  maybeText,
  text,
} from "./fields.ts";

export type Op = "clone" | "compress" | "delete" | "fork" | "keep" | "move" | "recover" | "repair" | "title" | "trim";
export type ActionArgs = Readonly<Record<string, string | number>>;

export type Lines = Readonly<Record<"kept" | "changed" | "dropped" | "added", number>>;

/** One thing that is to be made, or was made; each action tells its own part of this. */
export type Told = {
  /** Nothing had to be done: no session is made. */
  readonly isIdle: boolean;
  readonly steps: readonly string[];
  readonly lines: Lines | undefined;
  readonly tokens: { readonly saved: number; readonly before: number; readonly after: number } | undefined;
  /** The session that was made. */
  readonly sessionId: string;
  readonly resume: string | undefined;
  /** What `clew undo` takes back. */
  readonly operation: string | undefined;
  readonly setAside: string | undefined;
  readonly file: FileTold;
  readonly keeping: { readonly folder: string | undefined; readonly copied: number };
  /** Empty: clew's own is taken away. */
  readonly title: string;
  readonly trash: string | undefined;
};

export type FileTold = {
  readonly path: string;
  readonly version: number | undefined;
  readonly into: string | undefined;
  /** Below the folder; undefined where it could not be recovered, and `reason` says why. */
  readonly recovered: string | undefined;
  /** How sure its text is. */
  readonly grade: string | undefined;
  readonly reason: string | undefined;
};

export type Plan = {
  readonly id: string;
  readonly preview: readonly Told[];
  /** Who has the session open: then it would be refused now. */
  readonly inUse: { readonly message: string; readonly hint: string } | undefined;
};

/** Nothing is written. */
export async function preview(op: Op, args: ActionArgs, signal?: AbortSignal): Promise<Plan> {
  const fields = fieldsOf(await post(`/actions/${op}/preview`, args, signal));
  const inUse = maybePart(fields, "inUse");
  return {
    id: exact(fields, "plan"),
    preview: list(fields, "preview", decodeTold),
    inUse: inUse === undefined ? undefined : { message: text(inUse, "message"), hint: text(inUse, "hint") },
  };
}

/** Is never broken off: what is being made is told. */
export async function act(op: Op, plan: Plan): Promise<readonly Told[]> {
  return list(fieldsOf(await post(`/actions/${op}`, { plan: plan.id })), "results", decodeTold);
}

function decodeTold(value: unknown): Told {
  const fields = fieldsOf(value);
  const before = maybeCount(fields, "tokensBefore");
  return {
    isIdle: flag(fields, "idle"),
    steps: list(fields, "steps", stepText),
    lines: decodeLines(fields),
    tokens:
      before === undefined
        ? undefined
        : { saved: count(fields, "tokensSaved"), before, after: count(fields, "tokensAfter") },
    sessionId: exact(fields, "sessionId"),
    resume: maybeExact(fields, "resume"),
    operation: maybeExact(fields, "operation"),
    setAside: maybeText(fields, "setAside"),
    file: {
      path: text(fields, "path"),
      version: maybeCount(fields, "version"),
      into: maybeText(fields, "into"),
      recovered: maybeText(fields, "recoveredPath"),
      grade: maybeText(fields, "grade"),
      reason: maybeText(fields, "reason"),
    },
    keeping: { folder: maybeText(fields, "folder"), copied: count(fields, "copied") },
    title: text(fields, "title"),
    trash: maybeText(fields, "trash"),
  };
}

function decodeLines(fields: Fields): Lines | undefined {
  if (maybeCount(fields, "kept") === undefined) return undefined;
  return {
    kept: count(fields, "kept"),
    changed: count(fields, "changed"),
    dropped: count(fields, "dropped"),
    added: count(fields, "added"),
  };
}
