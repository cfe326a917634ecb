// A page with hostile texts -> what ran, what the policy stopped, and which elements no text may become.
/// <reference lib="dom" />
import type { Page } from "playwright-core";

/** Before any script of the page: what would run, what the policy stops, what is asked for elsewhere. */
export const watch = `
  window.ran = [];
  window.pwned = (n) => window.ran.push(n);
  window.stopped = [];
  addEventListener("securitypolicyviolation", (event) => {
    window.stopped.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample);
  });
`;

export type Seen = {
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
        (link) =>
          link instanceof HTMLAnchorElement &&
          !["http:", "https:", "mailto:"].includes(link.protocol) &&
          !(link.protocol === "blob:" && link.closest("dialog") !== null),
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

export async function seenIn(page: Page): Promise<Seen> {
  const ran = await page.evaluate<number[]>("window.ran");
  const stopped = await page.evaluate<string[]>("window.stopped");
  return { ran, stopped, strange: await strangeIn(page) };
}

export const nothing: Seen = { ran: [], stopped: [], strange: [] };
