// The page under a stricter policy than its own -> it needs no style and no script but its own files; and the checkers see faults.
/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { demoHome } from "../cli/tree.ts";
import { overflowPx, seriousFindings } from "./checks.ts";
import { onStage } from "./stage.ts";

const tides = "13e437a1-0941-4ee5-9c03-02e3f357e691";
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

async function tighten(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": strict } });
  });
}

onStage(demoHome(), ({ open, daemon }) => {
  it.each([
    ["/", ".chart canvas"],
    ["/sessions", ".session-line"],
    [`/s/${tides}`, ".row-turn"],
    [`/s/${tides}/files`, ".diff-line"],
    [`/s/${tides}/context`, ".meter"],
    [`/s/${tides}/health`, ".banner"],
    [`/s/${tides}/manage`, ".command"],
  ])("the view %s needs nothing but its own files", async (path, shows) => {
    const { page, problems } = await open("/sessions");
    await tighten(page);
    await page.goto(daemon().url + path);
    await page.locator(shows).first().waitFor();
    await page.waitForTimeout(200);
    expect(problems).toEqual([]);
  });

  it("faults that keep people out, and things wider than the screen, are found", async () => {
    const { page } = await open("/sessions");
    await page.locator(".session-line").first().waitFor();
    expect(await overflowPx(page)).toBe(0);
    await page.evaluate(() => {
      const wide = document.createElement("div");
      wide.style.cssText = "min-width: 3000px; color: #eee; background: #fff";
      wide.textContent = "Words that nobody can read.";
      document.querySelector(".sessions-tools")?.append(wide, document.createElement("button"));
    });
    expect(await overflowPx(page)).toBeGreaterThan(1000);
    const findings = (await seriousFindings(page)).map((finding) => finding.split(":")[0]);
    expect(findings).toEqual(expect.arrayContaining(["button-name", "color-contrast"]));
  });
});
