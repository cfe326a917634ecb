// A number -> that many sessions in a fresh home, and a line to append to them; made of plain shapes that the client writes.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type LoadSession = { readonly id: string; readonly path: string };

const projects = 20;

export function loadHome(home: string, count: number): readonly LoadSession[] {
  return Array.from({ length: count }, (_, at) => {
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
    const folder = join(home, "projects", `-home-ada-p${at % projects}`);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${id}.jsonl`);
    writeFileSync(path, `${promptLine(id)}\n`);
    return { id, path };
  });
}

const shared = (sessionId: string): object => ({
  sessionId,
  cwd: "/home/ada/p",
  version: "2.1.325",
  isSidechain: false,
});

function promptLine(id: string): string {
  const message = { role: "user", content: "Weave something" };
  const timestamp = new Date().toISOString();
  return JSON.stringify({ parentUuid: null, ...shared(id), type: "user", uuid: `${id}-0`, timestamp, message });
}

/** How many bytes it is now. */
export function append({ id, path }: LoadSession, at: number): number {
  const content = [{ type: "text", text: `Thread ${at} is woven. `.repeat(1 + (at % 20)) }];
  const message = { id: `msg_${id}_${at}`, role: "assistant", model: "claude-opus-5-5", content, stop_reason: null };
  const timestamp = new Date().toISOString();
  const line = {
    parentUuid: `${id}-${at}`,
    ...shared(id),
    type: "assistant",
    uuid: `${id}-${at + 1}`,
    timestamp,
    message,
  };
  const text = `${JSON.stringify(line)}\n`;
  appendFileSync(path, text);
  return Buffer.byteLength(text);
}
