// Several tabs of one browser -> one that has the token is enough for all of them, also after the daemon was started anew.
/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startDaemon } from "./daemon.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const { home } = shownHome();
const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";

const needsAddress = (page: Page) => page.getByText("This page needs the address that clew printed");

onStage(home, ({ open, daemon }) => {
  it("a link opened in a new tab, and one that was pasted, need no token of their own", async () => {
    const { page, problems } = await open("/sessions");
    const line = page.locator(`[data-session="${tides}"]`);
    await line.waitFor();
    const [clicked] = await Promise.all([page.context().waitForEvent("page"), line.click({ button: "middle" })]);
    await clicked.locator(".row-turn").first().waitFor();
    const pasted = await page.context().newPage();
    const asked: string[] = [];
    pasted.on("request", (request) => asked.push(request.url()));
    await pasted.goto(`${daemon().url}/s/${tides}?line=33`);
    await pasted.locator('.row[data-line="33"]').waitFor();
    await pasted.reload();
    await pasted.locator('.row[data-line="33"]').waitFor();
    expect(asked.filter((address) => address.includes(daemon().token))).toEqual([]);
    expect(await pasted.evaluate(() => document.cookie)).not.toContain(daemon().token);
    // The one place where it is kept, for this address alone.
    expect(await pasted.evaluate(() => localStorage.getItem("clew-token"))).toBe(daemon().token);
    expect(problems).toEqual([]);
  });

  it("a tab with a wrong token locks no other out, and is helped by it", async () => {
    const { page } = await open("/");
    await page.locator(".board-card").first().waitFor();
    const wrong = await page.context().newPage();
    await wrong.goto(`${daemon().url}/sessions#token=${"0".repeat(43)}`);
    await wrong.locator(".session-line").first().waitFor();
    await page.keyboard.press("s");
    await page.locator(".session-line").first().waitFor();
    expect(await needsAddress(page).count()).toBe(0);
  });

  it("when the daemon was started anew, the tab with its new address tells the others, and they go on", async () => {
    const first = await startDaemon(home);
    const { page } = await open(`/s/${tides}`, { daemon: first });
    await page.locator(".row-turn").first().waitFor();
    await first.stop();
    const second = await startDaemon(home, { port: Number(new URL(first.url).port) });
    try {
      expect(second.token).not.toBe(first.token);
      await page.locator(".banner.connection", { hasText: "Locked out" }).waitFor();
      await page.locator(".row-turn").first().waitFor();
      const fresh = await page.context().newPage();
      await fresh.goto(`${second.url}/#token=${second.token}`);
      await fresh.locator(".board-card").first().waitFor();
      await page.locator(".row-turn").first().waitFor();
      await page.locator('.live-dot[data-state="open"]').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/s/${tides}`);
    } finally {
      await second.stop();
    }
  });
});
