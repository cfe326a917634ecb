// Questions about one session that a command answers too -> that command's JSON: context, findings with a repair preview, request.
import { isObject, parsedObject } from "../../format/index.ts";
import { optionalNumber, wholeNumber } from "../../serve/index.ts";
import { WorldError } from "../../store/index.ts";
import type { Asked } from "./asked.ts";

export async function contextAnswer({ args, lines, session }: Asked): Promise<string> {
  const { context } = await import("../commands/context.ts");
  const window = optionalNumber(args, "window");
  const limit = wholeNumber(args, "limit", { usual: 30, most: 500, least: 1 });
  const flags = { json: true, limit, ...(window !== undefined && { window }), ...asOf(args) };
  return only(await lines((io) => context(io, flags, session())));
}

export async function findingsAnswer(question: Asked): Promise<string> {
  const { lines, session } = question;
  const { doctor } = await import("../commands/doctor.ts");
  const report = only(await lines((io) => doctor(io, { json: true, verbose: true }, session())));
  return `${report.slice(0, -1)},"repair":${await repairPreview(question)}}`;
}

/** Why it cannot be repaired is an answer too. */
async function repairPreview({ lines, session }: Asked): Promise<string> {
  const { repair } = await import("../commands/repair.ts");
  try {
    return only(await lines((io) => repair(io, { json: true, dryRun: true, force: true }, session())));
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    return JSON.stringify({ reason: error.message });
  }
}

const longest = 20_000;

export async function requestAnswer({ args, lines, session }: Asked): Promise<string> {
  const from = wholeNumber(args, "from", { usual: 0, most: 1_000_000 });
  const count = wholeNumber(args, "count", { usual: 100, most: 500 });
  const { request } = await import("../commands/request.ts");
  const flags = { json: true, check: true, reminders: args["reminders"] === "1", ...asOf(args) };
  const told = parsedObject(only(await lines((io) => request(io, flags, session())))) ?? {};
  const messages = Array.isArray(told["messages"]) ? told["messages"] : [];
  let isCut = false;
  const page = JSON.stringify(messages.slice(from, from + count), (_key, value: unknown) => {
    if (typeof value !== "string" || value.length <= longest) return value;
    isCut = true;
    return value.slice(0, longest);
  });
  const { messages: _all, ...rest } = told;
  return `${JSON.stringify({ ...rest, from, total: messages.length, isCut }).slice(0, -1)},"messages":${page}}`;
}

const asOf = ({ as }: Asked["args"]): { readonly as?: string } => (as === undefined || as === "" ? {} : { as });

/** A command that tells of one thing prints one line. */
export function only([line]: readonly string[]): string {
  if (line !== undefined && isObject(parsedObject(line))) return line;
  throw new WorldError("failed", "nothing was told", { hint: "the log may be empty" });
}
