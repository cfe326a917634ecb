// `clew compress`: a session -> the same with its older turns told by a summary; --undo takes a compaction back.
import type { SummaryRequest } from "../../model/index.ts";
import { olderTurns, planCompress, planUncompress } from "../../reshape/index.ts";
import { type OpenSource, WorldError } from "../../store/index.ts";
import { formatBytes, formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import { clewLine } from "../clew-line.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import { scaleOf } from "../reshape/scale.ts";
import type { Bench, ReshapeFlags, Wanted } from "../reshape/reshaping.ts";
import { reshape } from "../reshape/reshape.ts";

export type Flags = ReshapeFlags & {
  readonly keepTurns?: number;
  readonly calls: boolean;
  readonly withModel: boolean;
  readonly model?: string;
  readonly yes: boolean;
  readonly undo: boolean;
  readonly compaction?: number;
};

const usualTurns = 3;
/** Summaries need no more. */
const usualModel = "claude-haiku-4-5";

export function compress(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  const { keepTurns = usualTurns, undo, compaction } = flags;
  refuseContradiction(flags);
  return reshape(io, flags, {
    name,
    command: "compress",
    args: argsOf([name], flags),
    when: "worth-it",
    ...(undo ? {} : { advice: ({ opened }: Bench) => ({ none: adviceFor(io, opened, keepTurns) }) }),
    async plan(bench): Promise<readonly Wanted[]> {
      const { opened, supply } = bench;
      if (undo) {
        if (!flags.json) sayFull(bench, compaction);
        const intention = { ...(compaction === undefined ? {} : { compaction }), ...scaleOf(opened) };
        return [{ plan: planned(planUncompress(opened.source, intention, supply)).plan, uuids: "kept" }];
      }
      const summary = flags.withModel ? await modelSummary(bench, flags) : undefined;
      const calls = flags.calls ? "metadata" : "dropped";
      const intention = {
        keepTurns,
        calls,
        ...(summary === undefined ? {} : { summary }),
        ...scaleOf(opened),
      } as const;
      return [{ plan: planned(planCompress(opened.source, intention, supply)).plan, uuids: "kept" }];
    },
  });
}

/** The client compacts by itself when the window is full, and so it would be again. */
function sayFull({ io, opened: { source } }: Bench, compaction: number | undefined): void {
  const crossed = source.session.compactions.filter(({ onPath }) => onPath);
  if (crossed.at(compaction === undefined ? -1 : compaction - 1)?.trigger !== "auto") return;
  io.err(
    `clew: the client had compacted by itself, for the window was full, and may do so again: ` +
      `make room in the result first, with \`${io.command} trim SESSION\`\n`,
  );
}

function adviceFor(io: Io, { source, place }: OpenSource, keepTurns: number): string {
  const { turns } = source.session;
  const count = turns.filter(({ prompt }) => prompt !== undefined).length;
  if (count <= 1)
    return `the session has one turn, and nothing is older than it; \`${clewLine(io, ["trim", place.sessionId, "--keep-turns", "0"], "SESSION")}\` makes that turn smaller`;
  if (count <= keepTurns)
    return `the session has ${plural(count, "turn")}, and all of them stay; --keep-turns 1 reaches further`;
  return `what is older than the last ${keepTurns === 1 ? "turn" : plural(keepTurns, "turn")} is short, or told by a summary already${keepTurns === 1 ? "" : "; --keep-turns 1 reaches further"}`;
}

/** A flag that would be passed over is a misunderstanding. */
function refuseContradiction({ undo, keepTurns, calls, withModel, compaction, model, yes }: Flags): void {
  const refuse = (message: string, hint: string): never => {
    throw new WorldError("bad-argument", message, { hint });
  };
  if (undo && (keepTurns !== undefined || calls || withModel))
    refuse("--undo takes back a compaction: it makes no summary of its own", "say --undo without the others");
  if (!undo && compaction !== undefined) refuse("--compaction says which one --undo takes back", "say --undo too");
  if (!withModel && (model !== undefined || yes))
    refuse("--model and --yes go with --with-model", "say --with-model too");
}

/** What will be sent where is said first; without a yes nothing is sent. */
async function modelSummary({ io, opened }: Bench, flags: Flags): Promise<string | undefined> {
  const { ModelError, openApi, planSummary, publicBaseUrl, writeSummary } = await import("../../model/index.ts");
  const { apiKey, baseUrl = publicBaseUrl } = io.messagesApi;
  const { model = usualModel, keepTurns = usualTurns } = flags;
  try {
    const request = planSummary(olderTurns(opened.source, keepTurns), { baseUrl, model });
    if (request.requests === 0) return undefined;
    io.err(`clew: ${sendingText(request)}\n`);
    if (flags.dryRun) {
      io.err("clew: a dry run sends nothing, and reckons with a summary of extracts instead\n");
      return undefined;
    }
    if (apiKey === undefined || apiKey === "")
      throw new WorldError("bad-argument", "--with-model needs ANTHROPIC_API_KEY", {
        hint: "set it, or leave --with-model out: the summary is then made here, of extracts",
      });
    if (!flags.yes && !(await io.ask("Send it?")))
      throw new WorldError("bad-argument", "nothing was sent, and nothing was written", {
        hint: "say --yes to send without being asked",
      });
    return await writeSummary(request, openApi({ apiKey, baseUrl }));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new WorldError("failed", error.message, { hint: error.hint, cause: error });
  }
}

function sendingText({ model, host, isEncrypted, sentBytes, sentTokens, requests }: SummaryRequest): string {
  const where = `${sanitizeLine(model)} at ${sanitizeLine(host)}${isEncrypted ? "" : " (not encrypted)"}`;
  return `${where} would be sent the older turns: ${formatBytes(sentBytes)}, about ${formatWhole(sentTokens)} tokens, in ${plural(requests, "request")}`;
}
