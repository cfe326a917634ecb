// `clew trim`: a session -> a smaller one without old results, thinking and other weight; a person's words always stay.
import {
  type CallRule,
  type Protected,
  type TrimIntention,
  type TrimPlanned,
  type TrimPreset,
  planTrim,
  trimPreset,
} from "../../reshape/index.ts";
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
  const intention = intentionOf(flags);
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
      const made = planned<Extract<TrimPlanned, { ok: true }>>(
        planTrim(opened.source, { ...intention, ...scaleOf(opened) }, supply),
      );
      ({ savedBytes } = made);
      return [{ plan: made.plan, uuids: "kept" }];
    },
  });
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
  const base = preset === undefined && !isBare ? {} : reaching(trimPreset(preset ?? "standard"), keepTurns);
  return { ...base, ...named, ...(protect === undefined ? {} : { protect: protectedBy(protect) }) };
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

/** A preset with another number of turns that stay whole. */
function reaching(intention: TrimIntention, keepTurns: number | undefined): TrimIntention {
  if (keepTurns === undefined) return intention;
  const { calls, thinking, images, attachments } = intention;
  return {
    ...intention,
    ...(calls === undefined ? {} : { calls: calls.map((rule) => ({ ...rule, keepTurns })) }),
    ...(thinking === undefined ? {} : { thinking: { keepTurns } }),
    ...(images === undefined ? {} : { images: { keepTurns } }),
    ...(attachments === undefined ? {} : { attachments: { keepTurns } }),
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
