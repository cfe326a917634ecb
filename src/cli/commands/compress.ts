// `clew compress`: a session -> the same with its older turns told by a summary; --undo takes a compaction back.
import { olderTurns, planCompress, planUncompress } from "../../reshape/index.ts";
import { WorldError } from "../../store/index.ts";
import { formatBytes, formatWhole, sanitizeLine } from "../../view/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { type Bench, type ReshapeFlags, type Wanted, planned } from "../reshape/reshaping.ts";
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
  if (undo && flags.keepTurns !== undefined)
    throw new WorldError("bad-argument", "--undo takes back a compaction: it keeps no turns of its own", {
      hint: "say either --undo or --keep-turns",
    });
  return reshape(io, flags, name, {
    command: "compress",
    args: undo ? [name, "--undo"] : [name, "--keep-turns", String(keepTurns)],
    when: "worth-it",
    async plan(bench): Promise<readonly Wanted[]> {
      const { opened, supply } = bench;
      if (undo) {
        const intention = compaction === undefined ? {} : { compaction };
        return [{ plan: planned(planUncompress(opened.source, intention, supply)).plan, uuids: "kept" }];
      }
      const summary = flags.withModel ? await modelSummary(bench, flags) : undefined;
      const calls = flags.calls ? "metadata" : "dropped";
      const intention = { keepTurns, calls, ...(summary === undefined ? {} : { summary }) } as const;
      return [{ plan: planned(planCompress(opened.source, intention, supply)).plan, uuids: "kept" }];
    },
  });
}

/** What will be sent where is said first; without a yes nothing is sent. */
async function modelSummary({ io, opened }: Bench, flags: Flags): Promise<string | undefined> {
  const { ModelError, openApi, planSummary, publicBaseUrl, writeSummary } = await import("../../model/index.ts");
  const { apiKey, baseUrl = publicBaseUrl } = io.messagesApi;
  const { model = usualModel, keepTurns = usualTurns } = flags;
  const request = planSummary(olderTurns(opened.source, keepTurns), { baseUrl, model });
  if (request.requests === 0) return undefined;
  io.err(
    `clew: ${sanitizeLine(request.model)} at ${sanitizeLine(request.host)}${request.isEncrypted ? "" : " (not encrypted)"} would be sent the older turns: ` +
      `${formatBytes(request.sentBytes)}, about ${formatWhole(request.sentTokens)} tokens, in ${formatWhole(request.requests)} ${request.requests === 1 ? "request" : "requests"}\n`,
  );
  if (flags.dryRun) return undefined;
  if (apiKey === undefined)
    throw new WorldError("bad-argument", "--with-model needs ANTHROPIC_API_KEY", {
      hint: "set it, or leave --with-model out: the summary is then made here, of extracts",
    });
  if (!flags.yes && !(await io.ask("Send it?")))
    throw new WorldError("bad-argument", "nothing was sent", { hint: "say --yes to send without being asked" });
  try {
    return await writeSummary(request, openApi({ apiKey, baseUrl }));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new WorldError("failed", error.message, { hint: error.hint, cause: error });
  }
}
