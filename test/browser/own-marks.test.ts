// A session that is forked and kept in the dashboard -> its list, its reader and the overview say so at once.
/// <reference lib="dom" />
import { utimesSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { overflowPx, seriousFindings } from "./checks.ts";
import { onStage } from "./stage.ts";
import { workedHome } from "./worked-home.ts";

const { home, broken, sound } = workedHome();
const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
for (const { path } of [broken, sound]) utimesSync(path, old, old);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const going = (page: Page, id: string) =>
  page.locator(`.overview .column:last-child section:last-child [data-session="${id}"]`);

async function done(page: Page, button: string): Promise<void> {
  await press(page, button);
  await press(page, "Do it");
  await page.getByRole("dialog").getByText("Done.").waitFor();
  await press(page, "Close");
}

onStage(
  home,
  ({ open }) => {
    it("a session that was kept is said to be, and is no longer about to be deleted", async () => {
      const { page } = await open("/");
      await going(page, sound.id).waitFor();
      const manage = await open(`/s/${sound.id}/manage`);
      await done(manage.page, "Keep it…");
      await manage.page.getByRole("button", { name: "Keep it again…", exact: true }).waitFor();
      await manage.page.locator(".session-head .facts").getByText("kept", { exact: true }).waitFor();
      const { page: after, problems } = await open("/");
      await going(after, broken.id).waitFor();
      expect(await going(after, sound.id).count()).toBe(0);
      expect(problems).toEqual([]);
    });

    it.each([
      ["wide", { width: 1280 }],
      ["on a phone", { width: 390, height: 780 }],
    ] as const)("what was made of a session says of which, and what: %s", async (_, look) => {
      const { page } = await open(`/s/${sound.id}/manage`);
      await page.getByLabel("After turn").fill("2");
      await done(page, "Fork it there…");
      const words = `turns 1-2 of ${sound.id.slice(0, 8)}`;
      const list = await open("/sessions", look);
      const line = list.page.locator(".session-line", { hasText: words }).first();
      await line.waitFor();
      expect(await list.page.locator(`.session-line[data-session="${sound.id}"]`).getByText("kept").count()).toBe(1);
      expect([await seriousFindings(list.page), await overflowPx(list.page)]).toEqual([[], 0]);
      await line.click();
      await list.page.locator(".session-head .facts").getByText(words).waitFor();
      expect([await overflowPx(list.page), list.problems]).toEqual([0, []]);
    });
  },
  { actions: "allowed" },
);
