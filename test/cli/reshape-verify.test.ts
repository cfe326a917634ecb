// --verify-with-client -> what a client that was made for the purpose took and sent, in words and in the object; a wrong one is told first.
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ReshapeHome, reshapeHome, weaveId } from "./reshape-home.ts";
import { say, smallLog } from "./small-log.ts";
import { scratchFolder } from "./tree.ts";

/** Sends what it finds in the log, as many messages of it as it is told, or says that it does not want it. */
const client = (behaviour: string): string => `#!/usr/bin/env node
const fs = require("node:fs"), path = require("node:path");
const args = process.argv.slice(2), after = (flag) => args[args.indexOf(flag) + 1];
if (args.includes("--version")) console.log("2.1.325 (made up)");
else (async () => {
  const project = path.join(process.env.CLAUDE_CONFIG_DIR, "projects", process.cwd().replace(/[^a-zA-Z0-9]/g, "-"));
  const lines = fs.readFileSync(path.join(project, after("--resume") + ".jsonl"), "utf8").split("\\n").filter(Boolean);
  const said = lines.map((line) => JSON.parse(line).message).filter(Boolean).map(({ role, content }) => ({ role, content }));
  ${behaviour}
  const body = JSON.stringify({ tools: [{}], messages: [...said, { role: "user", content: after("-p") }] });
  const reply = await (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body })).json();
  console.log(reply.content[0].text);
})();
`;

function scene(behaviour: string): ReshapeHome & { readonly client: string; readonly temp: string } {
  const temp = scratchFolder();
  const host = { node: process.execPath, path: process.env["PATH"] ?? "", tempDir: temp };
  const log = smallLog({ sessionId: weaveId });
  log.prompt("How wide is it?");
  log.answer("msg_1", say("Two ells."));
  const home = reshapeHome(log.text(), { host });
  const path = join(home.data, "claude");
  writeFileSync(path, client(behaviour));
  chmodSync(path, 0o755);
  return { ...home, client: path, temp };
}

test("a client that sends what was foretold is told so", async () => {
  const { run, client: path, temp } = scene("");
  const { code, out, err } = await run("clone", weaveId, "--verify-with-client", path, "--json");
  expect(err).toMatch(
    /^clew: 2\.1\.325 resumes a copy of it .*\nclew: 2\.1\.325 took it and sent 2 blocks, as foretold\n$/,
  );
  expect(JSON.parse(out)).toMatchObject({
    verified: { version: "2.1.325", accepted: true, error: null, blocks: 2, differences: 0 },
  });
  expect(code).toBe(0);
  expect(readdirSync(temp)).toEqual([]);
});

test("a client that sends something else makes the exit code 1, and the result stays", async () => {
  const { run, client: path } = scene("said.shift();");
  const { code, out, err } = await run("clone", weaveId, "--verify-with-client", path);
  expect(err).toMatch(/sent \d blocks?, with \d differences? from what was foretold\n$/);
  expect(out).toMatch(/go on with: /);
  expect(code).toBe(1);
});

test("a client that does not take the result is told with its reason", async () => {
  const { run, client: path } = scene('console.error("No conversation found"); process.exit(1);');
  const { code, out } = await run("clone", weaveId, "--verify-with-client", path, "--json");
  expect(JSON.parse(out)).toMatchObject({ verified: { accepted: false, error: "No conversation found", blocks: 0 } });
  expect(code).toBe(1);
});

test("a program is also found from the current folder", async () => {
  const { run, io, data } = scene("");
  expect(io.cwd).toBe(join(data, ".."));
  const { err, code } = await run("clone", weaveId, "--verify-with-client", "data/claude");
  expect(err).toContain("as foretold");
  expect(code).toBe(0);
});
