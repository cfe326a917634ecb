// A released client in a terminal, typed at -> does clew see what it does: works, waits, asks, rests, ends?
import { kill } from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTerminal } from "../../src/proof/index.ts";
import { type Bench, openBench } from "./bench.ts";
import { type Scene, line, openScene } from "./status/scene.ts";
import { command, question, script } from "./status/script.ts";
import { haveTerminal } from "./tmux.ts";

const version = "2.1.325";
const { env } = process;
const minute = 60_000;
const idleAfterMs = 3000;
const args = ["--permission-mode", "default"] as const;

describe(`the status of ${version} in a terminal`, () => {
  let bench: Bench | undefined;
  let scene: Scene | undefined;
  const report: string[] = [];

  beforeAll(async () => {
    bench = await openBench([version]);
    const { scratchDir } = bench;
    const host = { node: process.execPath, path: env["PATH"] ?? "", scratchDir };
    if (!(await haveTerminal(host, env))) return;
    const terminal = await openTerminal(host, { client: bench.client(version), script, args });
    scene = openScene(terminal, scratchDir, idleAfterMs);
    await scene.until("waiting_input");
  }, 6 * minute);

  afterAll(async () => {
    await scene?.close();
    await bench?.close();
    process.stdout.write(`\nstatus of ${version} (${scene?.terminal.isolation ?? "no terminal"})\n${report.join("")}`);
  });

  it(
    "is working, waiting for approval, asking, idle and ended, when the client is",
    async ({ skip }) => {
      if (scene === undefined) return skip("there is no tmux here: install it to look at the client's status");
      const { terminal, until, confirm } = scene;
      const note = async (expected: string, seen: ReturnType<Scene["until"]>) => {
        const session = await seen;
        report.push(line(expected, session));
        expect(session.status.confidence, expected).toBe("certain");
        return session.status;
      };
      await terminal.type("Tell me slowly");
      await note("the model answers slowly", until("working"));
      await note("it has answered", until("waiting_input"));

      await terminal.type("Make a file");
      // The registry is a moment ahead of the log, which names the call.
      const named = until("waiting_approval", ({ status }) => status.call !== undefined);
      const approval = await note("it asks for leave to run a command", named);
      expect(approval.call).toMatchObject({ tool: "Bash", about: command });
      await note("the command runs", confirm("running_command"));
      await note("the command is done", until("waiting_input"));

      await terminal.type("Ask me");
      const asked = until("asking_question", ({ status }) => status.call !== undefined);
      expect((await note("it asks a question", asked)).call).toMatchObject({
        tool: "AskUserQuestion",
        about: question,
      });
      await confirm("waiting_input");
      await note("it was answered and stands still", until("idle"));

      await terminal.type("/exit");
      await note("it was left by /exit", until("ended"));
    },
    3 * minute,
  );

  it(
    "is ended when the client was killed, though the registry still names it",
    async ({ skip }) => {
      if (scene === undefined || bench === undefined) return skip("there is no tmux here");
      const { terminal, until } = scene;
      await terminal.restart({ client: bench.client(version), script, args });
      const { sessionId } = await until("waiting_input");
      await terminal.type("Tell me slowly");
      const { status } = await until("working", ({ path }) => path !== undefined);
      kill(Number(/process (\d+)/.exec(status.evidence[0].text)?.[1]), "SIGKILL");
      const session = await until("ended", (one) => one.sessionId === sessionId);
      report.push(line("it was killed", session));
      expect(session.status).toMatchObject({ status: "ended", confidence: "certain" });
      expect(session.status.evidence[0].text).toContain("is no more");
    },
    2 * minute,
  );
});
