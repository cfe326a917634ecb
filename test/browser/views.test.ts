// Every view on the demo tree, in both themes and at phone width -> what people see, and nothing that keeps anyone out.
/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { overflowPx, seriousFindings, takePicture } from "./checks.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const { home, waiting } = shownHome();
const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";
const bakery = "6ae43508-e5a6-46c5-9158-b85c84202d8f";

type View = { readonly name: string; readonly path: string; readonly shows: (page: Page) => Promise<void> };

const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

const views: readonly View[] = [
  {
    name: "overview",
    path: "/",
    shows: async (page) => {
      await page.locator('.board-card[data-status="waiting_approval"]', { hasText: "npm run publish" }).waitFor();
      await page.locator('.board-card[data-status="working"], .board-card[data-status="running_command"]').waitFor();
      await page.getByText("certain: the client says so").first().waitFor();
      await page.locator(".chart canvas").waitFor();
      await page.getByText("expires any time").first().waitFor();
      await page.locator(".session-line", { hasText: "Spring and neap tides" }).waitFor();
    },
  },
  { name: "sessions", path: "/sessions", shows: text("Trace lost bakery orders") },
  {
    name: "search",
    path: "/sessions?q=almanac",
    shows: async (page) => {
      await page.locator(".hit mark", { hasText: "almanac" }).first().waitFor();
    },
  },
  {
    name: "conversation",
    path: `/s/${tides}`,
    shows: async (page) => {
      await page.getByText("The context was compacted here").waitFor();
      await page.locator(".session-head .cost").waitFor();
      await page.locator(".row-turn", { hasText: "How far off is it today?" }).waitFor();
    },
  },
  {
    name: "agent",
    path: `/s/${bakery}?line=4`,
    shows: async (page) => {
      await page.locator('.row[data-selected="true"] .call-head', { hasText: "Agent" }).waitFor();
      await page.getByText("What the agent reported").waitFor();
      await page.locator(".nested .row").first().waitFor();
      await page.locator(".diff-line[data-mark='+']").first().waitFor();
    },
  },
  {
    name: "files",
    path: `/s/${tides}/files`,
    shows: async (page) => {
      await page.getByText("clew recover /home/ada/code/tide-tables/src/moon.ts").waitFor();
      await page.locator(".diff-line[data-mark='+']").first().waitFor();
    },
  },
  { name: "context", path: `/s/${tides}/context`, shows: text("The largest things in it") },
  { name: "health", path: `/s/${tides}/health`, shows: text("Findings") },
  { name: "manage", path: `/s/${tides}/manage`, shows: text("clew delete ") },
  { name: "waiting", path: `/s/${waiting}`, shows: text("Publish the tide tables of next year.") },
  {
    name: "unknown-session",
    path: "/s/01234567-89ab-4def-8123-456789abcdef",
    shows: text("There is no such session here"),
  },
  { name: "nothing-there", path: "/no/such/place", shows: text("There is nothing at this address") },
];

/** Views that nobody needs a picture of, and those whose picture on a phone tells something. */
const plain = new Set(["waiting", "nothing-there"]);
const onPhone = new Set(["overview", "conversation"]);

onStage(home, ({ open }) => {
  for (const scheme of ["light", "dark"] as const) {
    it.each(views)(`the view $name is there for everybody, ${scheme}`, async ({ name, path, shows }) => {
      const { page, problems } = await open(path, { scheme });
      await shows(page);
      const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(ground).toBe(scheme === "light" ? "rgb(250, 249, 246)" : "rgb(22, 21, 19)");
      expect(await seriousFindings(page)).toEqual([]);
      if (!plain.has(name)) await takePicture(page, `${name}-${scheme}`);
      // The one request that is meant to fail is for the session that is not there.
      expect(problems.filter((problem) => name !== "unknown-session" || !problem.includes("404"))).toEqual([]);
    });
  }

  it.each(views)("the view $name fits a phone", async ({ name, path, shows }) => {
    const { page } = await open(path, { width: 390, height: 780 });
    if (name !== "overview") await shows(page);
    else await page.locator(".board-card").first().waitFor();
    expect(await overflowPx(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    if (onPhone.has(name)) await takePicture(page, `${name}-phone`);
  });
});
