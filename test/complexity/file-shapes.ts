// Growing logs of file tools: edits, writes, reads, patches and shell commands of one file or of many.
import { call, type Craft } from "../craft.ts";
import { watchedFile } from "./commands.ts";
import { type Shape, repeated, times } from "./shape.ts";

const linesOf = (count: number): string => repeated((at) => `line ${at}`, count, "\n");
const numbered = (count: number): string => repeated((at) => `${at + 1}\tline ${at}`, count, "\n");

function write(hand: Craft, id: string, content: string): void {
  hand.reply([call(id, "Write", { file_path: watchedFile, content })]);
  hand.result(id, { content: `File created successfully at: ${watchedFile}` });
}

function edit(hand: Craft, id: string, [from, to]: readonly [string, string]): void {
  hand.reply([call(id, "Edit", { file_path: watchedFile, old_string: from, new_string: to })]);
  hand.result(id, { content: `The file ${watchedFile} has been updated.` });
}

function read(hand: Craft, id: string, content: string): void {
  hand.reply([call(id, "Read", { file_path: watchedFile })]);
  hand.result(id, { content });
}

export const fileShapes: readonly Shape[] = [
  {
    name: "edits of one small file",
    write: (hand, size) => {
      write(hand, "w", "value 0\nend\n");
      times(size / 2, (at) => edit(hand, `c${at}`, [`value ${at}`, `value ${at + 1}`]));
    },
  },
  {
    name: "edits of one file that each add a line",
    write: (hand, size) => {
      write(hand, "w", "end\n");
      times(size / 20, (at) => edit(hand, `c${at}`, ["end", `line ${at}\nend`]));
    },
  },
  {
    name: "edits that find nothing",
    write: (hand, size) => {
      write(hand, "w", "start\n");
      times(size / 2, (at) => edit(hand, `c${at}`, [`absent ${at}`, `value ${at}`]));
    },
  },
  {
    name: "lines of one written file",
    write: (hand, size) => {
      write(hand, "w", linesOf(size));
      edit(hand, "c", ["line 1\n", "changed\n"]);
    },
  },
  {
    name: "lines of a file written twice",
    write: (hand, size) => {
      write(hand, "w", linesOf(size));
      write(
        hand,
        "v",
        repeated((at) => `line ${at % 3 === 0 ? "x" : at}`, size, "\n"),
      );
    },
  },
  {
    name: "equal lines of a file written twice",
    write: (hand, size) => {
      write(hand, "w", "same\n".repeat(size));
      write(hand, "v", "same\nother\n".repeat(size / 2));
    },
  },
  {
    name: "writes of one file",
    write: (hand, size) => times(size / 2, (at) => write(hand, `c${at}`, `value ${at}\n`)),
  },
  {
    name: "lines of one read file",
    write: (hand, size) => {
      read(hand, "r", numbered(size));
      edit(hand, "c", ["line 1\n", "changed\n"]);
    },
  },
  {
    name: "reads of one file",
    write: (hand, size) => times(size / 2, (at) => read(hand, `c${at}`, `1\tvalue ${at}\n2\tend`)),
  },
  {
    name: "reads of one line each",
    write: (hand, size) => times(size / 2, (at) => read(hand, `c${at}`, `${2 * at + 1}\tvalue ${at}`)),
  },
  {
    name: "line ends behind a read file",
    write: (hand, size) => read(hand, "r", `1\ta${"\n".repeat(size)}2\tb`),
  },
  {
    name: "line ends and reminders behind a read file",
    write: (hand, size) =>
      read(hand, "r", `1\ta${"\n".repeat(size)}<system-reminder>${"<system-reminder>".repeat(size / 10)}`),
  },
  {
    name: "numbers that go back in a read file",
    write: (hand, size) =>
      read(
        hand,
        "r",
        repeated((at) => `${size - at}\tline`, size, "\n"),
      ),
  },
  {
    name: "edits in one call",
    write: (hand, size) => {
      write(hand, "w", "value 0\n");
      const edits = Array.from({ length: size / 10 }, (_, at) => ({
        old_string: `value ${at}`,
        new_string: `value ${at + 1}`,
      }));
      hand.reply([call("c", "MultiEdit", { file_path: watchedFile, edits })]);
      hand.result("c", { content: `Applied ${edits.length} edits to ${watchedFile}` });
    },
  },
  {
    name: "places of one edit",
    write: (hand, size) => {
      write(hand, "w", "a b\n".repeat(size));
      hand.reply([call("c", "Edit", { file_path: watchedFile, old_string: "a", new_string: "c", replace_all: true })]);
      hand.result("c", { content: `The file ${watchedFile} has been updated.` });
    },
  },
  {
    name: "hunks of one patch",
    write: (hand, size) => {
      write(hand, "w", linesOf(size * 2));
      hand.reply([
        call("c", "Edit", { file_path: watchedFile, old_string: "line", new_string: "row", replace_all: true }),
      ]);
      const structuredPatch = Array.from({ length: size / 4 }, (_, at) => ({
        oldStart: 8 * at + 1,
        oldLines: 1,
        newStart: 8 * at + 1,
        newLines: 1,
        lines: [`-line ${8 * at}`, `+row ${8 * at}`],
      }));
      hand.result("c", { toolUseResult: { filePath: watchedFile, structuredPatch, userModified: true } });
    },
  },
  {
    name: "cells of one notebook",
    write: (hand, size) =>
      times(size / 2, (at) => {
        const input = { notebook_path: "/home/ada/loom/a.ipynb", cell_id: `x${at}`, new_source: `s${at}` };
        hand.reply([call(`c${at}`, "NotebookEdit", input)]);
        hand.result(`c${at}`);
      }),
  },
  {
    name: "shell commands that move one file",
    write: (hand, size) => {
      write(hand, "w", "text\n");
      times(size / 2, (at) => {
        const from = at === 0 ? watchedFile : `/home/ada/loom/m${at - 1}`;
        hand.reply([call(`c${at}`, "Bash", { command: `mv ${from} /home/ada/loom/m${at}` })]);
        hand.result(`c${at}`, { content: "" });
      });
    },
  },
  {
    name: "shell commands that copy one file",
    write: (hand, size) => {
      write(hand, "w", "text\n");
      times(size / 2, (at) => {
        hand.reply([call(`c${at}`, "Bash", { command: `cp ${watchedFile} /home/ada/loom/m${at}` })]);
        hand.result(`c${at}`, { content: "" });
      });
    },
  },
  {
    name: "words of one shell command",
    write: (hand, size) => {
      write(hand, "w", "text\n");
      hand.reply([call("c", "Bash", { command: `rm ${repeated((at) => `a${at}`, size, " ")} ${watchedFile}` })]);
      hand.result("c", { content: "" });
    },
  },
  {
    name: "parts of one shell command",
    write: (hand, size) => {
      write(hand, "w", "text\n");
      hand.reply([call("c", "Bash", { command: repeated((at) => `mv a${at} a${at + 1}`, size, " && ") })]);
      hand.result("c", { content: "" });
    },
  },
  {
    name: "open brackets of one shell command",
    write: (hand, size) => {
      hand.reply([call("c", "Bash", { command: `rm ${"$(".repeat(size)}` })]);
      hand.result("c", { content: "" });
    },
  },
];
