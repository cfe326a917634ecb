// The built command on every Node it promises to run on -> help, a listing and lines; which Nodes there are is told by npm test.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// In a clone the command itself would look for a newer Node than the one that is tried.
const BINARY = fileURLToPath(new URL("../dist/clew/main.cjs", import.meta.url));
const SESSION = "11111111-2222-4333-8444-555555555555";
const MAJORS = [20, 22, 24] as const;

let folder = "";
let log = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-smoke-"));
  const project = join(folder, "projects", "-home-ada-loom");
  mkdirSync(project, { recursive: true });
  log = join(project, `${SESSION}.jsonl`);
  writeFileSync(log, LINES.map((line) => `${line}\n`).join(""));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(MAJORS)("on Node %i", (major) => {
  const node = nodeOf(major);
  const because = node.path === undefined ? ` (${node.reason})` : "";
  const clew = (...args: readonly string[]) =>
    spawnSync(node.path ?? "", [BINARY, ...args], { encoding: "utf8", cwd: folder });

  it.skipIf(node.path === undefined)(`this is Node ${major}${because}`, () => {
    expect(spawnSync(node.path ?? "", ["--version"], { encoding: "utf8" }).stdout).toMatch(new RegExp(`^v${major}\\.`));
  });

  it.skipIf(node.path === undefined)(`clew --help tells what there is${because}`, () => {
    const answer = clew("--help");
    expect(answer.stderr).toBe("");
    expect(answer.stdout).toContain("ls");
    expect(answer.stdout).toContain("lines");
    expect(answer.status).toBe(0);
  });

  it.skipIf(node.path === undefined)(`clew ls --dir lists the session${because}`, () => {
    const answer = clew("ls", "--dir", folder, "--json");
    expect(answer.stdout).toContain(SESSION);
    expect(answer.status).toBe(0);
  });

  it.skipIf(node.path === undefined)(`clew lines --json gives one object for each line${because}`, () => {
    const answer = clew("lines", log, "--json");
    const rows = answer.stdout.trimEnd().split("\n");
    expect(rows).toHaveLength(LINES.length);
    for (const row of rows) expect(() => void JSON.parse(row)).not.toThrow();
    expect(answer.status).toBe(0);
  });

  it.skipIf(node.path === undefined)(`clew says what is wrong in one line when a file is missing${because}`, () => {
    const answer = clew("lines", join(folder, "no-such-file.jsonl"));
    expect(answer.stdout).toBe("");
    expect(answer.stderr).toMatch(/^\S.*no-such-file\.jsonl.*\n/);
    expect(answer.stderr).not.toContain("    at ");
    expect(answer.status).toBe(2);
  });
});

interface Found {
  readonly path: string | undefined;
  readonly reason: string;
}

// A bare vitest run knows only the Node it runs on.
function nodeOf(major: number): Found {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath, reason: "" };
  const told: unknown = JSON.parse(process.env["CLEW_NODES"] ?? "{}");
  const found = field(told, String(major));
  const path = field(found, "path");
  const reason = field(found, "reason");
  return {
    path: typeof path === "string" ? path : undefined,
    reason: typeof reason === "string" ? reason : "run with npm test to have it fetched",
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

const SHARED = {
  isSidechain: false,
  userType: "external",
  cwd: "/home/ada/loom",
  sessionId: SESSION,
  version: "2.1.45",
};

const LINES: readonly string[] = [
  JSON.stringify({
    parentUuid: null,
    ...SHARED,
    type: "user",
    message: { role: "user", content: "Weave a thread" },
    uuid: "aaaaaaaa-0000-4000-8000-000000000001",
    timestamp: "2026-01-02T03:04:05.000Z",
  }),
  JSON.stringify({
    parentUuid: "aaaaaaaa-0000-4000-8000-000000000001",
    ...SHARED,
    type: "assistant",
    message: {
      id: "msg_01",
      type: "message",
      role: "assistant",
      model: "claude-opus-4-5",
      content: [{ type: "text", text: "Woven." }],
      stop_reason: "end_turn",
      usage: { input_tokens: 3, output_tokens: 5 },
    },
    uuid: "aaaaaaaa-0000-4000-8000-000000000002",
    timestamp: "2026-01-02T03:04:06.000Z",
  }),
  '{"type":"not-known-yet","sessionId":"x"}',
  "{ damaged",
];
