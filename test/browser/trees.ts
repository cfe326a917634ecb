// A few numbers -> homes with made-up sessions: one of any length, one that grows, one with forks; never a person's own.
import { appendFileSync, closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../cli/tree.ts";

export type Home = { readonly home: string; readonly id: string; readonly path: string };

const firstMs = Date.UTC(2026, 4, 4, 9);
const words = "the tide turns slowly past the harbour wall while gulls wait for the boats".split(" ");

type Entry = Readonly<Record<string, unknown>>;

/** Entries of one session in the client's shape: each hangs on the one before. */
export function weave(id: string, startMs = firstMs): (entry: Entry) => string {
  let count = 0;
  let last: string | null = null;
  return (entry) => {
    count += 1;
    const uuid = `${id.slice(0, 8)}-${id.slice(-4)}-4000-9000-${String(count).padStart(12, "0")}`;
    const timestamp = new Date(startMs + count * 1000).toISOString();
    const shared = {
      isSidechain: false,
      userType: "external",
      cwd: "/home/ada/harbour",
      sessionId: id,
      version: "2.1.150",
    };
    const line = JSON.stringify({ parentUuid: last, uuid, timestamp, gitBranch: "main", ...shared, ...entry });
    last = typeof entry["uuid"] === "string" ? entry["uuid"] : uuid;
    return `${line}\n`;
  };
}

export const prompt = (content: unknown): Entry => ({ type: "user", message: { role: "user", content } });

export function reply(block: unknown, messageId: string): Entry {
  const usage = { input_tokens: 3, output_tokens: 5 };
  const head = {
    id: messageId,
    type: "message",
    role: "assistant",
    model: "claude-opus-4-5",
    stop_reason: null,
    usage,
  };
  return { type: "assistant", message: { ...head, content: [block] } };
}

export const result = (callId: string, content: unknown): Entry => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content }] },
});

export function newHome(id: string): Home {
  const home = scratchFolder();
  const folder = join(home, "projects", "-home-ada-harbour");
  mkdirSync(folder, { recursive: true });
  return { home, id, path: join(folder, `${id}.jsonl`) };
}

export function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, "w");
  let waiting = "";
  for (const line of lines) {
    waiting += line;
    if (waiting.length < 1 << 20) continue;
    writeSync(file, waiting);
    waiting = "";
  }
  writeSync(file, waiting);
  closeSync(file);
}

export const rowsPerTurn = 10;

/** Ten rows a turn: a prompt, thoughts, words, two calls, words. */
export function longHome(turns: number): Home {
  const made = newHome("aaaaaaaa-0000-4000-8000-000000000001");
  writeLines(made.path, longLines(made.id, turns));
  return made;
}

/** Sessions with agents, all of them used just now: 64 MB in a thousand files. */
export function largeHome({ sessions, agents }: { readonly sessions: number; readonly agents: number }): string {
  const { home } = newHome("");
  for (let at = 0; at < sessions; at++) {
    const id = `aaaaaaaa-0000-4000-8000-${String(at + 100).padStart(12, "0")}`;
    const folder = join(home, "projects", `-home-ada-harbour-${at % 20}`);
    const own = join(folder, id, "subagents");
    mkdirSync(own, { recursive: true });
    writeLines(join(folder, `${id}.jsonl`), longLines(id, 12));
    for (let agent = 0; agent < agents; agent++)
      writeLines(join(own, `agent-a${String(agent).padStart(6, "0")}.jsonl`), longLines(id, 7));
  }
  return home;
}

function* longLines(id: string, turns: number): Generator<string> {
  const line = weave(id);
  for (let turn = 1; turn <= turns; turn++) {
    const message = `msg_${turn}`;
    yield line(prompt(`Prompt ${turn}: ${sentence(turn, 12)}`));
    yield line(reply({ type: "thinking", thinking: sentence(turn, 20), signature: "x" }, message));
    yield line(reply({ type: "text", text: `**Reply ${turn}.** ${sentence(turn, 5 + (turn % 60))}` }, message));
    for (let call = 1; call <= 2; call++) {
      const callId = `toolu_${turn}_${call}`;
      yield line(reply({ type: "tool_use", id: callId, ...callOf(turn, call) }, message));
      yield line(result(callId, `${sentence(turn + call, 9)}\n${sentence(call, 9)}`));
    }
    for (let part = 1; part <= 4; part++)
      yield line(reply({ type: "text", text: sentence(turn + part, 4 * part) }, message));
    yield line(
      reply({ type: "text", text: `Done with ${turn}.\n\n- ${sentence(turn, 6)}\n- \`code ${turn}\`` }, `${message}b`),
    );
  }
}

function callOf(turn: number, call: number): Entry {
  if (call !== 2) return { name: "Bash", input: { command: `echo ${turn} ${call}` } };
  const file_path = `/home/ada/harbour/part-${turn % 50}.ts`;
  return {
    name: "Edit",
    input: { file_path, old_string: `const a = ${turn};`, new_string: `const a = ${turn + 1};\nconst b = 2;` },
  };
}

function sentence(seed: number, length: number): string {
  return Array.from({ length }, (_, at) => words[(seed * 7 + at * 3 + ((seed * at) % 5)) % words.length] ?? "").join(
    " ",
  );
}

/** A session that goes on while it is looked at. */
export function growingHome(): Home & { readonly append: (text: string) => void } {
  const made = newHome("bbbbbbbb-0000-4000-8000-000000000002");
  const line = weave(made.id);
  const message = (text: string) => reply({ type: "text", text }, `msg_${text.length}_${text}`);
  writeLines(made.path, [line(prompt("Begin.")), line(message("The first words."))]);
  return { ...made, append: (text) => appendFileSync(made.path, line(message(text))) };
}

/** A prompt that was taken back: the first answer is left on a branch. */
export function forkedHome(): Home {
  const made = newHome("cccccccc-0000-4000-8000-000000000003");
  const line = weave(made.id);
  const stem = "cccccccc-0003-4000-9000-000000000002";
  const [begin, answer] = [line(prompt("Begin here.")), line(reply({ type: "text", text: "Begun." }, "m1"))];
  const left = [line(prompt("Go left.")), line(reply({ type: "text", text: "Left it is." }, "m2"))];
  const right = [
    line({ ...prompt("Go right."), parentUuid: stem }),
    line(reply({ type: "text", text: "Right it is." }, "m3")),
  ];
  writeLines(made.path, [begin, answer, ...left, ...right]);
  return made;
}
