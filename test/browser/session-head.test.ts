// The head of a session -> its folder, its id to copy and what it cost, wide and narrow.
/// <reference lib="dom" />
import { expect, it } from "vitest";
import { overflowPx, seriousFindings } from "./checks.ts";
import { shownHome } from "./shown-home.ts";
import { onStage } from "./stage.ts";

const { home } = shownHome();
const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";

onStage(home, ({ open }) => {
  it.each([1280, 390])("tells folder, id and cost at a width of %s", async (width) => {
    const { page, problems } = await open(`/s/${tides}`, { width });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const facts = page.locator(".session-head .facts");
    expect(await facts.locator(".path").getAttribute("title")).toBe("/home/ada/code/tide-tables");
    const id = facts.getByRole("button", { name: tides.slice(0, 8) });
    expect(await id.getAttribute("title")).toBe(tides);
    const cost = facts.locator(".cost");
    await cost.waitFor();
    expect(await cost.textContent()).toMatch(/^(at least \$\d+\.\d+|\$\d+\.\d+, exact)/);
    expect(await cost.getAttribute("title")).toContain("At list prices as of");
    await id.click();
    await facts.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tides);
    expect(await overflowPx(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
