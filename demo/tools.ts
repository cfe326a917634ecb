// File names, texts and commands of the demo -> calls with their answers, in the shapes the clients write.
import type { Line } from "./stage.ts";

export function read(file: string, content: string): Line {
  const lines = content.split("\n");
  const gives = lines.map((line, index) => `${index + 1}\t${line}`).join("\n");
  const detail = {
    type: "text",
    file: { filePath: file, content, numLines: lines.length, startLine: 1, totalLines: lines.length },
  };
  return { call: "Read", input: { file_path: file }, gives, detail };
}

export function edit(
  file: string,
  change: { readonly from: string; readonly to: string; readonly original: string },
): Line {
  const { from, to, original } = change;
  const lines = [...from.split("\n").map((line) => `-${line}`), ...to.split("\n").map((line) => `+${line}`)];
  const start = original.slice(0, Math.max(0, original.indexOf(from))).split("\n").length;
  const structuredPatch = [
    { oldStart: start, oldLines: from.split("\n").length, newStart: start, newLines: to.split("\n").length, lines },
  ];
  const detail = {
    filePath: file,
    oldString: from,
    newString: to,
    originalFile: original,
    structuredPatch,
    userModified: false,
    replaceAll: false,
  };
  return {
    call: "Edit",
    input: { file_path: file, old_string: from, new_string: to, replace_all: false },
    gives: `The file ${file} has been updated successfully.`,
    detail,
  };
}

export function write(file: string, content: string): Line {
  const detail = { type: "create", filePath: file, content, structuredPatch: [], originalFile: null };
  return { call: "Write", input: { file_path: file, content }, gives: `File created successfully at: ${file}`, detail };
}

export const bash = (command: string, description: string, gives: string): Line => ({
  call: "Bash",
  input: { command, description },
  gives,
});

export const failingBash = (command: string, description: string, fails: string): Line => ({
  call: "Bash",
  input: { command, description },
  fails,
});

export function grep(pattern: string, content: string): Line {
  const detail = { mode: "content", numFiles: 0, filenames: [], content, numLines: content.split("\n").length };
  return { call: "Grep", input: { pattern, output_mode: "content", "-n": true }, gives: content, detail };
}
