// 2,000 payloads in every place that a page shows -> nothing of them runs, nothing is fetched, and the policy had nothing to stop.
/// <reference lib="dom" />
import { expect, it } from "vitest";
import { hostileHome } from "./hostile.ts";
import { nothing, seenIn, watch } from "./hostile-oracle.ts";
import { onStage } from "./stage.ts";

const sessions = 8;
const perSession = 250;
const hostile = hostileHome(sessions, perSession);
const [first] = hostile;
if (first === undefined) throw new Error("there is no hostile session");

const rowsIn = (): readonly string[] =>
  [...document.querySelectorAll(".talk-main [data-row]")].map((row) => row.getAttribute("data-row") ?? "");

onStage(first.home, ({ open, daemon }) => {
  async function prepared(path: string) {
    const { page, problems } = await open("/sessions");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(daemon().url) && !request.url().startsWith("blob:")) asked.push(request.url());
    });
    await page.addInitScript(watch);
    await page.goto(`${daemon().url}${path}`);
    return { page, problems, asked };
  }

  it.each(hostile)(`session $id with ${perSession} payloads only shows them`, async ({ id }) => {
    const { page, problems, asked } = await prepared(`/s/${id}`);
    await page.locator(".row").first().waitFor();
    // Everything unfolded, so that every part of every row is made.
    await page.keyboard.press("e");
    const rows = new Set<string>();
    const scroller = page.locator(".talk-main .scroller");
    for (let isMore = true; isMore;) {
      await page.waitForFunction(() => document.querySelector(".talk-main .row-waiting") === null);
      for (const row of await page.evaluate(rowsIn)) rows.add(row);
      expect(await seenIn(page)).toEqual(nothing);
      isMore = await scroller.evaluate((element) => {
        const before = element.scrollTop;
        element.scrollTop += element.clientHeight;
        return element.scrollTop > before + 1;
      });
    }
    // Most carriers make a row; those that make none are never shown.
    expect(rows.size).toBeGreaterThan(perSession / 2);
    expect(asked).toEqual([]);
    expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });

  it.each([
    "/",
    "/sessions",
    "/sessions?q=pwned",
    `/s/${first.id}/files`,
    `/s/${first.id}/context`,
    `/s/${first.id}/health`,
    `/s/${first.id}/manage`,
  ])("the view %s only shows what they are called", async (path) => {
    const { page, problems, asked } = await prepared(path);
    await page.locator(".session-line, .file-line, .tab-page h2, .notice h2").first().waitFor();
    await page.waitForTimeout(300);
    expect(await seenIn(page)).toEqual(nothing);
    expect(asked).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("hostile addresses lead nowhere", async () => {
    const { page, problems, asked } = await prepared(
      "/s/%3Cimg%20src=x%20onerror=pwned(1)%3E?line=javascript:pwned(2)&agent=%22%3E%3Csvg%20onload=pwned(3)%3E",
    );
    await page.getByText("There is no such session here").waitFor();
    expect(await seenIn(page)).toEqual(nothing);
    expect(asked).toEqual([]);
    expect(problems.filter((problem) => !/40[04]/.test(problem))).toEqual([]);
  });

  it("a script that does run would be noticed, and the policy stops what is put into the page", async () => {
    const { page } = await prepared("/sessions");
    await page.locator(".session-line").first().waitFor();
    await page.evaluate(() => {
      const image = document.createElement("img");
      image.setAttribute("src", "https://example.invalid/x.png");
      image.setAttribute("onerror", "pwned(7)");
      document.getElementById("app")?.append(image);
    });
    await expect.poll(async () => (await seenIn(page)).stopped.length).toBeGreaterThan(0);
    const seen = await seenIn(page);
    expect(seen.ran).toEqual([]);
    expect(seen.strange.length).toBeGreaterThan(0);
    await page.evaluate("pwned(8)");
    expect((await seenIn(page)).ran).toEqual([8]);
  });
});
