// Workers of the daemon that are replaced while a session is read -> its rows stay on the screen, and the place too.
/// <reference lib="dom" />
import { appendFileSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { parsedObject } from "../../src/format/index.ts";
import { watchRows } from "./rows-watch.ts";
import { onStage } from "./stage.ts";
import { longHome, reply } from "./trees.ts";
import { killWorkers } from "./workers.ts";

const turns = 300;
const long = longHome(turns);

/** One more reply, below the last entry of the log. */
function append(words: string): void {
  const last = parsedObject(readFileSync(long.path, "utf8").trimEnd().split("\n").at(-1) ?? "") ?? {};
  const entry = { ...last, ...reply({ type: "text", text: words }, words), parentUuid: last["uuid"] };
  appendFileSync(long.path, `${JSON.stringify({ ...entry, uuid: crypto.randomUUID() })}\n`);
}

/** A question that a killed worker was busy with fails: the cost of the session, for one. */
const others = (problems: readonly string[]): readonly string[] => problems.filter((one) => !one.includes("500"));

const emptyMoments = (page: Page): Promise<number> => page.evaluate<number>("window.emptyMoments");

onStage(long.home, ({ open, daemon }) => {
  it("keeps the rows and the place in a session when another worker answers", async () => {
    const { page, problems } = await open("/sessions");
    await page.addInitScript(watchRows);
    await page.goto(`${daemon().url}/s/${long.id}`);
    await page.locator(".row-turn", { hasText: "Prompt 1:" }).waitFor();
    expect(killWorkers(daemon().pid)).toBeGreaterThan(0);
    await page.locator(".talk-main .scroller").evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
    await page.locator(".row-turn", { hasText: "Prompt 15" }).first().waitFor();
    expect(await emptyMoments(page)).toBe(0);
    expect(others(problems)).toEqual([]);
  });

  it("keeps them when the log has grown since the last worker read it", async () => {
    const { page, problems } = await open("/sessions");
    await page.addInitScript(watchRows);
    await page.goto(`${daemon().url}/s/${long.id}`);
    await page.locator(".row-turn", { hasText: "Prompt 1:" }).waitFor();
    await page.locator('.live-dot[data-state="open"]').waitFor();
    await page.keyboard.press("G");
    await page.getByText(`Done with ${turns}.`).waitFor();
    for (const words of ["First addition.", "Second addition."]) {
      expect(killWorkers(daemon().pid)).toBeGreaterThan(0);
      append(words);
      await page.locator(".row", { hasText: words }).waitFor();
    }
    expect(await emptyMoments(page)).toBe(0);
    expect(others(problems)).toEqual([]);
  });
});
