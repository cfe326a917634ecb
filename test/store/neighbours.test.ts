// What stands beside a session and is no log must not keep the session from being read.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSession } from "../../src/store/index.ts";

const folder = mkdtempSync(join(tmpdir(), "clew-neighbours-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const id = "0f0f0f0f-0000-4000-8000-000000000001";
const prompt = {
  parentUuid: null,
  isSidechain: false,
  type: "user",
  message: { role: "user", content: "Warp or weft?" },
  uuid: "e0",
  timestamp: "2026-11-01T10:00:00.000Z",
  sessionId: id,
};

test("folders and dangling links that are named like agents' logs are passed over", () => {
  const path = join(folder, `${id}.jsonl`);
  writeFileSync(path, `${JSON.stringify(prompt)}\n`);
  mkdirSync(join(folder, "agent-a1.jsonl"));
  mkdirSync(join(folder, id, "subagents"), { recursive: true });
  symlinkSync(join(folder, "nowhere"), join(folder, id, "subagents", "agent-a2.jsonl"));
  const { session, close } = openSession(path);
  close();
  expect(session.agents).toEqual([]);
  expect(session.description.title).toBe("Warp or weft?");
});
