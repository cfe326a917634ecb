// Questions over all logs -> the JSON of `clew stats` and `clew cost`, of the last days and by what they are grouped, and of one session.
import { costBy, daysIn, listPrices } from "../../find/index.ts";
import { oneOf, optionalNumber } from "../../serve/index.ts";
import { WorldError } from "../../store/index.ts";
import { countSession } from "../count-logs.ts";
import { jsonLine } from "../json-line.ts";
import { type Asked, listOf } from "./asked.ts";
import { catchingIo } from "./lane-io.ts";
import { only } from "./tab-answers.ts";

const groupings = ["day", "project", "session", "model", "tool", "agent"] as const;

export async function statsAnswer(question: Asked): Promise<string> {
  const { stats } = await import("../commands/stats.ts");
  const by = oneOf(question.args, "by", groupings);
  const flags = { ...countingOf(question), explain: false, ...(by !== undefined && { by }) };
  const lines = await question.lines((io) => stats(io, flags));
  return by === undefined ? only(lines) : listOf("groups", lines, { by });
}

export async function costAnswer(question: Asked): Promise<string> {
  const { cost } = await import("../commands/cost.ts");
  const by = oneOf(question.args, "by", ["day", "project", "session", "model", "agent"] as const);
  const flags = { ...countingOf(question), explain: false, ...(by !== undefined && { by }) };
  const lines = await question.lines((io) => cost(io, flags));
  return by === undefined ? only(lines) : listOf("groups", lines, { by });
}

/** As a row of `clew cost --by session` tells it. */
export async function sessionCostAnswer({ settings, nowMs, session }: Asked): Promise<string> {
  const { io } = catchingIo(settings, nowMs);
  const path = session();
  const { census, isAlone } = await countSession(io, path);
  const question = { scope: { session: path }, days: daysIn(settings.timeZone), prices: listPrices };
  // A log without a line has no row, and cost nothing.
  const [row] = [...costBy(census, { ...question, by: "session" }), ...costBy(census, question)];
  const { name: _session, ...figures } = row ?? {};
  return jsonLine({ ...figures, isAlone, prices: { date: listPrices.date } });
}

const dayMs = 24 * 60 * 60 * 1000;
/** A hundred years. */
const mostDays = 36_500;

function countingOf({ args, nowMs, settings }: Asked) {
  const days = optionalNumber(args, "days", 1);
  if (days !== undefined && days > mostDays)
    throw new WorldError("bad-argument", `days is ${days}`, {
      hint: `it should be a whole number from 1 to ${mostDays}`,
    });
  const tz = args["tz"] === "" ? undefined : args["tz"];
  const zone = daysIn(tz ?? settings.timeZone);
  const since = days === undefined ? undefined : zone.dayOf(nowMs - (days - 1) * dayMs);
  const limit = optionalNumber(args, "limit");
  return {
    json: true,
    deleted: args["deleted"] === "1",
    noIndex: false,
    ...(since !== undefined && { since }),
    ...(tz !== undefined && { tz }),
    ...(limit !== undefined && { limit }),
  } as const;
}
