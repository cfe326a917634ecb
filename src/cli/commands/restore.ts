// `clew restore`: a kept session -> the session at its old place again; without a name, what is kept.
import { sessionWords } from "../../find/index.ts";
import { type KeptSession, WorldError, filesToRestore, keptSessions, restoreSession } from "../../store/index.ts";
import { formatBytes, plural, sanitizeLine } from "../../view/index.ts";
import { foreignHomeOf } from "../client-home.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { type TitledCopy, keptJson, keptTable, titledCopies } from "../kept-list.ts";
import { resumeText, resumeLine } from "../resume-line.ts";
import { ownRecords } from "../reshape/own-records.ts";
import { rememberedId } from "../reshape/session-id.ts";
import { settleFirst } from "../reshape/settle-first.ts";
import { sayUntidy } from "../reshape/telling.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = JsonFlag & { readonly dryRun: boolean };

export async function restore(io: Io, { json, dryRun }: Flags, name?: string): Promise<ExitCode> {
  if (name !== undefined && !dryRun) settleFirst(io);
  const kept = ownRecords(io, keptSessions);
  if (name === undefined) return list(io, { json }, kept);
  const one = keptNamed(io, name, kept);
  const { sessionId } = one;
  if (dryRun) return wouldRestore(io, { json }, one);
  const done = restoreSession({ sessionId, args: [name] }, worldOf(io));
  sayUntidy(io, done);
  const { results, op } = done.record;
  const path = results[0]?.path;
  const resume = resumeLine(
    io,
    path === undefined
      ? { sessionId, folder: undefined }
      : { sessionId, folder: sessionWords(undefined)(path).cwd, home: foreignHomeOf(io, path) },
  );
  io.out(
    json
      ? jsonLine({ sessionId, path, operation: op, resume: resume.line })
      : `${sanitizeLine(sessionId)}  ${sanitizeLine(path ?? "")}\n${resumeText(resume)}`,
  );
  return 0;
}

async function list(io: Io, { json }: JsonFlag, kept: readonly KeptSession[]): Promise<ExitCode> {
  const copies = titledCopies(io, kept);
  if (json) for (const one of copies) io.out(jsonLine(keptJson(one)));
  else if (copies.length > 0) io.out(await keptTable(io, copies));
  if (kept.length === 0) io.err("clew: nothing is kept yet (keep a session with `clew keep SESSION`)\n");
  return kept.length === 0 ? 1 : 0;
}

/** By the beginning of its id, or by its title: clew's own, else as the list tells it. */
function keptNamed(io: Io, name: string, kept: readonly KeptSession[]): TitledCopy {
  const ids = kept.map(({ sessionId }) => sessionId);
  const known = rememberedId(io, name, ids);
  const isMeant = ({ sessionId, title }: TitledCopy): boolean =>
    known === undefined ? title === name.trim() : sessionId === known;
  const [one, ...others] = titledCopies(
    io,
    kept.filter(({ sessionId }) => known === undefined || sessionId === known),
  ).filter(isMeant);
  if (one === undefined)
    throw new WorldError("unknown-session", `no kept session begins with ${JSON.stringify(name)}, or has that title`, {
      hint: "list them with `clew restore`; what `clew delete` took away, `clew undo SESSION` brings back",
    });
  if (others.length > 0)
    throw new WorldError("ambiguous", `${others.length + 1} kept sessions have the title ${JSON.stringify(name)}`, {
      hint: `name one by its id: ${[one, ...others.slice(0, 3)].map(({ sessionId }) => sessionId).join(", ")}`,
    });
  return one;
}

/** So many files are told one by one. */
const mostTold = 5;

function wouldRestore(io: Io, { json }: JsonFlag, one: TitledCopy): ExitCode {
  const files = filesToRestore(one.sessionId, worldOf(io));
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const rest = files.length - mostTold;
  if (json) io.out(jsonLine({ ...keptJson(one), paths: files.map(({ path }) => path), dryRun: true }));
  else
    io.out(
      [
        `would put back ${plural(files.length, "file")} of ${sanitizeLine(one.sessionId)} (${formatBytes(bytes)}):\n`,
        ...files.slice(0, mostTold).map(({ path }) => `  ${sanitizeLine(path)}\n`),
        ...(rest > 0 ? [`  and ${plural(rest, "more file")} of it\n`] : []),
      ].join(""),
    );
  return 0;
}
