// `clew trim`: a session -> a smaller one without old results, thinking and other weight; a person's words always stay.
import type { Session } from "../../graph/index.ts";
import {
  type CallRule,
  type Protected,
  type TrimIntention,
  type TrimPlanned,
  type TrimPreset,
  fitted,
  planTrim,
  reaching,
  trimPreset,
  turnsSent,
} from "../../reshape/index.ts";
import { plural } from "../../view/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import { scaleOf } from "../reshape/scale.ts";
import type { ReshapeFlags } from "../reshape/reshaping.ts";
import { reshape } from "../reshape/reshape.ts";
import { trimAdvice } from "../reshape/trim-advice.ts";

export type Flags = ReshapeFlags & {
  readonly preset?: TrimPreset;
  readonly calls?: CallRule["action"];
  readonly tool?: readonly string[];
  readonly over?: number;
  readonly keepTurns?: number;
  readonly thinking: boolean;
  readonly images: boolean;
  readonly pastedImages: boolean;
  readonly attachments: boolean;
  readonly progress: boolean;
  readonly requestBlobs: boolean;
  readonly copies: boolean;
  readonly protect?: readonly string[];
};

export function trim(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  let intention = intentionOf(flags);
  let savedBytes = 0;
  return reshape(io, flags, {
    name,
    command: "trim",
    args: argsOf([name], flags),
    when: "worth-it",
    advice: (bench, savedBy) =>
      trimAdvice(bench, {
        intention,
        savedBytes,
        savedBy,
        preset: flags.preset,
        keeping: (keepTurns) => intentionOf({ ...flags, keepTurns }),
      }),
    plan({ opened, supply }) {
      const { session } = opened.source;
      const own = flags.keepTurns === undefined ? fitted(intention, session) : intention;
      if (own !== intention) sayFitted(io, session);
      intention = own;
      const made = planned<Extract<TrimPlanned, { ok: true }>>(
        planTrim(opened.source, { ...intention, ...scaleOf(opened) }, supply),
      );
      ({ savedBytes } = made);
      return [{ plan: made.plan, uuids: "kept" }];
    },
  });
}

function sayFitted(io: Io, session: Session): void {
  const count = plural(turnsSent(session), "turn");
  io.err(`clew: ${count} would be sent: the last one stays whole (--keep-turns N leaves more, or 0 none)\n`);
}

/** What is named is added to the preset; without a preset and without anything named, the preset is `standard`. */
export function intentionOf(flags: Flags): TrimIntention {
  const { preset, keepTurns, protect } = flags;
  const reach = { keepTurns: keepTurns ?? 0 };
  const named: TrimIntention = {
    ...(isAboutCalls(flags) ? { calls: [ruleOf(flags)] } : {}),
    ...(flags.thinking ? { thinking: reach } : {}),
    ...(flags.images ? { images: reach } : {}),
    ...(flags.pastedImages ? { pastedImages: reach } : {}),
    ...(flags.attachments ? { attachments: reach } : {}),
    ...(flags.progress ? { progress: "removed" } : {}),
    ...(flags.requestBlobs ? { requestBlobs: "removed" } : {}),
    ...(flags.copies ? { copies: "all" } : {}),
  };
  const isBare = Object.keys(named).length === 0;
  const base = preset === undefined && !isBare ? {} : presetOf(preset ?? "standard", keepTurns);
  return { ...base, ...named, ...(protect === undefined ? {} : { protect: protectedBy(protect) }) };
}

function presetOf(preset: TrimPreset, keepTurns: number | undefined): TrimIntention {
  const intention = trimPreset(preset);
  return keepTurns === undefined ? intention : reaching(intention, keepTurns);
}

const isAboutCalls = ({ calls, tool, over }: Flags): boolean =>
  calls !== undefined || tool !== undefined || over !== undefined;

function ruleOf({ calls = "stub", tool, over, keepTurns }: Flags): CallRule {
  return {
    action: calls,
    ...(tool === undefined ? {} : { tools: tool }),
    ...(over === undefined ? {} : { overBytes: over }),
    ...(keepTurns === undefined ? {} : { keepTurns }),
  };
}

/** A number is a turn, a uuid an entry, what holds a slash or a dot a path, and all else a tool. */
function protectedBy(names: readonly string[]): Protected {
  const isTurn = (name: string): boolean => /^\d+$/.test(name);
  const isUuid = (name: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(name);
  const isFile = (name: string): boolean => /[/\\.]/.test(name);
  return {
    turns: names.filter(isTurn).map(Number),
    uuids: names.filter(isUuid),
    paths: names.filter((name) => !isTurn(name) && !isUuid(name) && isFile(name)),
    tools: names.filter((name) => !isTurn(name) && !isUuid(name) && !isFile(name)),
  };
}
