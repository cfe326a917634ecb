// `clew show`: a session to read: prompts, answers and folded tool calls.
import { WorldError } from "../../store/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { ownMakings } from "../own-marks.ts";
import { ownTitles } from "../own-titles.ts";
import { painter } from "../paint.ts";
import { rowJson } from "../row-json.ts";
import { rowText } from "../row-text.ts";
import { type Selected, selectRows } from "../select-rows.ts";
import { headerText } from "../show-header.ts";
import type { Row } from "../../view/index.ts";

export type Flags = DirFlag &
  JsonFlag & {
    readonly full: boolean;
    readonly turn?: string;
    readonly line?: number;
    readonly agent?: string;
    readonly branch?: number;
    readonly raw: boolean;
  };

export function show(io: Io, flags: Flags, name: string): ExitCode {
  if (flags.raw && io.isTerminal) {
    throw new WorldError("bad-argument", "--raw prints the log's bytes, which may steer a terminal", {
      hint: "send them to a file or a pipe",
    });
  }
  if (flags.line !== undefined && (flags.turn !== undefined || flags.branch !== undefined))
    throw new WorldError("bad-argument", "--line finds its turn itself", { hint: "leave out --turn and --branch" });
  selectRows(io, { ...flags, name, turn: flags.turn }, (selected) => print(io, flags, selected));
  return 0;
}

function print(io: Io, flags: Flags, selected: Selected): void {
  const paint = painter(io);
  if (flags.raw) return printRaw(io, selected);
  if (!flags.json && flags.turn === undefined && flags.line === undefined) {
    const { opened } = selected;
    const { id } = opened;
    const isAgent = opened.session.scope === "agent";
    const own = isAgent ? {} : { title: ownTitles(io).get(id), madeBy: ownMakings(io).get(id) };
    io.out(headerText(opened, { io, paint, own }));
  }
  for (const row of selected.rows) {
    if (flags.json) {
      io.out(rowJson(row));
      continue;
    }
    const isAsked = flags.line !== undefined && isAt(row, flags.line);
    if (isAsked) io.out(`${paint("warning", `▸ line ${flags.line}`)}\n`);
    io.out(rowText(row, { paint, detail: flags.full || isAsked ? "full" : "folded", columns: io.columns }));
  }
}

/** A call is also where its result stands. */
const isAt = (row: Row, line: number): boolean => row.line === line || (row.kind === "call" && row.resultLine === line);

const decoder = new TextDecoder();

function printRaw(io: Io, { nodes, opened }: Selected): void {
  for (const node of nodes) {
    const bytes = opened.file.lineAt(node.line)?.line.bytes;
    if (bytes !== undefined) io.out(`${decoder.decode(bytes)}\n`);
  }
}
