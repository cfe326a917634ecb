// A daemon that is ended while it is asked -> whoever waits is told that it goes, not that the question was too much.
import { expect, test } from "vitest";
import { type LaneProcess, startDaemon } from "../../src/serve/index.ts";
import { scratchFolder } from "../cli/tree.ts";
import { askAt, daemonOptions } from "./served.ts";

/** One that is asked and never answers, until it is ended. */
function silentLane(onAsked: () => void): LaneProcess {
  let ended = (_cause: unknown): void => undefined;
  return {
    send: onAsked,
    onSaid: () => undefined,
    onEnd(call) {
      ended = call;
    },
    end() {
      ended(new Error("a lane ended with SIGKILL"));
      return Promise.resolve();
    },
  };
}

test("a question that is open when the daemon ends is answered with 503 and `stopping`", async () => {
  const folder = scratchFolder();
  let onAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  const daemon = await startDaemon({
    ...daemonOptions([folder], folder),
    startLane: (lane) => silentLane(lane === "list" ? onAsked : () => undefined),
  });
  const headers = { authorization: `Bearer ${daemon.token}`, connection: "close" };
  const answer = askAt(daemon.port, "/api/v1/sessions", { headers });
  await asked;
  await daemon.stop();
  const { status, json } = await answer;
  expect([status, json()]).toMatchObject([503, { error: { code: "stopping" } }]);
});
