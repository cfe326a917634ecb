// Answers of the daemon -> the same answers with a payload in every text, each known by its number and place.
import type { Page, Route } from "playwright-core";
import { type Json, isArray, isObject, parsedObject } from "../../src/format/index.ts";
import { payload } from "./hostile.ts";

export type Poison = {
  /** Route and field of every payload, by its number. */
  readonly places: ReadonlyMap<number, string>;
  readonly stop: () => Promise<void>;
};

/** What the page chooses its code by, or asks with again: a text there leads to another view, not to another text. */
const structural =
  /^(sessionId|id|agentId|agent|uuid|leaf|revision|kind|state|status|confidence|mediaType|plan|op|grade|severity|role|fate|start|end|time|at|since|modified|expires|date|day|label|turn|number|branch|type)$/;

/** `seed` decides which payload comes to which field. */
export async function poisonAnswers(page: Page, seed: number): Promise<Poison> {
  const places = new Map<number, string>();
  const originals = new Map<string, string>();
  let next = seed;

  function poisoned(value: Json, place: string, name: string): Json {
    if (isArray(value)) return value.map((item) => poisoned(item, `${place}[]`, name));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          item === undefined ? null : poisoned(item, `${place}.${key}`, key),
        ]),
      );
    if (typeof value !== "string" || value === "" || structural.test(name)) return value;
    next += 1;
    places.set(next, place);
    const text = payload(next);
    originals.set(text, value);
    return text;
  }

  async function answer(route: Route): Promise<void> {
    const asked = new URL(route.request().url());
    // A path that came poisoned is asked for by its own name.
    for (const [name, value] of asked.searchParams) asked.searchParams.set(name, originals.get(value) ?? value);
    const response = await route.fetch({ url: asked.href });
    const type = response.headers()["content-type"] ?? "";
    if (!type.startsWith("application/json")) return route.fulfill({ response });
    const body = parsedObject(await response.text()) ?? {};
    const name = asked.pathname
      .replace("/api/v1", "")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{12,}\b/g, ":id");
    return route.fulfill({ response, json: poisoned(withAlerts(body), name, "") });
  }

  const isPoisoned = (url: URL): boolean =>
    url.pathname.startsWith("/api/v1/") && !/\/(hello|events)$/.test(url.pathname) && !url.pathname.includes("/image/");
  await page.route(isPoisoned, answer);
  return { places, stop: () => page.unroute(isPoisoned, answer) };
}

/** An index that failed and a home that is gone are shown with their own texts. */
function withAlerts(body: Json): Json {
  if (!isObject(body) || body["name"] !== "clew") return body;
  const homes = isArray(body["homes"]) ? body["homes"].filter(isObject) : [];
  return {
    ...body,
    homes: homes.map((home) => ({ ...home, isThere: false })),
    index: { state: "failed", doneBytes: 0, totalBytes: 0, reason: "no room" },
  };
}

/** Numbers of payloads that a person can read on the page, or in the names of its elements. */
export function shownNumbers(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const app = document.getElementById("app");
    const named = [...(app?.querySelectorAll("[title], [aria-label], [alt], input") ?? [])].flatMap((element) =>
      ["title", "aria-label", "alt", "value"].map((name) => element.getAttribute(name) ?? ""),
    );
    const texts = [document.title, app?.textContent ?? "", ...named].join("\n");
    return [...texts.matchAll(/pwned\((\d+)\)|example\.invalid\/(\d+)/g)].map((found) => Number(found[1] ?? found[2]));
  });
}
