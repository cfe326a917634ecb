// Ways out of a list or a conversation and back -> one is where one was; the address names what is looked at.
/// <reference lib="dom" />
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { onStage } from "./stage.ts";
import { longHome, prompt, reply, rowsPerTurn, weave, writeLines } from "./trees.ts";

const turns = 60;
const many = 1500;
const long = longHome(turns);
const startMs = Date.UTC(2026, 3, 1);
for (let at = 0; at < many; at++) {
  const id = `bbbbbbbb-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const line = weave(id, startMs + at * 60_000);
  writeLines(join(long.path, "..", `${id}.jsonl`), [
    line(prompt(`Errand ${at}`)),
    line(reply({ type: "text", text: "Done." }, `e${at}`)),
  ]);
}

const lit = (page: Page) => page.locator('.outline button[aria-current="true"] .number').textContent();
const scroller = (page: Page) => page.locator(".talk-main .scroller");

/** The first row or session on the screen, and where. */
const topOf = (page: Page, list: string): Promise<string> =>
  page.locator(list).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const shown = [...element.querySelectorAll(":scope > .stretch > *")]
      .map((item) => ({ item, at: item.getBoundingClientRect() }))
      .toSorted((one, other) => one.at.top - other.at.top)
      .find(({ at }) => at.bottom > top + 8);
    return `${shown?.item.getAttribute("data-index")} at ${Math.round((shown?.at.top ?? 0) - top)}`;
  });
const topRow = (page: Page) => topOf(page, ".talk-main .scroller");
const topSession = (page: Page) => topOf(page, ".sessions-page .scroller");

/** To a pixel or two. */
async function isAt(told: () => Promise<string>, before: string): Promise<void> {
  const [index, px] = before.split(" at ");
  await expect
    .poll(async () => {
      const [nowIndex, nowPx] = (await told()).split(" at ");
      return nowIndex === index && Math.abs(Number(nowPx) - Number(px)) <= 2;
    })
    .toBe(true);
}

async function scrollBy(page: Page, px: number): Promise<void> {
  await scroller(page).hover();
  await page.mouse.wheel(0, px);
  // Rows come and are measured.
  await page.waitForTimeout(500);
  await expect.poll(() => page.locator(".talk-main .row-waiting").count()).toBe(0);
}

onStage(long.home, ({ open }) => {
  it("the turn whose rows are at the top is the one that is lit", async () => {
    const { page, problems } = await open(`/s/${long.id}`);
    await page.locator(".outline .number").first().waitFor();
    expect(await lit(page)).toBe("1");
    for (let step = 0; step < 12; step++) {
      await scrollBy(page, 333);
      const row = Number.parseInt(await topRow(page), 10);
      expect(await lit(page)).toBe(String(Math.floor(row / rowsPerTurn) + 1));
    }
    await page.keyboard.press("n");
    const next = Number(await lit(page));
    await page.keyboard.press("n");
    await expect.poll(() => lit(page)).toBe(String(next + 1));
    await page.keyboard.press("G");
    await page.getByText(`Done with ${turns}.`).waitFor();
    await expect.poll(() => lit(page)).toBe(String(turns));
    expect(problems).toEqual([]);
  });

  it("a turn that is chosen, and n and p, are named by the address without a step in the history", async () => {
    const { page } = await open(`/s/${long.id}`);
    await page.locator(".outline button", { hasText: "Prompt 3:" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("line")).toBe("25");
    await page.keyboard.press("n");
    await expect.poll(() => new URL(page.url()).searchParams.get("line")).toBe("37");
    const steps = await page.evaluate(() => history.length);
    await page.keyboard.press("p");
    await expect.poll(() => new URL(page.url()).searchParams.get("line")).toBe("25");
    expect(await page.evaluate(() => history.length)).toBe(steps);
  });

  it("another tab and back, and the browser's own way back and anew, lead to where one was reading", async () => {
    const { page, problems } = await open(`/s/${long.id}`);
    await page.locator(".row-turn").first().waitFor();
    await scrollBy(page, 4321);
    await page.locator(".talk-main .call-head").nth(3).click();
    await scrollBy(page, 700);
    const before = await topRow(page);
    expect(before).not.toMatch(/^0 /);
    await page.keyboard.press("3");
    await page.getByText("What it is made of").waitFor();
    await page.keyboard.press("1");
    await isAt(() => topRow(page), before);
    await page.goBack();
    await page.getByText("What it is made of").waitFor();
    await page.goBack();
    await isAt(() => topRow(page), before);
    await page.keyboard.press("s");
    await page.locator(".session-line").first().waitFor();
    await page.goBack();
    await page.locator(".row").first().waitFor();
    const [row] = before.split(" ");
    await expect.poll(async () => (await topRow(page)).split(" ")[0]).toBe(row);
    await page.waitForTimeout(500);
    await page.reload();
    await expect.poll(async () => (await topRow(page)).split(" ")[0]).toBe(row);
    expect(problems).toEqual([]);
  });

  it("a link of the conversation and the way back from it lead to where one was", async () => {
    const { page } = await open(`/s/${long.id}`);
    await page.locator(".row-turn").first().waitFor();
    await scrollBy(page, 2500);
    const before = await topRow(page);
    await page.locator(".outline button", { hasText: "Prompt 2:" }).waitFor();
    await page.evaluate((address) => {
      const link = document.createElement("a");
      link.href = address;
      link.dataset["own"] = "";
      document.querySelector("#app")?.append(link);
      link.click();
    }, `/s/${long.id}?line=600`);
    await page.locator('.row[data-selected="true"][data-line="600"]').waitFor();
    await page.goBack();
    await isAt(() => topRow(page), before);
    expect(page.url()).not.toContain("line=");
  });

  it(`the list of ${many} sessions is where it was, with what was selected, by Back and by Escape`, async () => {
    const { page, problems } = await open("/sessions");
    await page.getByText("1,501 sessions", { exact: true }).waitFor();
    await page.locator(".sessions-page .scroller").evaluate((element) => element.scrollTo(0, 41_234));
    await page.waitForTimeout(500);
    const before = await topSession(page);
    expect(Number.parseInt(before, 10)).toBeGreaterThan(600);
    await page.locator(".session-line").nth(10).click();
    await page.locator(".row-turn").waitFor();
    await page.goBack();
    await page.locator(".session-line").first().waitFor();
    await isAt(() => topSession(page), before);
    await page.keyboard.press("g");
    for (let step = 0; step < 30; step++) await page.keyboard.press("j");
    const chosen = page.locator('.session-line[data-selected="true"]');
    const name = await chosen.getAttribute("data-session");
    const place = await topSession(page);
    await page.keyboard.press("Enter");
    await page.locator(".row-turn").first().waitFor();
    await page.keyboard.press("Escape");
    await chosen.waitFor();
    expect(await chosen.getAttribute("data-session")).toBe(name);
    await isAt(() => topSession(page), place);
    await page.reload();
    await chosen.waitFor();
    expect(await chosen.getAttribute("data-session")).toBe(name);
    await page.keyboard.press("j");
    await expect.poll(() => chosen.getAttribute("data-session")).not.toBe(name);
    await page.locator('[data-index="31"] .session-line[data-selected="true"]').waitFor();
    expect(problems).toEqual([]);
  });

  it("the filter of the list stands in the address, and is there again when the page is loaded anew", async () => {
    const { page } = await open("/sessions");
    await page.getByText("1,501 sessions", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Damaged" }).click();
    await page.getByText("No session passes the filter").waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe("damaged");
    await page.reload();
    await page.getByText("No session passes the filter").waitFor();
    await page.locator(".nav").getByText("Sessions").click();
    await page.locator(".session-line").first().waitFor();
    expect(page.url()).not.toContain("filter");
  });
});
