// A keyboard and nothing else -> every view is reached, searched, read and left again; links lead to single entries.
/// <reference lib="dom" />
import { expect, it } from "vitest";
import { seriousFindings } from "./checks.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const { home, waiting } = shownHome();
const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";
const bakery = "6ae43508-e5a6-46c5-9158-b85c84202d8f";
const selected = '.row[data-selected="true"]';

onStage(home, ({ open, daemon }) => {
  it("takes the token out of the address, and asks for it in a browser that has none", async () => {
    const { page, problems } = await open("/");
    await page.locator(".board-card").first().waitFor();
    expect(page.url()).toBe(`${daemon().url}/`);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    const stranger = await page.context().newPage();
    await page.evaluate(() => localStorage.clear());
    await page.close();
    await stranger.goto(`${daemon().url}/sessions`);
    await stranger.getByText("This page needs the address that clew printed").waitFor();
    expect(await seriousFindings(stranger)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("searches the text of all sessions from any view, and opens the entry that was found", async () => {
    const { page, problems } = await open("/");
    await page.locator(".session-line").first().waitFor();
    await page.keyboard.press("/");
    await page.locator('input[type="search"]:focus').waitFor();
    await page.keyboard.type("almanac minute");
    await page.locator('.hit[data-selected="true"]').waitFor();
    await page.keyboard.press("Enter");
    await page.locator(selected, { hasText: "agree with the almanac to the minute" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${tides}`);
    expect(new URL(page.url()).searchParams.get("line")).toBe("33");
    await page.goBack();
    await page.locator(".hit mark").first().waitFor();
    expect(problems).toEqual([]);
  });

  it("Enter opens the best of what is found, at once or later; arrows reach all of it, and a session's name opens it", async () => {
    const { page, problems } = await open("/sessions");
    const chosen = page.locator('.results [data-selected="true"]');
    await page.locator(`[data-session="${tides}"]`).waitFor();
    await page.keyboard.press("/");
    // Stands in titles and in texts; the hits are not there yet.
    await page.keyboard.type("tides");
    await page.keyboard.press("Enter");
    await page.locator(".find-bar input").waitFor();
    expect(new URL(page.url()).searchParams.get("find")).toBe("tides");
    expect(new URL(page.url()).searchParams.get("line")).not.toBeNull();
    await expect.poll(() => page.evaluate(() => CSS.highlights.get("clew-found")?.size ?? 0)).toBeGreaterThan(0);
    await page.goBack();
    await page.locator('.hit[data-selected="true"]').waitFor();
    await page.locator(".search-field input").focus();
    await page.keyboard.press("ArrowUp");
    await page.locator('.results .session-line[data-selected="true"]').waitFor();
    await page.keyboard.press("j");
    await page.locator('.hit[data-selected="true"]').waitFor();
    const first = await chosen.getAttribute("href");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen.getAttribute("href")).not.toBe(first);
    await page.keyboard.press("/");
    await page.keyboard.type("Spring and neap tides");
    await page.locator(`.results [data-session="${tides}"][data-selected="true"]`).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".row-turn").first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/s/${tides}`);
    expect(problems).toEqual([]);
  });

  it("filters the list while one types; Escape leaves the field, and the next one takes the filter back", async () => {
    const { page } = await open("/sessions");
    await page.locator(".session-line", { hasText: "Opening hours" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("neap");
    await page.locator(".results .session-line", { hasText: "Spring and neap tides" }).first().waitFor();
    expect(await page.locator(".session-line", { hasText: "Opening hours" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    expect(await page.locator(".search-field input").inputValue()).toBe("neap");
    await page.keyboard.press("Enter");
    await page.locator(".session-title").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("neap");
    await page.locator(".search-field input").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator(".session-line", { hasText: "Opening hours" }).waitFor();
  });

  it("walks through lists and rows with j and k, and through turns with n and p", async () => {
    const { page, problems } = await open("/sessions");
    await page.locator(`[data-session="${tides}"]`).waitFor();
    const lines = await page.locator(".session-line").count();
    expect(lines).toBeGreaterThan(5);
    await page.keyboard.press("G");
    await page.locator('.session-line[data-selected="true"]', { hasText: "A bot that takes bread orders" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.locator(".row-turn").first().waitFor();
    await page.goto(`${daemon().url}/s/${tides}`);
    await page.locator(".row-turn").first().waitFor();
    await page.keyboard.press("j");
    await page.locator(`${selected}[data-row="0"]`).waitFor();
    await page.keyboard.press("j");
    await page.locator(`${selected}[data-row="1"]`).waitFor();
    await page.keyboard.press("k");
    await page.locator(`${selected}[data-row="0"]`).waitFor();
    await page.keyboard.press("n");
    await page.locator(selected, { hasText: "How far off is it today?" }).waitFor();
    await page.keyboard.press("n");
    await page.locator(selected, { hasText: "Go on with both fixes." }).waitFor();
    await page.keyboard.press("p");
    await page.locator(selected, { hasText: "How far off is it today?" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.locator(`${selected} .call-body`).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(`${selected} .call-body`).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("shows the log's own entry, the help and every tab by a key", async () => {
    const { page, problems } = await open(`/s/${tides}?line=33`);
    await page.locator(`${selected}[data-line="33"]`).waitFor();
    await page.keyboard.press("r");
    await page.locator("dialog pre", { hasText: '"parentUuid"' }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
    await page.keyboard.press("?");
    await page.locator("dialog", { hasText: "next and previous turn" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    for (const [key, words] of [
      ["2", "moon.ts"],
      ["3", "What it is made of"],
      ["4", "Findings"],
      ["5", "Another folder"],
      ["1", "Mark spring"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByText(words).first().waitFor();
    }
    await page.keyboard.press("o");
    await page.locator(".board-card").first().waitFor();
    expect(problems).toEqual([]);
  });

  it("finds in the session, steps on with Enter and marks the words", async () => {
    const { page, problems } = await open(`/s/${tides}`);
    await page.locator(".row-turn").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("moon");
    await page.getByText(/^1 of \d+ rows$/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/^2 of \d+ rows$/).waitFor();
    await expect.poll(() => page.evaluate(() => CSS.highlights.get("clew-found")?.size ?? 0)).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it("keeps the theme that was chosen", async () => {
    const { page } = await open("/", { scheme: "light" });
    await page.locator(".board-card").first().waitFor();
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.keyboard.press("t");
    expect(await ground()).toBe(light);
    await page.keyboard.press("t");
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.locator(".board-card").first().waitFor();
    expect(await ground()).toBe(dark);
  });

  it("reads an agent below its call and on its own, and copies the command that resumes", async () => {
    const { page, problems } = await open(`/s/${bakery}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".call-head", { hasText: "Agent" }).click();
    await page.locator(".nested .row").first().waitFor();
    await page.getByText("Open its log").click();
    await page.getByText("Back to the conversation").waitFor();
    await page.locator(".row-turn", { hasText: "Trace how an order travels" }).waitFor();
    await page.getByText("Copy resume command").click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`claude --resume ${bakery}`);
    expect(problems).toEqual([]);
  });

  it("says who waits beside the way there", async () => {
    const { page } = await open(`/s/${waiting}`);
    await page.locator(".nav .tally").waitFor();
    expect(await page.locator(".nav .tally").textContent()).toBe("1");
    await page.locator(".session-head .badge", { hasText: "waits for approval" }).waitFor();
  });
});
