// Addresses that are short, wrong or seen from afar -> they lead to what was meant, or say what there is not.
/// <reference lib="dom" />
import { expect, it } from "vitest";
import { seriousFindings } from "./checks.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const { home } = shownHome();
const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";

onStage(home, ({ open }) => {
  it("a link to a line or a turn that the log does not have says so", async () => {
    const { page } = await open(`/s/${tides}?line=99999`);
    await page.getByText(/There is no line 99999 in this log, which has \d+ lines/).waitFor();
    await page.locator(".row-turn").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("n");
    await page.goto(`${new URL(page.url()).origin}/s/${tides}?turn=77`);
    await page.getByText("There is no turn 77 in this log").waitFor();
  });

  it("the beginning of an id leads to its session, to the same tab and line", async () => {
    const { page } = await open(`/s/${tides.slice(0, 8)}?line=33`);
    await page.locator('.row[data-selected="true"][data-line="33"]').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${tides}`);
    await page.goto(`${new URL(page.url()).origin}/s/${tides.slice(0, 4)}/context`);
    await page.getByText("What it is made of").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${tides}/context`);
    await page.goto(`${new URL(page.url()).origin}/s/0000`);
    await page.getByText("There is no such session here").waitFor();
  });

  it("the title of the tab says how many sessions wait for the person", async () => {
    const { page } = await open("/");
    await expect.poll(() => page.title()).toBe("(1) clew");
    await page.locator(".session-line", { hasText: "Spring and neap tides" }).click();
    await expect.poll(() => page.title()).toBe("(1) Spring and neap tides · clew");
    await page.keyboard.press("s");
    await expect.poll(() => page.title()).toBe("(1) clew");
  });

  it("the list of sessions says where each stands", async () => {
    const { page } = await open("/sessions");
    const line = page.locator(`[data-session="${tides}"]`);
    await line.waitFor();
    await expect.poll(() => line.textContent()).toContain("answered");
    await page.locator(".session-line", { hasText: "open call: Bash" }).waitFor();
  });
});
