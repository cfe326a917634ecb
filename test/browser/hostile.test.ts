// 2,000 payloads in every place that a page shows -> nothing of them runs, nothing is fetched, and the policy had nothing to stop.
/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { hostileHome } from "./hostile.ts";
import { onStage } from "./stage.ts";

const sessions = 8;
const perSession = 250;
const hostile = hostileHome(sessions, perSession);
const [first] = hostile;
if (first === undefined) throw new Error("there is no hostile session");

/** Before any script of the page: what would run, what the policy stops, what is asked for elsewhere. */
const watch = `
  window.ran = [];
  window.pwned = (n) => window.ran.push(n);
  window.stopped = [];
  addEventListener("securitypolicyviolation", (event) => {
    window.stopped.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample);
  });
`;

type Seen = {
  readonly ran: readonly number[];
  readonly stopped: readonly string[];
  readonly strange: readonly string[];
};

/** Elements and attributes that no text of a log may ever become. */
function strangeIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const strange = [
      ...document.querySelectorAll(
        "#app script, #app iframe, #app style, #app link, #app meta, #app base, #app form, #app object, #app embed, #app math",
      ),
      ...[...document.querySelectorAll("#app *")].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith("on") || name === "srcdoc" || name === "formaction"),
      ),
      ...[...document.querySelectorAll("#app a[href]")].filter(
        (link) => link instanceof HTMLAnchorElement && !["http:", "https:", "mailto:"].includes(link.protocol),
      ),
      ...[...document.querySelectorAll("#app a[href]:not([data-own])")].filter(
        (link) => link.getAttribute("rel") !== "noopener noreferrer",
      ),
      ...[...document.querySelectorAll("#app img")].filter(
        (image) => !(image.getAttribute("src") ?? "").startsWith("blob:"),
      ),
    ].map((element) => element.outerHTML.slice(0, 200));
    return strange;
  });
}

async function seenIn(page: Page): Promise<Seen> {
  const ran = await page.evaluate<number[]>("window.ran");
  const stopped = await page.evaluate<string[]>("window.stopped");
  return { ran, stopped, strange: await strangeIn(page) };
}

const rowsIn = (): readonly string[] =>
  [...document.querySelectorAll(".talk-main [data-row]")].map((row) => row.getAttribute("data-row") ?? "");

const nothing: Seen = { ran: [], stopped: [], strange: [] };

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
