// A large tree and no index -> the dashboard lists its sessions soon after the command was given, with a bar for the index.
import process from "node:process";
import { expect, it } from "vitest";
import { startDaemon } from "./daemon.ts";
import { patience, tell } from "./patience.ts";
import { onStage } from "./stage.ts";
import { growingHome, largeHome } from "./trees.ts";

/** Another tree to measure on: a gigabyte, say. */
const given = process.env["CLEW_LARGE_HOME"];
const home = given ?? largeHome({ sessions: 240, agents: 4 });
const soonMs = 2000;

onStage(growingHome().home, ({ open }) => {
  it.for(["/", "/sessions"])("shows sessions at %s while the index is made", async (path) => {
    const begun = Date.now();
    const daemon = await startDaemon(home);
    try {
      const readyMs = Date.now() - begun;
      const { page, problems } = await open(path, { daemon });
      await page.locator(".session-line").first().waitFor({ timeout: 60_000 });
      const shownMs = Date.now() - begun;
      await page.locator("progress").waitFor();
      tell(`sessions of a large tree without an index at ${path}: ${shownMs} ms, ${readyMs} of them until it listens`);
      expect(shownMs).toBeLessThan(soonMs * patience());
      expect(problems).toEqual([]);
    } finally {
      await daemon.stop();
    }
  });
});
