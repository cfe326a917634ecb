// What two requests are compared by, and the prover with a client made for the purpose.
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../src/format/index.ts";
import type { RequestMessage } from "../src/graph/index.ts";
import { comparable, compareRequests, defaultPrompt, installClient, startProver } from "../src/proof/index.ts";
import type { Host, Prover } from "../src/proof/index.ts";

const reminder = "<system-reminder>\nIt is late.\n</system-reminder>";
const text = (words: string) => ({ type: "text", text: words });
const use = (id: string) => ({ type: "tool_use", id, name: "Read", input: { path: id } });
const result = (id: string, content: string | readonly JsonObject[]) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});
const user = (content: RequestMessage["content"]): RequestMessage => ({ role: "user", content });
const assistant = (...content: readonly JsonObject[]): RequestMessage => ({ role: "assistant", content });
const texts = (messages: Parameters<typeof comparable>[0], prompt?: string) =>
  comparable(messages, prompt).map((block) => block.text);

describe("what requests are compared by", () => {
  it.each([
    ["system messages", [{ role: "system" as const, content: "x" }, user("a")], ["a"]],
    ["reminders of their own", [user([text(reminder), text("a"), text(`${reminder}\n${reminder}`)])], ["a"]],
    ["reminders folded into a string result", [user([result("t", `  out\n\n${reminder}`)])], ["out"]],
    ["reminders folded into a list of results", [user([result("t", [text("out\n"), text(reminder)])])], ["out"]],
    ["fillers", [user("(no content)"), assistant(text("No response requested.")), user("a")], ["a"]],
    [
      "notices of interrupted calls",
      [user([{ ...result("t", "[Tool call interrupted: x]"), is_error: true }, text("a")])],
      ["a"],
    ],
  ])("%s are left out", (_, messages, left) => {
    expect(texts(messages)).toEqual(left);
  });

  it.each([
    ["a message of its own", [user("a"), assistant(text("b")), user(defaultPrompt)], ["a", "b"]],
    ["merged into the last message", [user([text("a\n"), text(defaultPrompt)])], ["a"]],
    ["behind reminders", [user([text("a\n"), text(defaultPrompt), text(reminder)])], ["a"]],
  ])("the new prompt is left out: %s", (_, messages, left) => {
    expect(texts(messages, defaultPrompt)).toEqual(left);
  });

  it("keeps a text that only speaks of reminders, and results that are real errors", () => {
    const messages = [user([{ ...result("t", "no such file"), is_error: true }, text(`see ${reminder}`)])];
    expect(texts(messages)).toEqual(["error: no such file", `see ${reminder}`]);
  });

  it("tells calls, thoughts and pictures apart by everything that is sent", () => {
    const picture = { type: "image", source: { type: "base64", data: "AA==" } };
    const blocks = comparable([
      assistant({ type: "thinking", thinking: "hm", signature: "s1" }, use("t1")),
      user([picture]),
    ]);
    expect(blocks).toMatchObject([
      { role: "assistant", type: "thinking", text: "hm (signed s1)" },
      { role: "assistant", type: "tool_use", id: "t1", text: 'Read {"path":"t1"}' },
      { role: "user", type: "image" },
    ]);
    const marked = { ...picture, cache_control: { type: "ephemeral" } };
    expect(comparable([user([marked])])).toEqual(blocks.slice(2));
    const another = { type: "image", source: { type: "base64", data: "BB==" } };
    expect(comparable([user([another])])).not.toEqual(blocks.slice(2));
  });
});

describe("differences", () => {
  const blocks = (...words: readonly string[]) => comparable(words.map((word) => user(word)));

  it("equal requests have none, and borders between messages do not count", () => {
    expect(compareRequests(blocks("a", "b"), comparable([user([text("a"), text("b")])]))).toEqual([]);
  });

  it.each([
    ["one is missing", { ours: "a c", theirs: "a b c" }, ["missing 1"]],
    ["one is extra", { ours: "a b c", theirs: "a c" }, ["extra 1"]],
    ["one has changed", { ours: "a x c", theirs: "a b c" }, ["changed 1"]],
    ["the end is missing", { ours: "a", theirs: "a b" }, ["missing 1"]],
    ["nothing is the same", { ours: "x", theirs: "a b" }, ["changed 0", "missing 1"]],
    ["two are missing", { ours: "a c d", theirs: "a b c e d" }, ["missing 1", "missing 3"]],
  ])("blocks are named with their place when %s", (_, { ours, theirs }, expected) => {
    const found = compareRequests(blocks(...ours.split(" ")), blocks(...theirs.split(" ")));
    expect(found.map(({ kind, at }) => `${kind} ${at}`)).toEqual(expected);
  });

  it("a result that changed is matched by the id of its call", () => {
    const ours = comparable([user([result("t1", "one"), result("t2", "two")])]);
    const theirs = comparable([user([result("t2", "TWO"), result("t1", "ONE")])]);
    const found = compareRequests(ours, theirs).map((found) =>
      found.kind === "changed" ? [found.ours.id, found.theirs.id] : found.kind,
    );
    expect(found).toEqual([
      ["t2", "t2"],
      ["t1", "t1"],
    ]);
  });
});

/** Sends the session it is told to resume and the prompt, prints the answer, appends a line. */
const madeUpClient = `#!/usr/bin/env node
const fs = require("node:fs"), path = require("node:path"), os = require("node:os");
const args = process.argv.slice(2), after = (flag) => args[args.indexOf(flag) + 1];
const prompt = after("-p"), id = args.includes("--resume") ? after("--resume") : "22222222-2222-4222-8222-222222222222";
const config = process.env.CLAUDE_CONFIG_DIR, project = path.join(config, "projects", process.cwd().replace(/[^a-zA-Z0-9]/g, "-"));
const file = path.join(project, id + ".jsonl");
const said = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\\n").filter(Boolean).map((line) => JSON.parse(line)) : [];
if (said.some(({ sleep }) => sleep)) setTimeout(() => {}, 60_000);
else if (said.some(({ refuse }) => refuse)) { console.error("No conversation found"); process.exitCode = 1; }
else (async () => {
  const messages = [...said.map(({ message }) => message), { role: "user", content: prompt }];
  const seen = { networks: Object.keys(os.networkInterfaces()), variables: Object.keys(process.env).filter((name) => name.startsWith("CLEW_")) };
  const body = JSON.stringify({ tools: [{}], messages });
  const reply = await (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body })).json();
  fs.appendFileSync(file, JSON.stringify({ type: "user", message: { role: "user", content: prompt }, seen }) + "\\n");
  console.log(reply.content[0].text);
})();
`;

describe("a prover", () => {
  let folder = "";
  let host: Host;
  let prover: Prover;
  const nowhere: Host = { node: "/nowhere/node", path: "", scratchDir: "/nowhere" };
  const client = () => ({ version: "9.9.9", binary: join(folder, "claude") });
  const sessionFile = async (name: string, ...lines: readonly object[]) => {
    const file = join(folder, name);
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return file;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "clew-proof-"));
    const scratchDir = await mkdtemp(join(folder, "scratch-"));
    host = { node: process.execPath, path: process.env["PATH"] ?? "", scratchDir };
    await writeFile(join(folder, "claude"), madeUpClient);
    await chmod(join(folder, "claude"), 0o755);
    process.env["CLEW_SECRET"] = "not for clients";
    prover = await startProver(host);
  });
  afterAll(async () => {
    await prover.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("says what the client sent, keeps the original, and leaves nothing behind", async () => {
    const file = await sessionFile("11111111-1111-4111-8111-111111111111.jsonl", { message: user("before") });
    const before = await readFile(file, "utf8");
    const proof = await prover.resumeSession({ client: client(), sessionFile: file });
    expect(proof).toMatchObject({
      accepted: true,
      originalBytesKept: true,
      violations: [],
      isolation: prover.isolation,
    });
    expect(texts(proof.messages, defaultPrompt)).toEqual(["before"]);
    expect(proof.appendedLines).toHaveLength(1);
    expect(await readFile(file, "utf8")).toBe(before);
    expect(await readdir(host.scratchDir)).toEqual([]);
  });

  it("says why a client did not take a session", async () => {
    const file = await sessionFile("any-name.jsonl", { refuse: true });
    const proof = await prover.resumeSession({ client: client(), sessionFile: file });
    expect(proof).toMatchObject({ accepted: false, error: "No conversation found", messages: [] });
  });

  it("ends a client that does not answer in time", async () => {
    const file = await sessionFile("slow.jsonl", { sleep: true });
    const proof = await prover.resumeSession({ client: client(), sessionFile: file, timeoutMs: 500 });
    expect(proof.accepted).toBe(false);
    expect(proof.error).toMatch(/^no answer in time/);
    expect(await readdir(host.scratchDir)).toEqual([]);
  });

  it("that is closed in the middle of a job ends its client and clears away", async () => {
    const file = await sessionFile("closed.jsonl", { sleep: true });
    const scratchDir = await mkdtemp(join(folder, "scratch-"));
    const closing = await startProver({ ...host, scratchDir });
    const abandoned = closing.resumeSession({ client: client(), sessionFile: file }).catch(String);
    await expect.poll(() => readdir(scratchDir), { timeout: 10_000 }).toHaveLength(1);
    await closing.close();
    expect(await abandoned).toMatch(/worker ended/);
    expect(await readdir(scratchDir)).toEqual([]);
  });

  it("reports what could not be run at all, and goes on with the next", async () => {
    const missing = prover.resumeSession({ client: client(), sessionFile: join(folder, "none.jsonl") });
    await expect(missing).rejects.toThrow(/ENOENT/);
    const file = await sessionFile("next.jsonl", { message: user("before") });
    expect(await prover.resumeSession({ client: client(), sessionFile: file })).toMatchObject({ accepted: true });
  });

  it("records a session as it stood after every run", async () => {
    const scenario = {
      name: "two runs",
      exercises: "the recorder",
      files: { "a/b.txt": "{{cwd}}" },
      rules: [{ match: "one", steps: [{ content: [{ type: "text", text: "1" }] }] }],
      runs: [{ args: ["-p", "one"] }, { args: ["--resume", "{{first}}", "-p", "two"] }],
    } as const;
    const { files, runs } = await prover.recordScenario({ client: client(), scenario, into: join(folder, "into") });
    expect(files.map(({ run }) => run)).toEqual([0, 1]);
    const sizes = await Promise.all(
      files.map(async ({ file }) => (await readFile(file, "utf8")).trim().split("\n").length),
    );
    expect(sizes).toEqual([1, 2]);
    expect(runs.map(({ stdout }) => stdout.trim())).toEqual(["1", "(end of script)"]);
  });

  it("a client cannot see the network or the caller's environment", async () => {
    const file = await sessionFile("curious.jsonl", { message: user("before") });
    const proof = await prover.resumeSession({ client: client(), sessionFile: file });
    const line: unknown = JSON.parse(proof.appendedLines[0] ?? "");
    const networks = proof.isolation === "network-namespace" ? ["lo"] : Object.keys(networkInterfaces());
    expect(line).toMatchObject({ seen: { variables: [], networks } });
  });

  it("finds a client that is installed already without asking anybody", async () => {
    const dir = await mkdtemp(join(folder, "clients-"));
    const binary = join(dir, "1.2.3", "node_modules", ".bin", "claude");
    await mkdir(dirname(binary), { recursive: true });
    await writeFile(binary, "");
    expect(await installClient({ version: "1.2.3", dir, host: nowhere })).toEqual({ version: "1.2.3", binary });
  });

  it("leaves nothing behind when a client cannot be installed", async () => {
    const dir = await mkdtemp(join(folder, "clients-"));
    await expect(installClient({ version: "1.2.3", dir, host: nowhere })).rejects.toThrow(/ENOENT/);
    expect(await readdir(dir)).toEqual([]);
  });
});
