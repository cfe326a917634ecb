// Page Up, Page Down, Space, Home and End -> they scroll what is read as soon as it is there, wherever the focus is.
/// <reference lib="dom" />
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { seriousFindings } from "./checks.ts";
import { onStage } from "./stage.ts";
import { longHome, prompt, reply, weave, writeLines } from "./trees.ts";

const turns = 80;
const long = longHome(turns);
for (let at = 0; at < 60; at++) {
  const id = `bcbcbcbc-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const line = weave(id, Date.now() - at * 60_000);
  writeLines(join(dirname(long.path), `${id}.jsonl`), [
    line(prompt(`Errand ${at} past the harbour wall`)),
    line(reply({ type: "text", text: "Done." }, `e${at}`)),
  ]);
}

const topOf = (page: Page, area: string) => page.locator(area).evaluate((element) => Math.round(element.scrollTop));
const leftOf = (page: Page, area: string) =>
  page.locator(area).evaluate((element) => Math.round(element.scrollHeight - element.clientHeight - element.scrollTop));

/** Nothing was clicked or focused: the keys come to a page that has just been opened. */
async function tryKeys(page: Page, area: string): Promise<void> {
  const heightPx = await page.locator(area).evaluate((element) => element.clientHeight);
  await page.keyboard.press("PageDown");
  await expect.poll(() => topOf(page, area)).toBeGreaterThan(heightPx / 4);
  await page.keyboard.press("PageUp");
  // Rows that were measured on the way may be a little higher than was thought.
  await expect.poll(() => topOf(page, area)).toBeLessThan(heightPx / 8);
  await page.keyboard.press("Space");
  await expect.poll(() => topOf(page, area)).toBeGreaterThan(heightPx / 4);
  await page.keyboard.press("Shift+Space");
  await expect.poll(() => topOf(page, area)).toBeLessThan(heightPx / 8);
  await page.keyboard.press("End");
  await expect.poll(() => leftOf(page, area)).toBeLessThanOrEqual(1);
  await page.keyboard.press("Home");
  await expect.poll(() => topOf(page, area)).toBe(0);
}

onStage(long.home, ({ open }) => {
  it.each([
    [`/s/${long.id}`, ".talk-main .scroller", ".row-turn"],
    ["/sessions", ".sessions-page .scroller", ".session-line"],
    ["/", ".main", ".session-line"],
    [`/s/${long.id}/files`, ".split > .tab-page", ".version-line"],
    [`/s/${long.id}/context`, ".tab-page", ".meter"],
    [`/s/${long.id}/manage`, ".tab-page", ".command"],
  ])("keys scroll the view %s at once", async (path, area, shows) => {
    const { page, problems } = await open(path, { height: 300 });
    await page.locator(shows).first().waitFor();
    await expect.poll(() => leftOf(page, area)).toBeGreaterThan(100);
    await tryKeys(page, area);
    // The log of the edits does not tell what was in the files before.
    expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });

  it("a search keeps Page Down for its hits and Home and Space for its field", async () => {
    const { page } = await open("/sessions?q=harbour", { height: 400 });
    await page.locator(".results a.hit").first().waitFor();
    const field = page.locator(".search-field input");
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("PageDown");
    await expect.poll(() => topOf(page, ".results")).toBeGreaterThan(100);
    await page.keyboard.press("PageUp");
    await expect.poll(() => topOf(page, ".results")).toBe(0);
    await page.keyboard.press("End");
    await page.keyboard.press("Space");
    expect(await field.inputValue()).toBe("harbour ");
    expect(await topOf(page, ".results")).toBe(0);
  });

  it("a focused row that leaves the list takes no key with it, and Space stays with buttons", async () => {
    const area = ".talk-main .scroller";
    const { page, problems } = await open(`/s/${long.id}`);
    await page.locator(".row-turn").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator('.row[data-row="0"][data-selected="true"]').waitFor();
    await page.keyboard.press("End");
    await page.getByText(`Done with ${turns}.`).waitFor();
    await expect.poll(() => page.locator('.row[data-row="0"]').count()).toBe(0);
    const focused = () => page.evaluate(() => document.activeElement?.className ?? "");
    await expect.poll(focused).toContain("scroller");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("PageUp");
    await expect.poll(() => leftOf(page, area)).toBeGreaterThan(100);
    await page.keyboard.press("Home");
    await expect.poll(() => topOf(page, area)).toBe(0);
    await page.locator('.row[data-row="0"]').waitFor();
    const unfold = page.getByRole("button", { name: "Unfold all" });
    await unfold.focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Fold all" }).waitFor();
    expect(await topOf(page, area)).toBe(0);
    expect(problems).toEqual([]);
  });
});
