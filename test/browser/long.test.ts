// A session of 100,000 rows -> it opens at once, scrolls to its end, and the page never holds more than a few rows.
/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startDaemon } from "./daemon.ts";
import { patience, tell } from "./patience.ts";
import { watchRows } from "./rows-watch.ts";
import { settled } from "./settled.ts";
import { onStage } from "./stage.ts";
import { longHome, rowsPerTurn } from "./trees.ts";

const turns = 10_000;
const rows = turns * rowsPerTurn;
const mostRows = 600;
const longestTaskMs = 200;
const firstRowsMs = 500;
/** For the first time, by a daemon that has just been started, on a machine that has other things to do. */
const coldRowsMs = 2000;

const long = longHome(turns);

/** Long tasks as the browser itself counts them, from the first script on. */
const watchTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.longTasks.push(Math.round(task.duration));
  }).observe({ type: "longtask", buffered: true });
`;

const longTasks = (page: Page): Promise<readonly number[]> => page.evaluate<number[]>("window.longTasks");
const rowCount = (page: Page): Promise<number> => page.locator(".row").count();

async function firstRows(page: Page): Promise<number> {
  const begun = Date.now();
  await page.locator(".session-line").first().click();
  await page.locator(".row-turn").first().waitFor({ timeout: 60_000 });
  return Date.now() - begun;
}

/** Which line stands where on the screen. */
const placesOf = (page: Page): Promise<readonly string[]> =>
  page.locator(".talk-main .row").evaluateAll((shown) => {
    const visible = shown.map((row) => [row.getAttribute("data-line"), row.getBoundingClientRect()] as const);
    return visible
      .filter(([, { top, bottom }]) => bottom > 160 && top < innerHeight)
      .map(([line, { top }]) => `${line} at ${Math.round(top)}`);
  });

/** To lay out the whole log takes seconds, and many of them on a busy machine. */
const wholeMs = 100_000;

/** The whole log is laid out, and its numbers are those of the page. */
const isWhole = (page: Page) =>
  page
    .getByText(`${turns.toLocaleString("en")} turns`)
    .first()
    .waitFor({ timeout: wholeMs });

onStage(long.home, ({ open, daemon }) => {
  it(`shows the first of ${rows} rows at once though nobody has read them before, and nothing jumps when all are known`, async () => {
    const fresh = await startDaemon(long.home);
    try {
      const { page, problems } = await open("/sessions", { daemon: fresh });
      await page.addInitScript(watchTasks);
      await page.reload();
      await page.locator(".session-line").first().waitFor();
      const coldMs = await firstRows(page);
      const before = await settled(page, () => placesOf(page));
      await isWhole(page);
      await expect.poll(() => placesOf(page)).toEqual(before);
      const tasks = await longTasks(page);
      tell(`first rows of ${rows}, read for the first time: ${coldMs} ms; long tasks: ${JSON.stringify(tasks)} ms`);
      expect(coldMs).toBeLessThan(coldRowsMs * patience());
      expect(before.length).toBeGreaterThan(5);
      expect(tasks.filter((ms) => ms > longestTaskMs * patience())).toEqual([]);
      expect(problems).toEqual([]);
    } finally {
      await fresh.stop();
    }
  });

  it("shows the entry of a link at once though nobody has read the log before, and it stays where it is", async () => {
    const fresh = await startDaemon(long.home);
    try {
      // The second call of a turn: twelve lines are ten rows.
      const line = 6 * turns + 6;
      const begun = Date.now();
      const { page, problems } = await open(`/s/${long.id}?line=${line}`, { daemon: fresh });
      const row = page.locator(`.row[data-selected="true"][data-line="${line}"]`);
      await row.waitFor();
      const linkMs = Date.now() - begun;
      const before = await settled(page, () => placesOf(page));
      await page.locator(`.row[data-row="${rows / 2 + 4}"][data-selected="true"]`).waitFor({ timeout: wholeMs });
      tell(`an entry in the midst of ${rows} rows, by its link, read for the first time: ${linkMs} ms`);
      await expect.poll(() => placesOf(page)).toEqual(before);
      expect(linkMs).toBeLessThan(coldRowsMs * patience());
      expect(problems).toEqual([]);
    } finally {
      await fresh.stop();
    }
  });

  it(`shows the first of ${rows} rows again, and jumps to the last`, async () => {
    const { page, problems } = await open("/sessions");
    await page.locator(".session-line").first().waitFor();
    await firstRows(page);
    await isWhole(page);
    await page.keyboard.press("s");
    const warmMs = await firstRows(page);
    tell(`first rows of ${rows}, opened again: ${warmMs} ms`);
    expect(warmMs).toBeLessThan(firstRowsMs * patience());
    await page.keyboard.press("G");
    await page.getByText(`Done with ${turns}.`).waitFor({ timeout: wholeMs });
    expect(await rowCount(page)).toBeLessThanOrEqual(mostRows);
    expect(problems).toEqual([]);
  });

  it("scrolls from end to end with few rows in the page and no long task", async () => {
    const { page, problems } = await open("/");
    await page.addInitScript(watchTasks + watchRows);
    await page.goto(`${daemon().url}/s/${long.id}`);
    await page.locator(".row-turn").first().waitFor();
    const scroller = page.locator(".talk-main .scroller");
    const steps = 50;
    const seen: number[] = [];
    for (let step = 1; step <= steps; step++) {
      await scroller.evaluate((element, share) => {
        element.scrollTop = share * (element.scrollHeight - element.clientHeight);
      }, step / steps);
      // Real rows, not only the places of rows; counted by the same look that finds them.
      const shown = await page.waitForFunction(() => {
        const isWaiting = document.querySelector(".talk-main .row-waiting") !== null;
        return isWaiting ? 0 : document.querySelectorAll(".talk-main .row").length;
      });
      seen.push(await shown.jsonValue());
    }
    // Rows turn out higher or lower than they were taken for: the end is where nothing comes behind it.
    const isAtEnd = async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.getByText(`Done with ${turns}.`).isVisible();
    };
    await expect.poll(isAtEnd, { timeout: 20_000 }).toBe(true);
    const tasks = await longTasks(page);
    tell(`rows in the page: at most ${Math.max(...seen)}; long tasks: ${JSON.stringify(tasks)} ms`);
    expect(Math.max(...seen)).toBeLessThanOrEqual(mostRows);
    expect(await page.evaluate("window.emptyMoments")).toBe(0);
    expect(tasks.filter((ms) => ms > longestTaskMs * patience())).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("finds words in all of it and shows where", async () => {
    const { page, problems } = await open(`/s/${long.id}`);
    await page.locator(".row-turn").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("Prompt 9876:");
    await page.getByText("1 of 1 rows").waitFor();
    await page.locator('.row[data-selected="true"]', { hasText: "Prompt 9876:" }).waitFor();
    expect(problems).toEqual([]);
  });
});
