// A session's name and a planner -> the reshaped session, written and proved, or only told; what every such command shares.
import { type ContextSavings, contextSavings, weighContexts } from "../../find/index.ts";
import { type EntryId, isEntryId } from "../../format/index.ts";
import { type Identity, type Plan, type Supply, isIdlePlan, ledgerOf } from "../../reshape/index.ts";
import {
  type OpenSource,
  type ResultJob,
  type World,
  WorldError,
  checkSpace,
  dropReadBack,
  openSource,
  plannedResult,
  prepareReadBack,
  rehearse,
  rewrite,
  talkOf,
  typedCommand,
} from "../../store/index.ts";
import { clewLine } from "../clew-line.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { Io } from "../io.ts";
import { homesOf } from "../names.ts";
import type { Advice, Reshaped } from "./reshaped.ts";
import { sayInUse, sayRefusal } from "./say-in-use.ts";
import { sessionLog } from "./session-log.ts";
import { settleFirst } from "./settle-first.ts";
import { type Wish, folderOf, targetOf } from "./target.ts";
import { worldOf } from "./world.ts";

export type ReshapeFlags = DirFlag &
  JsonFlag & { readonly dryRun: boolean; readonly force: boolean; readonly verifyWithClient?: string };

/** One session to be made. */
export type Wanted = Wish & {
  readonly plan: Plan;
  readonly uuids: Identity["uuids"];
  readonly folders?: Identity["folders"];
  /** What it shall send, if that is known beforehand: what its source sends. */
  readonly promise?: "same";
  /** What the source counted last need not be what it sends now. */
  readonly source?: "broken";
};

export type Intent = {
  /** What the person calls the session. */
  readonly name: string;
  readonly command: string;
  /** As the person gave them, for the history. */
  readonly args: readonly string[];
  /** `worth-it`: a plan that changes nothing makes no session. */
  readonly when: "always" | "worth-it";
  /** What a person may try when not one token fewer would be sent, or few; asked for once the plan is made. */
  readonly advice?: (bench: Bench, savedBy: SavedBy) => Advice;
  /** Why there was nothing to do, as the rest of that sentence. */
  readonly whyIdle?: (opened: OpenSource) => string;
  /** Whether a second thread is enough to read the result back: then it is started at once. */
  readonly readBack?: "by-thread";
  readonly plan: (bench: Bench) => readonly Wanted[] | Promise<readonly Wanted[]>;
};

/** How many tokens fewer another plan would send; tried out as a dry run is. */
export type SavedBy = (plan: Plan) => number;

export type Bench = {
  readonly io: Io;
  readonly opened: OpenSource;
  readonly supply: Supply;
  /** Another session that lines are brought from; closed with the rest. */
  readonly openAlso: (name: string) => OpenSource;
};

export async function reshaping(io: Io, flags: ReshapeFlags, intent: Intent): Promise<readonly Reshaped[]> {
  const world = worldOf(io);
  if (!flags.dryRun) settleFirst(io);
  const path = sessionLog(io, flags, intent.name);
  const isByThread = intent.readBack === "by-thread" && !flags.dryRun;
  const opened = openSource(path, world, isByThread ? prepareReadBack(path) : undefined);
  const also: OpenSource[] = [];
  const bench: Bench = {
    io,
    opened,
    supply: supplyOf(world),
    openAlso(other) {
      const one = openSource(sessionLog(io, flags, other), world);
      also.push(one);
      return one;
    },
  };
  try {
    const wanted = await intent.plan(bench);
    const savedBy: SavedBy = (plan) => {
      const draft = draftOf({ io, flags, opened, also, one: { plan, uuids: "kept" } }, world);
      return rehearse(draft.job, world, (after) => savingsFor(draft, after)?.savedTokens ?? 0);
    };
    const advice = flags.json ? undefined : intent.advice?.(bench, savedBy);
    if (intent.when === "worth-it" && wanted.every(({ plan }) => isIdlePlan(plan))) {
      if (opened.source.session.conversation.nodes.length === 0) throw nothingInIt(opened);
      const whyIdle = flags.json ? undefined : intent.whyIdle?.(opened);
      const source = sourceOf(opened, intent);
      return wanted.map((one) => ({ ...untouched(flags, source, one), advice, whyIdle }));
    }
    if (wanted.some(({ plan }) => isWithoutEntries(opened, plan))) throw nothingInIt(opened);
    sayBroken(io, intent, opened);
    const drafts = wanted.map((one) => draftOf({ io, flags, opened, also, one }, world));
    if (!flags.dryRun) return written(drafts, { flags, intent, world }).map((one) => ({ ...one, advice }));
    for (const { look } of [opened, ...also])
      sayInUse(io, { look, policy: flags.force ? "overrule" : "refuse" }, world);
    const shown = drafts.map((draft) => ({ ...rehearsed(draft, { flags, intent, world }), advice }));
    sayRefusal(io, () => checkSpace({ results: drafts.map(({ job }) => job) }, world));
    return shown;
  } finally {
    for (const one of [opened, ...also]) one.close();
    dropReadBack();
  }
}

/** A result is no worse than its source, and no better. By what reading it told: a whole examination takes longer than a clone. */
function sayBroken(io: Io, { command }: Intent, { source, place }: OpenSource): void {
  const { log, conversation } = source.session;
  const isCut = conversation.chain.breaks.some(({ bridgedTo }) => bridgedTo === undefined);
  if (command === "repair" || (!isCut && log.findings.every(({ severity }) => severity !== "error"))) return;
  io.err(
    `clew: the session is broken, and so is what is made of it: \`${clewLine(io, ["repair", place.sessionId], "SESSION")}\` first\n`,
  );
}

/** Bytes that hold no entry make no session, whatever is done to them. */
export function isWithoutEntries({ source }: Pick<OpenSource, "source">, plan: Plan): boolean {
  const { changed, added } = ledgerOf(plan);
  return source.session.log.nodes.length === 0 && changed + added === 0;
}

function nothingInIt({ place, source }: OpenSource): WorldError {
  const isEmpty = source.session.log.nodes.length === 0;
  return new WorldError(
    "bad-argument",
    isEmpty
      ? `${place.path} holds no entry of a conversation`
      : `${place.path} holds no conversation that a client could resume, and this command can change nothing about it`,
    { hint: `look at it with ${isEmpty ? "`clew lines`" : "`clew doctor`"}; nothing was written` },
  );
}

export function supplyOf(world: World): Supply {
  return {
    now: () => new Date(world.nowMs()).toISOString(),
    newUuid(): EntryId {
      const id = world.newUuid();
      if (!isEntryId(id)) throw new Error("a new uuid is empty");
      return id;
    },
  };
}

type Making = {
  readonly io: Io;
  readonly flags: ReshapeFlags;
  readonly opened: OpenSource;
  readonly also: readonly OpenSource[];
  readonly one: Wanted;
};

type Draft = {
  readonly opened: OpenSource;
  readonly one: Wanted;
  readonly job: ResultJob;
  readonly sessionId: string;
  readonly cwd: string | undefined;
};

function draftOf({ io, flags, opened, also, one }: Making, world: World): Draft {
  const { plan, uuids, folders, promise } = one;
  const cwd = one.cwd ?? folderOf(opened);
  const sessionId = world.newUuid();
  const target = { ...targetOf(opened.place, { ...one, cwd: cwd ?? io.cwd }, homesOf(io, flags)), sessionId };
  const job = plannedResult({
    plan,
    opened,
    brought: also,
    target,
    uuids,
    ...(folders === undefined ? {} : { folders }),
    promise,
  });
  return { opened, one, job, sessionId, cwd };
}

function rehearsed(draft: Draft, { intent, world }: Writing): Reshaped {
  const { opened, one, job, cwd } = draft;
  return rehearse(job, world, (after) => {
    const reasons = job.judge(after);
    if (reasons.length > 0) throw unproven(reasons, intent);
    return {
      sessionId: opened.place.sessionId,
      source: sourceOf(opened, intent),
      outcome: "rehearsed",
      isDryRun: true,
      plan: one.plan,
      savings: savingsFor(draft, after),
      cwd,
    };
  });
}

/** Undefined: the same is sent, so nothing is saved, and counting it would take longer than all else. */
function savingsFor({ opened, one }: Draft, after: OpenSource): ContextSavings | undefined {
  if (one.promise === "same" && talkOf(opened) === talkOf(after)) return undefined;
  const [weight, old = weight] = weighContexts(after, opened);
  if (old === undefined || weight === undefined) return undefined;
  return one.source === undefined ? contextSavings(old, weight) : contextSavings(old, weight, { source: one.source });
}

type Writing = { readonly flags: ReshapeFlags; readonly intent: Intent; readonly world: World };

function written(drafts: readonly Draft[], { flags, intent, world }: Writing): readonly Reshaped[] {
  const savings = new Map<Draft, ContextSavings>();
  const results = drafts.map((draft): ResultJob => ({
    ...draft.job,
    judge(after) {
      const saved = savingsFor(draft, after);
      if (saved !== undefined) savings.set(draft, saved);
      return draft.job.judge(after);
    },
  }));
  const done = rewrite(
    {
      command: intent.command,
      args: intent.args,
      results,
      ledger: sumOf(drafts.map(({ one }) => one.plan)),
      // Two parts of one session are both smaller than it: what each saves adds up to nothing that anybody saves.
      ...(drafts.length > 1 ? {} : { tokensSaved: () => [...savings.values()][0]?.savedTokens ?? 0 }),
      inUse: flags.force ? "overrule" : "refuse",
      sources: "let-go",
    },
    world,
  );
  if (!done.ok) throw unproven(done.reasons, intent);
  return drafts.map((draft, at) => ({
    sessionId: draft.sessionId,
    source: sourceOf(draft.opened, intent),
    outcome: "written",
    isDryRun: false,
    path: done.results[at]?.path,
    plan: draft.one.plan,
    savings: savings.get(draft),
    cwd: draft.cwd,
    operation: done.op,
    setAside: done.record.setAside,
    untidy: done.untidy,
  }));
}

function untouched({ dryRun }: ReshapeFlags, source: Reshaped["source"], { plan, cwd }: Wanted): Reshaped {
  return { sessionId: source.sessionId, source, outcome: "idle", isDryRun: dryRun, plan, cwd };
}

/** Whose turns take long to be gathered is known by the title it was given. */
const largeBytes = 16 * 1024 * 1024;

function sourceOf({ place, source, sizeBytes }: OpenSource, intent: Intent): Reshaped["source"] {
  const { state } = source.session.log;
  const title = sizeBytes > largeBytes ? (state.customTitle ?? state.aiTitle) : source.session.description.title;
  return { command: typedCommand(intent), sessionId: place.sessionId, title };
}

function sumOf(plans: readonly Plan[]): ReturnType<typeof ledgerOf> {
  const sum = { kept: 0, changed: 0, dropped: 0, added: 0 };
  for (const plan of plans) {
    const { kept, changed, dropped, added } = ledgerOf(plan);
    sum.kept += kept;
    sum.changed += changed;
    sum.dropped += dropped;
    sum.added += added;
  }
  return sum;
}

const unproven = (reasons: readonly string[], { command }: Intent): WorldError =>
  new WorldError(
    "failed",
    `nothing was written, for the result would be worse than its source: ${reasons.join("; ")}`,
    {
      hint:
        command === "repair"
          ? "look at the source with `clew doctor`; `clew fork --at TURN` takes what is sound"
          : "look at the source with `clew doctor`, mend it with `clew repair`",
    },
  );
