// `clew index`: brings the index up to date, tells what it covers, makes it anew, or deletes it; the logs are only read.
import {
  type Catalog,
  CatalogFailure,
  type CatalogStatus,
  WorldError,
  discover,
  dropCatalog,
  openCatalog,
} from "../../store/index.ts";
import { formatBytes, plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { homesOf, sayUnreadable } from "../names.ts";
import { indexPlace } from "../open-index.ts";
import { settleFirst } from "../reshape/settle-first.ts";

export type Flags = DirFlag &
  JsonFlag & { readonly status: boolean; readonly rebuild: boolean; readonly drop: boolean };

export async function indexCommand(io: Io, flags: Flags): Promise<ExitCode> {
  if ([flags.status, flags.rebuild, flags.drop].filter(Boolean).length > 1)
    throw new WorldError("bad-argument", "--status, --rebuild and --drop exclude each other", { hint: "name one" });
  if (!flags.status) settleFirst(io);
  const others = flags.rebuild ? await filesBeside(io, homesOf(io, flags)) : 0;
  // Deleting it is the quickest way to make it anew, but takes more away than the person named.
  const isRebuilt = flags.rebuild && (others === 0 || flags.dir === undefined);
  if (flags.drop || isRebuilt) await drop(io);
  if (isRebuilt && others > 0)
    io.err(
      `clew: ${plural(others, "file")} of other homes left the index; \`${io.command} index --dir HOME\` adds a home\n`,
    );
  if (flags.drop) {
    io.out(flags.json ? jsonLine({ dropped: true }) : `The index is deleted; \`${io.command} index\` makes it anew.\n`);
    return 0;
  }
  const catalog = await openCatalog(indexPlace(io));
  if ("unavailable" in catalog) throw unusable(catalog.unavailable);
  try {
    if (flags.rebuild && !isRebuilt && !catalog.forget(homesOf(io, flags))) throw otherWriter();
    return await (flags.status ? tell(io, flags, catalog) : bringUpToDate(io, flags, catalog));
  } catch (error) {
    if (error instanceof CatalogFailure) throw unusable(error.message, error);
    throw error;
  } finally {
    catalog.close();
  }
}

/** How many files the index covers that stand in other homes. */
async function filesBeside(io: Io, homes: readonly string[]): Promise<number> {
  const catalog = await openCatalog(indexPlace(io));
  if ("unavailable" in catalog) return 0;
  try {
    return catalog.status({ homes, apart: [io.demoHome] }).otherFiles;
  } catch (error) {
    // What cannot be read is deleted anyway.
    if (error instanceof CatalogFailure) return 0;
    throw error;
  } finally {
    catalog.close();
  }
}

async function drop(io: Io): Promise<void> {
  const outcome = await dropCatalog(indexPlace(io));
  if (outcome !== "dropped") throw unusable(outcome.unavailable);
}

function unusable(why: string, cause?: unknown): WorldError {
  return new WorldError("failed", `there is no index: ${why}`, { hint: "everything else works without it", cause });
}

const otherWriter = (): WorldError =>
  new WorldError("failed", "another process is updating the index", { hint: "wait for it, or search meanwhile" });

function tell(io: Io, flags: Flags, catalog: Catalog): ExitCode {
  const homes = homesOf(io, flags);
  const status = catalog.status({ discovered: discover(homes), homes, apart: [io.demoHome] });
  io.out(flags.json ? jsonLine(status) : statusText(status));
  return 0;
}

async function bringUpToDate(io: Io, flags: Flags, catalog: Catalog): Promise<ExitCode> {
  const homes = homesOf(io, flags);
  const found = discover(homes);
  sayUnreadable(io, found.unreadable);
  const report = await catalog.update(found, {
    homes,
    onProgress: (done, total) => io.progress(`indexing ${formatBytes(done)} of ${formatBytes(total)}`),
  });
  if (!report.isWriter) throw otherWriter();
  if (report.problem !== undefined) io.err(`clew: ${sanitizeLine(report.problem)}\n`);
  for (const path of report.failed) io.err(`clew: cannot read ${sanitizeLine(path)}\n`);
  const status = catalog.status({ discovered: found, homes, apart: [io.demoHome] });
  io.out(
    flags.json
      ? jsonLine({ ...status, indexedBytes: report.indexedBytes, removed: report.removed })
      : statusText(status),
  );
  return 0;
}

function statusText(status: CatalogStatus): string {
  const { sessions, agents, toolResults, coveredBytes, parts, otherFiles, pendingFiles = 0, pendingBytes = 0 } = status;
  const pending = pendingFiles === 0 ? "nothing" : `${formatBytes(pendingBytes)} in ${plural(pendingFiles, "file")}`;
  const rows = [
    ["index", sanitizeLine(status.path)],
    ["size", formatBytes(status.sizeBytes)],
    ["schema", String(status.schema)],
    [
      "covers",
      `${formatBytes(coveredBytes)}: ${plural(sessions, "session")}, ${plural(agents, "agent")}, ${plural(toolResults, "tool output")}, ${plural(parts, "text")}`,
    ],
    ...(otherFiles > 0 ? [["beside", `${plural(otherFiles, "file")} of other homes`] as const] : []),
    ["pending", pending],
    ["deleted", `${plural(status.deleted, "log")} in the ledger`],
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(8)} ${value}\n`).join("");
}
