// An action and its options -> what its command says it would do, or did; the same command, first as a dry run.
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { type TrimPreset, trimPresets } from "../../reshape/index.ts";
import { type Args, needed, oneOf, wholeNumber } from "../../serve/index.ts";
import { WorldError, worldError } from "../../store/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { type Asked, listOf } from "./asked.ts";
import { inUseNow, withoutFlags } from "./in-use-words.ts";
import { recoveryFolder } from "./recovery-folder.ts";

type Mode = "preview" | "act";
type Command = (io: Io) => ExitCode | Promise<ExitCode>;

export async function previewAnswer(question: Asked): Promise<string> {
  const state = stateOf(question);
  const lines = await run(question, "preview");
  const inUse = isUnhindered(question) ? undefined : inUseNow(question.session(), question.settings);
  return listOf("preview", lines, { state, inUse: inUse ?? null });
}

export async function actAnswer(question: Asked): Promise<string> {
  if (question.args["state"] !== stateOf(question))
    throw new WorldError("changed", "the log changed since it was looked at", { hint: "look at a new preview first" });
  return listOf("results", await run(question, "act"));
}

/** Which state of the log it is; where that does not matter there is but one. */
function stateOf(question: Asked): string {
  if (isUnhindered(question)) return "none";
  const path = question.session();
  try {
    const { size, mtimeMs, ino } = statSync(path);
    return `${size}:${mtimeMs}:${ino}`;
  } catch (error) {
    throw worldError(error, path);
  }
}

/** None of these changes the log or makes another session of it: what is there at that moment is enough, also while it grows. */
const isUnhindered = ({ args }: Asked): boolean => ["keep", "recover", "title"].includes(args["op"] ?? "");

async function run(question: Asked, mode: Mode): Promise<readonly string[]> {
  try {
    return await question.lines(await commandFor(question, mode));
  } catch (error) {
    throw withoutFlags(error);
  }
}

async function commandFor(question: Asked, mode: Mode): Promise<Command> {
  const { args } = question;
  const path = args["op"] === "recover" ? "" : question.session();
  const flags = { json: true, dryRun: mode === "preview", force: false } as const;
  switch (args["op"] ?? "") {
    case "clone": {
      const { clone } = await import("../commands/clone.ts");
      return (io) => clone(io, { ...flags, keepUuids: false }, path);
    }
    case "fork": {
      const { fork } = await import("../commands/fork.ts");
      return (io) => fork(io, { ...flags, keepUuids: false, at: needed(args, "at") }, path);
    }
    case "repair": {
      const { repair } = await import("../commands/repair.ts");
      return (io) => repair(io, flags, path);
    }
    case "trim": {
      const { trim } = await import("../commands/trim.ts");
      return (io) => trim(io, { ...flags, ...untouched, preset: presetOf(args) }, path);
    }
    case "compress": {
      const { compress } = await import("../commands/compress.ts");
      const keep = wholeNumber(args, "turns", { usual: 3, most: 100_000, least: 1 });
      return (io) => compress(io, { ...flags, ...plainly, keepTurns: keep }, path);
    }
    case "move": {
      const { move } = await import("../commands/move.ts");
      return (io) => move(io, { ...flags, to: folderOf(args) }, path);
    }
    case "delete": {
      const { deleteSessions } = await import("../commands/delete.ts");
      return (io) => deleteSessions(io, flags, path);
    }
    case "keep": {
      const { keep } = await import("../commands/keep.ts");
      return mode === "preview"
        ? told({ session: path })
        : (io) => keep(io, { json: true, all: false, dryRun: false }, path);
    }
    case "title": {
      const { title } = await import("../commands/title.ts");
      const text = args["title"]?.trim() ?? "";
      const flags = { json: true, native: false, remove: text === "", dryRun: mode === "preview" };
      return (io) => title(io, flags, path, ...(text === "" ? [] : [text]));
    }
    case "recover":
      return await recovery(question, mode);
  }
  throw new WorldError("not-found", "there is no such action", { hint: "see docs/api.md" });
}

const told =
  (what: object): Command =>
  (io) => {
    io.out(`${JSON.stringify(what)}\n`);
    return 0;
  };

/** No model is asked. */
const plainly = { calls: false, withModel: false, yes: false, undo: false } as const;

const untouched = {
  thinking: false,
  images: false,
  pastedImages: false,
  attachments: false,
  progress: false,
  requestBlobs: false,
  copies: false,
} as const;

const presetOf = (args: Args): TrimPreset => oneOf(args, "preset", trimPresets) ?? "standard";

/** Where the daemon stands is nobody's business: a folder is named in full. */
function folderOf(args: Args): string {
  const to = needed(args, "to");
  if (isAbsolute(to) && !to.includes("\0")) return to;
  throw new WorldError("bad-argument", "a session is moved to a folder that is named in full", {
    hint: "write it from the root on",
  });
}

/** Only below the person's own folder, and only into a folder that is not there yet. */
async function recovery({ args, settings }: Asked, mode: Mode): Promise<Command> {
  const { reasonAgainst, recover } = await import("../commands/recover.ts");
  const path = needed(args, "path");
  const out = recoveryFolder(needed(args, "into"), settings);
  const version = wholeNumber(args, "version", { usual: 0, most: Number.MAX_SAFE_INTEGER });
  const at = version === 0 ? {} : { at: `v${version}` };
  const flags = { json: true, all: false, deleted: false, partial: true, toOriginal: false, out, ...at } as const;
  if (mode === "act") return (io) => recover(io, flags, path);
  return async (io) => {
    const reason = await reasonAgainst(io, flags, path);
    if (reason !== undefined) throw new WorldError("not-found", reason, { hint: "choose another version or file" });
    return await told({ path, version: version === 0 ? null : version, into: out })(io);
  };
}
