// A file and its edits -> the log of the session that made them, as the client writes it: a Write, then an Edit for each.
import type { EditedFile, LineEdit } from "./edited-file.ts";

export type EditLog = {
  readonly path: string;
  readonly session: string;
  readonly cwd: string;
};

/** How the call is named that made a version; from 1. */
export const callOf = (version: number): string => `toolu_01edit${String(version).padStart(8, "0")}`;

const firstMs = Date.UTC(2026, 0, 5, 9);
const client = "2.1.325";
const contextLines = 3;

/** One line of JSON for each entry. */
export function editLog({ first, edits }: EditedFile, { path, session, cwd }: EditLog): readonly string[] {
  const lines: string[] = [];
  let parent: string | null = null;

  function add(entry: object): void {
    const number = lines.length + 1;
    const uuid = `ed170000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const timestamp = new Date(firstMs + number * 1000).toISOString();
    const envelope = { parentUuid: parent, isSidechain: false, userType: "external", cwd, sessionId: session };
    lines.push(JSON.stringify({ ...envelope, version: client, gitBranch: "main", ...entry, uuid, timestamp }));
    parent = uuid;
  }

  function call(version: number, name: string, input: object): void {
    const content = [{ type: "tool_use", id: callOf(version), name, input }];
    const usage = { input_tokens: 3, output_tokens: 9 };
    const message = { model: "claude-sonnet-4-5", id: `msg_01edit${version}`, type: "message", role: "assistant" };
    add({ message: { ...message, content, stop_reason: "tool_use", usage }, type: "assistant" });
  }

  function result(version: number, said: string, toolUseResult: object): void {
    const content = [{ tool_use_id: callOf(version), type: "tool_result", content: said }];
    add({ type: "user", message: { role: "user", content }, toolUseResult });
  }

  add({ type: "user", message: { role: "user", content: "write the file" } });
  const content = first.join("");
  call(1, "Write", { file_path: path, content });
  const created = { type: "create", filePath: path, content, structuredPatch: [], originalFile: null };
  result(1, `File created successfully at: ${path}`, { ...created, userModified: false });
  edits.forEach((edit, place) => {
    const version = place + 2;
    if (place % 10 === 0)
      add({ type: "user", message: { role: "user", content: `change it, part ${place / 10 + 1}` } });
    const [oldString, newString] = [edit.taken.join(""), edit.put.join("")];
    const input = { old_string: oldString, new_string: newString, replace_all: false };
    call(version, "Edit", { file_path: path, ...input });
    // Of a file of this size the client does not tell how it was before.
    const told = { filePath: path, oldString, newString, originalFile: null, structuredPatch: [hunkOf(edit)] };
    result(version, `The file ${path} has been updated successfully.`, {
      ...told,
      userModified: false,
      replaceAll: false,
    });
  });
  return lines;
}

function hunkOf({ after, at, taken, put }: LineEdit): object {
  const before = after.slice(Math.max(0, at - contextLines), at);
  const behind = after.slice(at + put.length, at + put.length + contextLines);
  const marked = (mark: string, lines: readonly string[]): readonly string[] =>
    lines.map((line) => `${mark}${line.slice(0, -1)}`);
  const start = at - before.length + 1;
  const around = before.length + behind.length;
  return {
    oldStart: start,
    oldLines: around + taken.length,
    newStart: start,
    newLines: around + put.length,
    lines: [...marked(" ", before), ...marked("-", taken), ...marked("+", put), ...marked(" ", behind)],
  };
}
