// A simulated session and the disk -> tool calls asked for and carried out, logged as the client logs them.
import type { FileHistoryKeeper } from "./simulated-backups.ts";
import { type LogWriter, type LoggedCall, writeCall, writeResult } from "./simulated-log.ts";
import { type TextEdit, type ToolOutcome, decode, runEdits, runRead, runWrite } from "./simulated-tool.ts";
import { randomContent, randomEdit } from "./random-text.ts";
import { runShell, shellCommand } from "./simulated-shell.ts";
import { type World, anyPath } from "./simulated-world.ts";

export type SimulatedSession = {
  readonly log: LogWriter;
  readonly keeper: FileHistoryKeeper | undefined;
  readonly prompts: { readonly uuid: string; readonly parent: string | null; readonly text: string }[];
  /** Empty before the first. */
  prompt: string;
  /** Files as its client last saw them: it tells the model of those that have changed since. */
  readonly seen: Map<string, Buffer | undefined>;
  readonly isEnded: boolean;
};

export type Asked = { readonly call: LoggedCall; readonly source: string; readonly path: string };

export function askCalls(world: World, session: SimulatedSession): Asked[] {
  const count = world.random.chance(0.2) ? 2 : 1;
  const message = world.ids.message();
  return Array.from({ length: count }, () => {
    const path = anyPath(world);
    const call = { id: world.ids.call(), ...randomCall(world, session, path) };
    const source = writeCall(session.log, call, { uuid: world.ids.uuid(), timeMs: world.disk.now(), message });
    world.calls.set(call.id, { prompt: session.prompt, session: session.log.session });
    world.disk.advance(1);
    return { call, source, path };
  });
}

function randomCall(world: World, { log }: SimulatedSession, path: string): Omit<LoggedCall, "id"> {
  const { random, disk } = world;
  const bytes = disk.read(path);
  const file_path = spelt(world, path);
  const roll = random.below(100);
  if (roll < 22)
    return {
      name: "Read",
      input: { file_path, ...(random.chance(0.25) ? { offset: 1 + random.below(9), limit: 1 + random.below(9) } : {}) },
    };
  if (roll < 42 || (bytes === undefined && roll < 70))
    return { name: "Write", input: { file_path, content: randomContent(random) } };
  if (roll < 86) {
    const text =
      bytes === undefined
        ? ""
        : decode(bytes)
            .text.replaceAll("\r\n", "\n")
            .replace(/^\uFEFF/, "");
    if (text === "" && random.chance(0.7))
      return { name: "Edit", input: { file_path, old_string: "", new_string: randomContent(random) } };
    if (log.version === "1.0.108" && random.chance(0.5)) {
      const edits = Array.from({ length: 1 + random.below(3) }, () => randomEdit(random, text));
      return { name: "MultiEdit", input: { file_path, edits } };
    }
    return { name: "Edit", input: { file_path, ...randomEdit(random, text) } };
  }
  return { name: "Bash", input: { command: shellCommand(world, path), description: "run" } };
}

/** Sometimes relative to the session's folder. */
function spelt(world: World, path: string): string {
  return world.random.chance(0.1) ? path.slice(world.root.length + 1) : path;
}

export function finishCall(world: World, session: SimulatedSession, { call, source, path }: Asked): void {
  const { random, ids, disk } = world;
  const reply = (text: string, isError: boolean, result: unknown): void => {
    writeResult(
      session.log,
      { callId: call.id, text, isError, result, source },
      { uuid: ids.uuid(), timeMs: disk.now() },
    );
  };
  if (random.chance(0.04))
    return reply("The user doesn't want to proceed with this tool use.", true, "User rejected tool use");
  if (random.chance(0.02)) return;
  if (call.name === "Bash") {
    const done = runShell(world, String(call.input["command"]));
    const result = { stdout: "", stderr: done ? "" : "failed", interrupted: false, isImage: false };
    reply(done ? "" : "Exit code 1\nfailed", !done, done ? result : "Error: Exit code 1");
    return;
  }
  const isChange = call.name !== "Read";
  const outcome = run(world, session, { call, path });
  if (outcome.kind === "error") return reply(outcome.message, true, `Error: ${outcome.message}`);
  if (isChange) {
    session.keeper?.track(path, source);
    // Nothing but the backup lies between the look and the deed.
    if (outcome.bytes !== undefined) disk.change(path, outcome.bytes, "logged");
  }
  session.seen.set(path, disk.read(path));
  const lines = session.log.lines.length;
  reply(outcome.text, false, outcome.result);
  // The history may be written down a moment after the result.
  const [note, answer] = session.log.lines.slice(lines - 1);
  const isNoted = note?.startsWith('{"type":"file-history') === true && isChange && random.chance(0.3);
  if (isNoted && answer !== undefined) session.log.lines.splice(lines - 1, 2, answer, note);
}

function run(world: World, { log }: SimulatedSession, { call, path }: Pick<Asked, "call" | "path">): ToolOutcome {
  const bytes = world.disk.read(path);
  const { input } = call;
  switch (call.name) {
    case "Read":
      return runRead(log.version, bytes, {
        path,
        ...(typeof input["offset"] === "number" ? { offset: input["offset"] } : {}),
        ...(typeof input["limit"] === "number" ? { limit: input["limit"] } : {}),
      });
    case "Write":
      return runWrite(log.version, bytes, { path, content: String(input["content"]), projectEnds: world.projectEnds });
  }
  const edits = call.name === "MultiEdit" ? editsIn(input["edits"]) : editsIn([input]);
  return runEdits(log.version, bytes, { path, edits, tool: call.name });
}

function editsIn(list: unknown): readonly TextEdit[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((edit: unknown) => {
    if (typeof edit !== "object" || edit === null || !("old_string" in edit) || !("new_string" in edit)) return [];
    const all = "replace_all" in edit && edit.replace_all === true;
    return [
      {
        old_string: String(edit.old_string),
        new_string: String(edit.new_string),
        ...(all ? { replace_all: true } : {}),
      },
    ];
  });
}
