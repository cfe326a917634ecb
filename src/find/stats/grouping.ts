// A grouping -> for every counted row the group it belongs to, and what each group is called.
import type { Days } from "../day.ts";
import type { Account, Accounts } from "./accounts.ts";
import type { Counted } from "./counted.ts";

export const groupings = ["day", "week", "month", "project", "session", "model", "tool", "agent"] as const;
export type Grouping = (typeof groupings)[number];

/** What a group is, in the fields that its grouping has. */
export type GroupName =
  | { readonly by: "total" }
  | { readonly by: "day"; readonly day: string }
  /** By the Monday that it begins with. */
  | { readonly by: "week"; readonly week: string }
  | { readonly by: "month"; readonly month: string }
  | { readonly by: "project"; readonly project: string; readonly slug: string }
  | {
      readonly by: "session";
      readonly sessionId: string;
      readonly title: string;
      readonly project: string;
      readonly forkOf: string | undefined;
      readonly hasLog: boolean;
      readonly isDeleted: boolean;
    }
  | { readonly by: "model"; readonly model: string }
  | { readonly by: "tool"; readonly tool: string }
  | {
      readonly by: "agent";
      /** undefined: the sessions themselves, all together. */
      readonly agentId: string | undefined;
      readonly sessionId: string | undefined;
      readonly task: string | undefined;
    };

export type Grouped = {
  readonly names: readonly GroupName[];
  /** Group of something in this log at this time; -1 where the grouping is about something else. */
  readonly ofPlace: (log: number, timeMs: number) => number;
  readonly ofModel: (model: number) => number;
  readonly ofTool: (tool: number) => number;
};

const nowhere = (): number => -1;

/** Days, weeks and months in their order have a name that tells it; other groups have none. */
export function periodOf(name: GroupName): string | undefined {
  if (name.by === "day") return name.day;
  if (name.by === "week") return name.week;
  return name.by === "month" ? name.month : undefined;
}

/** Whether it tells of what logs hold, not of logs: of periods, models and tools. */
export const isOfContent = (by: Grouping | undefined): boolean =>
  by !== undefined && ["day", "week", "month", "model", "tool"].includes(by);

function mondayOf(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7));
  return noon.toISOString().slice(0, 10);
}

export function grouped(by: Grouping | undefined, all: Accounts & { readonly counted: Counted }, days: Days): Grouped {
  const { accounts, logs, counted } = all;
  const names: GroupName[] = [];
  const keyed = new Map<string, number>();
  const groupOf = (key: string, name: () => GroupName): number => {
    const known = keyed.get(key);
    if (known !== undefined) return known;
    keyed.set(key, names.length);
    return names.push(name()) - 1;
  };
  const places = { names, ofModel: nowhere, ofTool: nowhere };
  switch (by) {
    case undefined:
      names.push({ by: "total" });
      return { ...places, ofPlace: () => 0 };
    case "day":
      return { ...places, ofPlace: (_log, timeMs) => dayGroup(days.dayOf(timeMs)) };
    case "week":
      return { ...places, ofPlace: (_log, timeMs) => weekGroup(mondayOf(days.dayOf(timeMs))) };
    case "month":
      return { ...places, ofPlace: (_log, timeMs) => monthGroup(days.dayOf(timeMs).slice(0, 7)) };
    case "project": {
      const groups = accounts.map(projectGroup);
      return { ...places, ofPlace: (log) => groups[logs[log]?.account ?? -1] ?? -1 };
    }
    case "session": {
      const groups = accounts.map((account) => names.push(sessionName(account)) - 1);
      return { ...places, ofPlace: (log) => groups[logs[log]?.account ?? -1] ?? -1 };
    }
    case "agent": {
      const groups = logs.map((_, log) => agentGroup(log));
      return { ...places, ofPlace: (log) => groups[log] ?? -1 };
    }
    case "model": {
      const groups = counted.models.map((model) => groupOf(model, () => ({ by: "model", model })));
      return { ...places, ofPlace: nowhere, ofModel: (model) => groups[model] ?? -1 };
    }
    case "tool": {
      const groups = counted.tools.map((tool) => groupOf(tool, () => ({ by: "tool", tool })));
      return {
        ...places,
        ofPlace: nowhere,
        ofTool: (tool) => groups[tool] ?? groupOf("", () => ({ by: "tool", tool: "" })),
      };
    }
  }

  function dayGroup(day: string): number {
    return groupOf(day, () => ({ by: "day", day }));
  }

  function weekGroup(week: string): number {
    return groupOf(week, () => ({ by: "week", week }));
  }

  function monthGroup(month: string): number {
    return groupOf(month, () => ({ by: "month", month }));
  }

  function projectGroup({ slug, cwd }: Account): number {
    return groupOf(slug, () => ({ by: "project", project: cwd ?? slug, slug }));
  }

  function agentGroup(log: number): number {
    const { kind, agentId, account = -1, path = "", digest } = logs[log] ?? {};
    if (kind !== "agent")
      return groupOf("", () => ({ by: "agent", agentId: undefined, sessionId: undefined, task: undefined }));
    return groupOf(path, () => ({ by: "agent", agentId, sessionId: accounts[account]?.id, task: digest?.task }));
  }
}

function sessionName({ id, title, cwd, slug, forkOf, hasLog, isDeleted }: Account): GroupName {
  return { by: "session", sessionId: id, title, project: cwd ?? slug, forkOf, hasLog, isDeleted };
}
