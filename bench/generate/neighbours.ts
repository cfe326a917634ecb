// A session -> the files that stand around logs and are none, and logs that hold next to nothing; only one of them counts.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { decoyDamage, decoyText } from "./decoys.ts";
import { type Session, openSessionSink } from "./thread.ts";
import { add } from "./truth.ts";

export function writeNeighbours(session: Session): void {
  const { rng, folder, id, clock, truth } = session;
  const lookAlike = `${JSON.stringify({ type: "user", uuid: rng.uuid(), message: { role: "user", content: "no" } })}\n`;
  // None of these is a log, whatever stands in them.
  write(session, join(folder, `${rng.uuid()}.jsonl`), "");
  write(session, join(folder, `${rng.uuid()}.jsonl`), "\n \r\n\t\n");
  write(session, join(folder, id, "resume-head.jsonl"), lookAlike);
  write(session, join(folder, id, "subagents", "notes.jsonl"), lookAlike);
  write(session, join(folder, "memory", "lessons.jsonl"), lookAlike);
  write(session, join(folder, `${rng.uuid()}.jsonl.bak`), lookAlike);
  write(session, "history.jsonl", `${JSON.stringify({ display: decoyText(rng), timestamp: clock.ms })}\n`);

  // A session that was only renamed, and one of which nothing can be read.
  for (const kind of ["title", "damage"] as const) {
    const sink = openSessionSink(session, join(folder, `${rng.uuid()}.jsonl`));
    if (kind === "title") sink.put({ type: "custom-title", customTitle: session.prose.title(), sessionId: rng.uuid() });
    else {
      const { bytes, reason } = decoyDamage(rng);
      sink.damaged(bytes, reason);
    }
    sink.close({ lastMs: clock.ms, newline: "final" });
    truth.sessions += 1;
    add(truth.versions, "none");
  }
}

function write(session: Session, path: string, text: string): void {
  const full = join(session.root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text, { mode: 0o600 });
  utimesSync(full, session.clock.ms / 1000, session.clock.ms / 1000);
  session.truth.sideBytes += Buffer.byteLength(text);
}
