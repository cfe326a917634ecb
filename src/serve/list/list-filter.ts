// Parameters of a request -> a filter for rows of the session list; `/sessions` and `/search` share it.
import { statusNames } from "../../live/index.ts";
import { sessionStates, sessionTags } from "../../view/index.ts";
import type { Question } from "../lane/question.ts";
import { type Args, oneOf, someOf } from "../session/arguments.ts";
import type { ListedRow } from "./listed-row.ts";

/** The status of each session by the name of its file, as the daemon knows it. */
export type Live = NonNullable<Question["live"]>;

export type FilterContext = {
  readonly live: Live;
  readonly nowMs: number;
  /** Parses a time as a person writes it. */
  readonly moment: (words: string, name: "since" | "before", nowMs: number) => number;
};

const filterNames = ["q", "project", "branch", "model", "state", "tag", "status", "since", "before"];

export const isFiltered = (args: Args): boolean => filterNames.some((name) => (args[name] ?? "") !== "");

export function filterOf(args: Args, { live, nowMs, moment }: FilterContext): (listed: ListedRow) => boolean {
  const words = (args["q"] ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const state = oneOf(args, "state", sessionStates);
  const tag = oneOf(args, "tag", sessionTags);
  const statuses = someOf(args, "status", statusNames);
  const afterMs = boundOf("since") ?? -Infinity;
  const beforeMs = boundOf("before") ?? Infinity;
  const holds = (text: string | undefined, name: string): boolean =>
    (text ?? "").toLowerCase().includes((args[name] ?? "").toLowerCase());
  return (listed) => {
    const { row, isBrief } = listed;
    const text = [row.title, row.project, row.cwd, row.gitBranch, row.model, row.sessionId].join("\n").toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      holds(row.cwd, "project") &&
      holds(row.gitBranch, "branch") &&
      holds(row.model, "model") &&
      (state === undefined || (!isBrief && row.state === state)) &&
      (tag === undefined || row.tags.includes(tag)) &&
      (statuses === undefined || statuses.some((status) => status === statusIn(live, row.sessionId))) &&
      timeOf(listed) >= afterMs &&
      timeOf(listed) < beforeMs
    );
  };

  function boundOf(name: "since" | "before"): number | undefined {
    const text = args[name];
    return text === undefined || text === "" ? undefined : moment(text, name, nowMs);
  }
}

function statusIn(live: Live, sessionId: string): unknown {
  const part = live[sessionId.toLowerCase()];
  return typeof part === "object" && part !== null && "status" in part ? part.status : undefined;
}

export const timeOf = ({ row }: ListedRow): number => row.endMs ?? row.modifiedMs;
