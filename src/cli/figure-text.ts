// Figures and grades -> the short texts people read: 12,345 and $1.23, and why a figure is not exact.
import { type Grade, type GroupCost, type Grouping, type Reason, periodOf } from "../find/index.ts";
import { formatWhole, sanitizeLine } from "../view/index.ts";
import { type Cell, type Column, grid } from "./grid.ts";
import type { Io } from "./io.ts";
import { type Paint, type Role, painter } from "./paint.ts";

const gradeRoles: Readonly<Record<Grade, Role>> = { exact: "good", floor: "warning", unpriced: "error" };

export const gradeCell = (paint: Paint, grade: Grade): Cell => ({
  text: grade,
  paint: (text) => paint(gradeRoles[grade], text),
});

export const paintGrade = (paint: Paint, grade: Grade): string => paint(gradeRoles[grade], grade);

export function reasonLines(paint: Paint, reasons: readonly Reason[]): readonly string[] {
  return reasons.map(({ grade, explanation, names }) => {
    const which = names.length === 0 ? "" : `: ${names.slice(0, 5).map(sanitizeLine).join(", ")}`;
    const more = names.length > 5 ? `, and ${formatWhole(names.length - 5)} more` : "";
    return `${paintGrade(paint, grade)}: ${explanation}${which}${more}`;
  });
}

/** The cells that name a group, and the headings over them. */
export const nameColumns: Readonly<Record<GroupCost["name"]["by"], readonly Column[]>> = {
  total: [],
  day: [{ heading: "DAY", align: "left" }],
  week: [{ heading: "WEEK OF", align: "left" }],
  month: [{ heading: "MONTH", align: "left" }],
  project: [{ heading: "PROJECT", align: "left", flexible: true }],
  session: [
    { heading: "ID", align: "left" },
    { heading: "TITLE", align: "left", flexible: true, most: 60 },
  ],
  model: [{ heading: "MODEL", align: "left", flexible: true }],
  tool: [{ heading: "TOOL", align: "left", flexible: true }],
  agent: [
    { heading: "AGENT", align: "left" },
    { heading: "TASK", align: "left", flexible: true, most: 60 },
  ],
};

export function nameCells(name: GroupCost["name"]): readonly Cell[] {
  switch (name.by) {
    case "total":
      return [];
    case "day":
      return [{ text: name.day }];
    case "week":
      return [{ text: name.week }];
    case "month":
      return [{ text: name.month }];
    case "project":
      return [{ text: projectText(name), keep: "end" }];
    case "session": {
      const fork = name.forkOf === undefined ? "" : `fork of ${name.forkOf.slice(0, 8)}: `;
      const title = name.hasLog ? name.title : "(its log is gone)";
      return [
        { text: sanitizeLine(name.sessionId.slice(0, 8)) },
        { text: sanitizeLine(`${fork}${title || "(no title)"}`) },
      ];
    }
    case "model":
      return [{ text: sanitizeLine(name.model === "" ? "(no model)" : name.model) }];
    case "tool":
      return [{ text: sanitizeLine(name.tool === "" ? "(unknown)" : name.tool) }];
    case "agent":
      if (name.agentId === undefined) return [{ text: "-" }, { text: "(the sessions themselves)" }];
      return [{ text: sanitizeLine(name.agentId) }, { text: sanitizeLine(name.task ?? "") }];
  }
}

/** One slug can stand for several folders: the name must not look like that of all. */
function projectText(name: { readonly project: string; readonly folders: readonly string[] }): string {
  const others = name.folders.length - 1;
  return `${sanitizeLine(name.project)}${others > 0 ? ` +${formatWhole(others)}` : ""}`;
}

/** Of days, weeks and months the last ones, of everything else the first. */
export function limited<R extends Pick<GroupCost, "name">>(rows: readonly R[], limit: number): readonly R[] {
  const [first] = rows;
  const isTime = first !== undefined && periodOf(first.name) !== undefined;
  return isTime && rows.length > limit ? rows.slice(-limit) : rows.slice(0, limit);
}

/** Days, weeks and months in their order, everything else by how much it is. */
export function inOrder<R extends Pick<GroupCost, "name">>(
  rows: readonly R[],
  byAmount: (a: R, b: R) => number,
): readonly R[] {
  return rows.toSorted((a, b) => {
    const [one, other] = [periodOf(a.name), periodOf(b.name)];
    return one === undefined || other === undefined ? byAmount(a, b) : one < other ? -1 : 1;
  });
}

/** The cells that name the total below a table of groups. */
export const totalName = (by: Grouping): readonly Cell[] =>
  nameColumns[by].map((_, at) => ({ text: at === 0 ? "total" : "" }));

export type Table<R> = {
  readonly columns: readonly Column[];
  readonly rows: readonly R[];
  readonly cells: (row: R, paint: Paint) => readonly Cell[];
  /** How many rows there are without a limit. */
  readonly all: number;
  /** What all of them come to. */
  readonly total?: (paint: Paint) => readonly Cell[];
};

export const usualLimit = 30;

/** The table, and a line on stderr when there is more. */
export async function printTable<R>(io: Io, { columns, rows, cells, all, total }: Table<R>): Promise<void> {
  const paint = painter(io);
  const shown = rows.map((row) => cells(row, paint));
  const table = await grid(columns, total === undefined ? shown : [...shown, total(paint)], io.columns);
  io.out(table);
  if (all > rows.length) io.err(`${formatWhole(rows.length)} of ${formatWhole(all)} rows; --limit shows more\n`);
}
