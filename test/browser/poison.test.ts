// A payload in every text that the daemon answers with -> every view shows it as text, and nothing of it runs.
/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { payload } from "./hostile.ts";
import { nothing, seenIn, watch } from "./hostile-oracle.ts";
import { tell } from "./patience.ts";
import { poisonAnswers, shownNumbers } from "./poison.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const seed = 15_000;
const leastMembers = 200;
const { home } = shownHome();
const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";
const bakery = "6ae43508-e5a6-46c5-9158-b85c84202d8f";

type Visit = {
  readonly path: string;
  readonly shows: string;
  readonly then?: (page: Page) => Promise<void>;
};

async function unfold(page: Page): Promise<void> {
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Fold all" }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.locator("dialog .hljs, dialog pre").first().waitFor();
}

async function preview(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Clone/ })
    .first()
    .click();
  await page.locator("dialog .button").nth(1).waitFor();
}

const visits: readonly Visit[] = [
  { path: "/", shows: ".board-card" },
  { path: "/sessions", shows: ".session-line" },
  { path: "/sessions?q=tide", shows: ".hit" },
  { path: `/s/${tides}`, shows: ".row-turn", then: unfold },
  { path: `/s/${bakery}?line=4`, shows: ".nested .row" },
  { path: `/s/${tides}/files`, shows: ".version-line" },
  { path: `/s/${tides}/context`, shows: ".meter" },
  { path: `/s/${tides}/health`, shows: ".tab-page .banner" },
  { path: `/s/${tides}/manage`, shows: ".tab-page", then: preview },
];

/** Every name of a parameter, and the path itself. */
const addresses = (n: number): readonly string[] => {
  // A path with a dot is a file of the page, or nothing.
  const hostile = encodeURIComponent(payload(n).replaceAll(".", ""));
  const query = ["line", "turn", "branch", "agent", "find", "path"].map((name) => `${name}=${hostile}`).join("&");
  return [
    `/sessions?q=${hostile}&filter=${hostile}&focus=${hostile}`,
    `/s/${tides}?${query}`,
    `/s/${tides}/files?${query}`,
    `/s/${hostile}?${query}`,
    `/${hostile}`,
  ];
};

onStage(
  home,
  ({ open, daemon }) => {
    async function prepared() {
      const opened = await open("/sessions");
      const foreign: string[] = [];
      opened.page.on("request", (request) => {
        if (!request.url().startsWith(daemon().url) && !request.url().startsWith("blob:")) foreign.push(request.url());
      });
      await opened.page.addInitScript(watch);
      return { ...opened, foreign };
    }

    it(`more than ${leastMembers} payloads, each in a field of its own, are text in every view`, async () => {
      const { page, foreign } = await prepared();
      const { places } = await poisonAnswers(page, seed);
      const members = new Set<string>();
      for (const { path, shows, then } of visits) {
        await page.goto(daemon().url + path);
        await page.locator(shows).first().waitFor();
        await then?.(page);
        await expect.poll(async () => (await shownNumbers(page)).some((number) => places.has(number))).toBe(true);
        expect(await seenIn(page)).toEqual(nothing);
        // A title that tries to leave the page is text in the title of the tab too.
        for (const number of await shownNumbers(page)) {
          const place = places.get(number);
          if (place !== undefined) members.add(`${path} ${place} ${payload(number)}`);
        }
      }
      const fields = new Set([...members].map((member) => member.split(" ").slice(0, 2).join(" ")));
      tell(`${members.size} payloads shown, in ${fields.size} fields of ${visits.length} views`);
      expect(members.size).toBeGreaterThanOrEqual(leastMembers);
      expect(fields.size).toBeGreaterThanOrEqual(60);
      expect(foreign).toEqual([]);
    });

    it("errors with hostile texts are text in every view", async () => {
      const { page, foreign } = await prepared();
      for (const [at, { path }] of visits.entries()) {
        const [code, message, hint] = [payload(seed + at), payload(seed + at + 10), payload(seed + at + 20)];
        await page.unroute(/\/api\/v1\//);
        await page.route(/\/api\/v1\/(?!hello|events|health|status)/, (route) =>
          route.fulfill({ status: 500, json: { error: { code, message, hint } } }),
        );
        await page.goto(daemon().url + path);
        await page
          .locator(path.endsWith("/manage") ? ".notice, .tab-page" : '.notice[role="alert"]')
          .first()
          .waitFor();
        expect(await seenIn(page)).toEqual(nothing);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      }
      expect(foreign).toEqual([]);
    });

    it("addresses with hostile parameters are text, and lead nowhere", async () => {
      const { page, foreign } = await prepared();
      for (let n = seed; n < seed + 28; n += 7)
        for (const address of addresses(n)) {
          await page.goto(`${daemon().url}${address}`);
          await page.locator(".main .session-line, .main .notice, .main .row, .main .version-line").first().waitFor();
          expect(await seenIn(page)).toEqual(nothing);
          expect(new URL(page.url()).origin).toBe(daemon().url);
        }
      expect(foreign).toEqual([]);
    });

    it("a hostile text in the field for the token is refused as text", async () => {
      const { page, foreign } = await prepared();
      // The token is kept when the first answer has come.
      await page.locator(".session-line").first().waitFor();
      await page.evaluate(() => [localStorage, sessionStorage].forEach((kept) => kept.clear()));
      await page.goto(`${daemon().url}/`);
      const field = page.getByRole("textbox", { name: "Address or token" });
      for (let n = seed; n < seed + 28; n++) {
        await field.fill(payload(n));
        await field.press("Enter");
        await page.getByText("cannot find a token").waitFor();
      }
      expect(await seenIn(page)).toEqual(nothing);
      expect(foreign).toEqual([]);
    });
  },
  { actions: "allowed" },
);
