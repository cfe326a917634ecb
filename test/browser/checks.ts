// A page -> what is wrong with it for people: findings of axe, things wider than the screen, scrolling into nothing; and its picture when asked for.
/// <reference lib="dom" />
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { isArray, isObject } from "../../src/format/index.ts";
import type { Json } from "../../src/format/index.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const mostShotBytes = 300_000;

/** Those that keep people out; each with the first place where it is. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The policy of the page lets no foreign script in: the checker comes by the debugger's door.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  const found = await page.evaluate<Json>(
    "axe.run(document, { resultTypes: ['violations'] }).then((r) => JSON.parse(JSON.stringify(r.violations)))",
  );
  const violations = isArray(found) ? found.filter(isObject) : [];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const first = isArray(nodes) ? nodes.find(isObject) : undefined;
      return `${typeof id === "string" ? id : "unknown"}: ${JSON.stringify(first?.["html"] ?? "")} ${JSON.stringify(first?.["failureSummary"] ?? "")}`;
    });
}

/** How many pixels the page is wider than the screen. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.querySelector(".main");
    const widest = Math.max(document.documentElement.scrollWidth, main?.scrollWidth ?? 0);
    return Math.max(0, widest - document.documentElement.clientWidth);
  });
}

/** Places that can be scrolled past the end of what is in them, each with how many pixels. */
export function emptyScrolls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const box of document.querySelectorAll("html, body, body *")) {
      const { overflowY, paddingBottom } = getComputedStyle(box);
      if (box.scrollHeight <= box.clientHeight + 1 || (overflowY === "visible" && box.tagName !== "HTML")) continue;
      if (overflowY === "hidden" || box.children.length === 0) continue;
      const ends = Array.from(box.children, (child) => {
        const { position, marginBottom } = getComputedStyle(child);
        return position === "absolute" ? 0 : child.getBoundingClientRect().bottom + parseFloat(marginBottom);
      });
      const top = box.getBoundingClientRect().top + box.clientTop - box.scrollTop;
      const end = Math.max(box.clientHeight, Math.max(...ends) - top + parseFloat(paddingBottom));
      const beyond = Math.round(box.scrollHeight - end);
      if (beyond > 1) found.push(`${box.tagName.toLowerCase()}.${box.className}: ${beyond} px`);
    }
    return found;
  });
}

/** Only on demand: pictures differ from machine to machine. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env["CLEW_SCREENSHOTS"] !== "1") return;
  mkdirSync(SHOTS, { recursive: true });
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > mostShotBytes) throw new Error(`${name}.png has ${size} bytes, more than ${mostShotBytes}`);
}
